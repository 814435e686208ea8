import link from "#i18n/locales/en/link.ts";
import retake from "#i18n/locales/en/retake.ts";
import { takePhoto } from "#scripts/demo/demoPictures.ts";
import { describe, openAs, test } from "./support/browser.ts";
import { completeDocumentation } from "./support/device.ts";
import { fillPlaceholders, phone } from "./support/phone.ts";

/** Staff send a photo and an answer back, and a visitor with the link replaces both. */

const photoName = "Gate_01";
const fieldPhoto = async (minute: number) => {
  const takenAt = new Date(Date.UTC(2026, 4, 5, 9, minute));
  return (await takePhoto("cabinet", { takenAt, lat: 63.3, lng: 18.7 })).bytes;
};

describe("sending back", () => {
  test("design§Retakes a photo and an answer are sent back, and replaced through the link", async ({
    visit,
  }) => {
    const name = `Back ${Date.now()}`;
    const [id, newPhoto, { page: staff }, { page: visitor }] = await Promise.all([
      fieldPhoto(0).then((bytes) =>
        completeDocumentation({ name, photos: [{ name: photoName, bytes }], answer: "Rust" }),
      ),
      fieldPhoto(1),
      visit(),
      visit(phone),
    ]);
    await openAs(staff, "staff", `/documentation/details/${id}`);
    await staff.getByRole("button", { name: retake.action }).click();
    const dialog = staff.getByRole("dialog", { name: retake.title });
    await dialog.getByRole("button", { name: photoName, exact: true }).click();
    await dialog.getByLabel(retake.newAnswer).check();
    await dialog.getByRole("textbox", { name: retake.reason }).fill("Cannot be read");
    await dialog.getByRole("button", { name: retake.send }).click();
    const address = new URL((await staff.getByText(/\/retake\?token=/).textContent())!);

    await visitor.goto(address.pathname + address.search);
    const photo = visitor.getByRole("region", { name: photoName });
    await photo.getByText("Cannot be read").waitFor();
    await photo
      .getByRole("img", { name: fillPlaceholders(link.retake.sentBackPhotoOf, { name: photoName }) })
      .waitFor();
    const file = { name: "again.jpg", mimeType: "image/jpeg", buffer: newPhoto };
    await photo.locator("input[type=file]").first().setInputFiles(file);
    await visitor.getByRole("button", { name: link.files.upload, exact: true }).tap();
    await photo.getByText(link.retake.received).waitFor();
    const answer = visitor.getByRole("region", { name: "Remark" });
    await answer.getByRole("textbox").fill("Rust along the lower hinge");
    await answer.getByRole("button", { name: link.retake.sendAnswer }).tap();
    await answer.getByText(link.retake.received).waitFor();

    await staff.goto(`/documentation/details/${id}`);
    await staff.getByText("Rust along the lower hinge").first().waitFor();
    await staff.getByText(retake.noneWaiting).waitFor();
  });
});
