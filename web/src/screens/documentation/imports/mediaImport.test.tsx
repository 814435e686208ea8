import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { batchHandler, problemReply } from "#testing/fakeApi.ts";
import { fakeStorage } from "#testing/fakeStorage.ts";
import { anId, aPhoto, aSession, aTask } from "#testing/fixtures.ts";
import { type DocumentationFixture, documentationId, hideFromObserver, serve, show } from "../testing.tsx";

const importer = aSession({
  roles: ["ROLE_DOCUMENTATION_READ", "ROLE_FILE_READ", "ROLE_IMPORT_PHOTO", "ROLE_IMPORT_FILE"],
});
const overview = aTask({ name: "Overview", type: "PHOTO" });
const protocol = aTask({
  name: "Protocol",
  type: "FILE",
  options: "pdf;csv",
  required: "NO_WITH_LATER_UPLOAD",
});
const jpeg = (name: string) => new File([name], name, { type: "image/jpeg" });

function open(material: DocumentationFixture, settle: () => unknown = () => ({ id: anId(), hasData: true })) {
  const uploadId = anId();
  const signed = () => ({
    id: anId(),
    uploadId,
    method: "PUT",
    url: "https://storage.example/signed",
    headers: { "content-md5": "x", "content-length": "3", "if-none-match": "*" },
    expires: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const api = serve(material, {
    "POST /photo/prepareImports": batchHandler("items", "prepared", signed),
    "POST /file/prepareImports": batchHandler("items", "prepared", signed),
    "POST /photo/settleImports": batchHandler("uploadIds", "stored", settle),
    "POST /file/settleImports": batchHandler("uploadIds", "stored", settle),
  });
  show(importer);
  return api;
}
const preparedItems = ({ to }: ReturnType<typeof open>): object[] =>
  to("POST /photo/prepareImports").flatMap(({ body }) => {
    expect(body).toMatchObject({ documentationId, taskId: expect.any(String) });
    return (body as { items: object[] }).items;
  });
async function openDialog(name: string) {
  await waitFor(() => expect(screen.getByRole("button", { name })).toHaveProperty("disabled", false));
  await userEvent.click(screen.getByRole("button", { name }));
  return within(await screen.findByRole("dialog", { name }));
}

beforeEach(hideFromObserver);

describe("2§5 photo import", () => {
  test("names continue the existing numbers, and are renumbered after a removal; photos are sent in this order", async () => {
    const puts = fakeStorage();
    const api = open({ tasks: [overview, protocol], photos: [aPhoto({ name: "Overview_02" })] });
    const dialog = await openDialog("Import photos");
    expect(dialog.getByRole("combobox", { name: /Task/ })).toHaveProperty("value", overview.id);
    await userEvent.upload(dialog.getByLabelText("Choose photos"), ["a.jpg", "b.jpeg", "c.JPG"].map(jpeg));
    const names = () => dialog.getAllByText(/^Overview_/).map(({ firstChild }) => firstChild?.textContent);
    expect(names()).toEqual(["Overview_03", "Overview_04", "Overview_05"]);
    await userEvent.click(dialog.getByRole("button", { name: "Remove a.jpg" }));
    expect(names()).toEqual(["Overview_03", "Overview_04"]);
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(dialog.getByRole("button", { name: "Import" }));
    expect(await dialog.findByText("2 of 2 received")).toBeTruthy();
    expect(preparedItems(api)).toEqual(
      ["b.jpeg", "c.JPG"].map((content) => ({
        size: content.length,
        md5: expect.stringMatching(/==$/),
      })),
    );
    // The browser sets the content length.
    expect(puts[0]?.headers).toEqual({ "content-md5": "x", "if-none-match": "*" });
    expect(dialog.queryByRole("button", { name: "Import" })).toBeNull();
  });

  test("2§7 each photo can get a name and a comment; photos without a name are numbered", async () => {
    fakeStorage();
    const api = open({ tasks: [overview, protocol], photos: [aPhoto({ name: "Overview_02" })] });
    const dialog = await openDialog("Import photos");
    await userEvent.upload(dialog.getByLabelText("Choose photos"), ["a.jpg", "b.jpg", "c.jpg"].map(jpeg));
    await userEvent.type(dialog.getByLabelText("Name of b.jpg"), "Roof");
    await userEvent.type(dialog.getByLabelText("Comment on c.jpg"), "Cracked tile");
    const names = () =>
      dialog.getAllByText(/^(Overview_|Roof)/).map(({ firstChild }) => firstChild?.textContent);
    expect(names()).toEqual(["Overview_03", "Roof", "Overview_04"]);
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(dialog.getByRole("button", { name: "Import" }));
    expect(await dialog.findByText("3 of 3 received")).toBeTruthy();
    expect(preparedItems(api)).toMatchObject([
      { size: 5 },
      { size: 5, name: "Roof" },
      { size: 5, comment: "Cracked tile" },
    ]);
    expect(preparedItems(api)[0]).not.toHaveProperty("name");
  });

  test("a task and a photo are required, and photos are .jpg or .jpeg", async () => {
    fakeStorage();
    const api = open({ tasks: [overview, aTask({ name: "Tower", type: "PHOTO" })] });
    const dialog = await openDialog("Import photos");
    await userEvent.click(dialog.getByRole("button", { name: "Import" }));
    expect(dialog.getByText("This field is required!")).toBeTruthy();
    expect(dialog.getByText("Choose at least one photo.")).toBeTruthy();
    await userEvent.selectOptions(dialog.getByRole("combobox", { name: /Task/ }), "Tower");
    await userEvent.upload(dialog.getByLabelText("Choose photos"), [jpeg("map.png")], {
      applyAccept: false,
    });
    await userEvent.click(dialog.getByRole("button", { name: "Import" }));
    expect(dialog.getByText(/Not one of the allowed file types: .jpg, .jpeg/)).toBeTruthy();
    expect(preparedItems(api)).toHaveLength(0);
  });

  test("a failed upload is retried alone, without another announcement", async () => {
    const puts = fakeStorage(0);
    const api = open({ tasks: [overview] });
    const dialog = await openDialog("Import photos");
    await userEvent.upload(dialog.getByLabelText("Choose photos"), [jpeg("a.jpg")]);
    await userEvent.click(dialog.getByRole("button", { name: "Import" }));
    expect(await dialog.findByText("Error, connection not found")).toBeTruthy();
    // All bytes are sent, but nothing counts before the service confirms it.
    expect(dialog.getByText("0 of 1 received")).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "Retry a.jpg" }));
    expect(await dialog.findByText("1 of 1 received")).toBeTruthy();
    expect(puts).toHaveLength(2);
    expect(preparedItems(api)).toHaveLength(1);
  });

  test("P8 a photo that was refused for good is not offered again", async () => {
    fakeStorage();
    const api = open({ tasks: [overview] }, () => problemReply(422, "notJpeg"));
    const dialog = await openDialog("Import photos");
    await userEvent.upload(dialog.getByLabelText("Choose photos"), [jpeg("a.jpg")]);
    await userEvent.click(dialog.getByRole("button", { name: "Import" }));
    expect(await dialog.findByText("The file is not a JPEG photo")).toBeTruthy();
    expect(dialog.queryByRole("button", { name: "Retry a.jpg" })).toBeNull();
    expect(dialog.getByRole("button", { name: "Remove a.jpg" })).toBeTruthy();
    expect(preparedItems(api)).toHaveLength(1);
  });

  test("a refusal that may be temporary is shown, and a retry announces the file again", async () => {
    fakeStorage();
    const replies = [problemReply(422, "uploadMismatch")];
    const api = open({ tasks: [overview] }, () => replies.pop() ?? { id: anId(), hasData: true });
    const dialog = await openDialog("Import photos");
    await userEvent.upload(dialog.getByLabelText("Choose photos"), [jpeg("a.jpg")]);
    await userEvent.click(dialog.getByRole("button", { name: "Import" }));
    expect(await dialog.findByText("The uploaded file does not match the original")).toBeTruthy();
    await userEvent.click(dialog.getByRole("button", { name: "Retry a.jpg" }));
    expect(await dialog.findByText("1 of 1 received")).toBeTruthy();
    expect(preparedItems(api)).toHaveLength(2);
  });
});

describe("2§5 file import", () => {
  test("2§4 extensions come from the task's options, and a documentation that waited for the file is fetched again", async () => {
    fakeStorage();
    const material: DocumentationFixture = { tasks: [protocol], details: { status: "WAITING_FOR_FILE" } };
    const api = open(material);
    expect(await screen.findByText("1 task is still waiting for its file: Protocol")).toBeTruthy();
    const dialog = await openDialog("Import files");
    expect(dialog.getByText(/Allowed: .pdf, .csv/)).toBeTruthy();
    await userEvent.upload(dialog.getByLabelText("Choose files"), [
      new File(["%PDF"], "plan.pdf", { type: "application/pdf" }),
    ]);
    material.details = { status: "COMPLETED" };
    await userEvent.click(dialog.getByRole("button", { name: "Import" }));
    expect(await dialog.findByText("1 of 1 received")).toBeTruthy();
    expect(api.to("POST /file/prepareImports")[0]?.body).toMatchObject({
      ...{ documentationId, taskId: protocol.id },
      items: [{ name: "plan.pdf", type: "application/pdf" }],
    });
    await userEvent.click(dialog.getAllByRole("button", { name: "Close" }).at(-1)!);
    expect(await screen.findByText("Upload completed")).toBeTruthy();
  });
});
