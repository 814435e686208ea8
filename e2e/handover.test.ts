import { takePhoto } from "#scripts/demo/demoPictures.ts";
import { createApiClient } from "./support/apiClient.ts";
import { describe, expect, openAs, test } from "./support/browser.ts";
import { callAsDevice, fetchAsDevice } from "./support/device.ts";
import { fillPlaceholders, Person, phone } from "./support/phone.ts";

/** The portal resumes a documentation that a device handed over, even offline; other devices are told who fetched it. */

const offlineMessages = /ERR_INTERNET_DISCONNECTED|Failed to load resource/;
const fieldPhoto = async (minute: number) => {
  const takenAt = new Date(Date.UTC(2026, 4, 5, 9, minute));
  return (await takePhoto("cabinet", { takenAt, lat: 63.3, lng: 18.7 })).bytes;
};

/** Hands over a documentation of the template Kabelskåp with a photo and an answer; a required photo is still missing. */
async function handOverFromDevice(name: string) {
  const { items } = await callAsDevice<{ items: { id: string; name: string }[] }>(
    "/template/findAllByLicenseCode",
    {},
  );
  const [id, photo, outerTask, innerTask, remark] = Array.from({ length: 5 }, () => crypto.randomUUID());
  await callAsDevice("/documentation/saveWithLicenseCode", {
    documentation: {
      ...{ id, name, creator: "Ida", deviceId: "ipad-77aa", dateCreated: "2026-05-05T08:00:00Z" },
      templateId: items.find((template) => template.name === "Kabelskåp")!.id,
      numberOfPhotos: 1,
      tasks: [
        { id: outerTask, name: "Skåp utvändigt", type: "PHOTO", required: "YES", position: 0 },
        { id: innerTask, name: "Skåp invändigt", type: "PHOTO", required: "YES", position: 1 },
        { id: remark, name: "Anmärkning", type: "TEXT", answer: "Rost", position: 2 },
      ],
    },
  });
  await callAsDevice("/photo/saveWithLicenseCode", {
    photo: {
      ...{ id: photo, documentationId: id, documentationTaskId: outerTask },
      ...{ name: "Skåp utvändigt_01", creator: "Ida" },
    },
  });
  const data = (await fieldPhoto(0)).toString("base64");
  await callAsDevice("/photo/upload", { photo: { id: photo, data }, id: photo });
  await callAsDevice("/documentation/pauseWithLicenseCode", { id, creator: "Ida" });
  return { id: id!, remark: remark! };
}

describe("handing over", () => {
  test("2§4 the portal resumes a documentation that a device handed over, even offline, and completes it without losing anything", async ({
    visit,
  }) => {
    const name = `Handed over ${Date.now()}`;
    const { id, remark } = await handOverFromDevice(name);
    const visitor = await visit(phone);
    const person = new Person(visitor, "en");
    await openAs(person.page, "staff", "/documentation/create");
    await person.page
      .getByRole("link", { name: fillPlaceholders(person.t.capture.drafts.resumeOf, { name }) })
      .tap();
    await expect.poll(() => person.readAnswer(["Anmärkning", "text", ""])).toBe("Rost");
    await expect.poll(() => person.photosOf("Skåp utvändigt").count()).toBe(1);

    const refusal = await fetchAsDevice("/documentation/fetchWithLicenseCode", {
      ...{ id, fetchId: crypto.randomUUID(), creator: "Ove", deviceId: "ipad-88bb" },
    });
    expect(await refusal.json()).toMatchObject({
      error: { code: "fetchedByOther", fetched: { creator: "staff", deviceId: "N/A" } },
    });

    await person.network(false);
    await person.answer(["Anmärkning", "text", "Rost, målad"]);
    await person.choosePhotos("Skåp invändigt", [
      { name: "IMG_1.jpg", mimeType: "image/jpeg", buffer: await fieldPhoto(1) },
    ]);
    await person.complete();
    await person.waitForOfflineDialog();
    visitor.ignoreFaults(offlineMessages);
    await person.network(true);
    await person.page.waitForURL(`**/documentation/details/${id}`);
    const { status, hashes } = await person.fetchStoredState(id);
    expect([status, new Set(hashes).size]).toEqual(["COMPLETED", 2]);
    const staff = await createApiClient("staff");
    const { items: answers } = await staff<{ items: { id: string; answer: string | null }[] }>(
      `/documentationTasks?documentationId=${id}`,
    );
    expect(answers).toHaveLength(3);
    expect(answers.find((task) => task.id === remark)?.answer).toBe("Rost, målad");
    visitor.ignoreFaults(offlineMessages);
  });
});
