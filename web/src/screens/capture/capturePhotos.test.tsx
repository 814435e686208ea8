import "fake-indexeddb/auto";
import { File as NodeFile } from "node:buffer";
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { createDraft } from "#domain/capture/draft.ts";
import { greyJpeg } from "#domain/testing/greyJpeg.ts";
import { deleteDraft, readDraft, readMedia, saveDraft } from "#features/captureForm/draft/draftStore.ts";
import { axeFaults } from "#testing/axe.ts";
import { problemReply } from "#testing/fakeApi.ts";
import { fakeStorage } from "#testing/fakeStorage.ts";
import { renderApp } from "#testing/renderApp.tsx";
import {
  aCaptureLicense,
  aCapturer,
  aCaptureTemplate,
  aTemplateTask,
  serveCapture,
} from "./captureTesting.ts";

const session = aCapturer();
const mast = aTemplateTask({ name: "Mast", type: "PHOTO", required: "YES" });
const plan = aTemplateTask({ name: "Plan", type: "FILE", options: "pdf" });

/** A JPEG with `size` bytes after its end. A Node file, because happy-dom's files cannot be stored. */
const aJpeg = (name: string, size = 1) =>
  new NodeFile([greyJpeg(), Uint8Array.from(Array(size).fill(7))], name, { type: "image/jpeg" });
const aFile = (name: string, ...content: number[]) => new NodeFile([Uint8Array.from(content)], name);
const choose = (label: string, ...files: NodeFile[]) => {
  const [input] = screen.getAllByLabelText(label, { selector: "input" });
  fireEvent.change(input!, { target: { files } });
};

async function openDraft(routes: Parameters<typeof serveCapture>[1] = {}) {
  const license = aCaptureLicense({ pauseDocumentations: true });
  const template = aCaptureTemplate({ tasks: [mast, plan] });
  const draft = createDraft({
    userId: session.userId,
    creator: session.username,
    license,
    template,
    name: "M 1",
    newId: () => crypto.randomUUID(),
    createdAt: "2026-05-04T10:00:00Z",
  });
  await saveDraft(draft);
  const api = serveCapture([[license, [template]]], routes);
  const view = renderApp(`/documentation/${draft.id}`, session);
  await screen.findByRole("form", { name: "M 1" });
  const listNames = () =>
    within(screen.getByRole("list", { name: "Photos for Mast" }))
      .getAllByText(/^Mast_\d+$/)
      .map(({ firstChild }) => firstChild?.textContent);
  return { api, draft, names: listNames, ...view };
}

beforeEach(() => {
  // Sends the originals: happy-dom cannot resize photos.
  localStorage.setItem("capturePhotosAsTheyAre", "true");
  vi.stubGlobal("createImageBitmap", async () => ({ width: 4, height: 3, close() {} }));
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:kept");
  vi.spyOn(URL, "revokeObjectURL").mockReturnValue();
});

test("FilePicker#36 a photo without bytes, as from a cloud, is refused for being empty", async () => {
  await openDraft();
  choose("Choose photos for Mast", aFile("IMG_1.jpg"));
  expect(await screen.findByText(/^IMG_1\.jpg was not added: it is empty/)).toBeTruthy();
});

test("2§5 photos are named taskName_NN, renumbered after a removal, and stored in the browser", async () => {
  const { draft, names: listNames } = await openDraft();
  choose("Choose photos for Mast", aJpeg("a.jpg"), aJpeg("b.jpg", 2), aJpeg("c.jpg", 3));
  await screen.findByRole("button", { name: "Remove Mast_03" });
  expect(listNames()).toEqual(["Mast_01", "Mast_02", "Mast_03"]);
  const originalMedia = (await readDraft(draft.id))!.media;
  const removeAndAnswer = async (buttonName: string) => {
    await userEvent.click(screen.getByRole("button", { name: "Remove Mast_01" }));
    const dialog = within(await screen.findByRole("alertdialog", { name: "Remove “Mast_01”?" }));
    await userEvent.click(dialog.getByRole("button", { name: buttonName }));
  };
  await removeAndAnswer("Cancel");
  expect(listNames()).toEqual(["Mast_01", "Mast_02", "Mast_03"]);
  await removeAndAnswer("Remove");
  await waitFor(() => expect(listNames()).toEqual(["Mast_01", "Mast_02"]));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Choose photos for Mast" })),
  );
  const remainingMedia = (await readDraft(draft.id))!.media;
  expect(remainingMedia.map(({ id, name }) => [id, name])).toEqual([
    [originalMedia[1]!.id, "Mast_01"],
    [originalMedia[2]!.id, "Mast_02"],
  ]);
  expect([await readMedia(originalMedia[0]!.id), (await readMedia(originalMedia[1]!.id))?.size]).toEqual([
    undefined,
    greyJpeg().length + 2,
  ]);
  const comment = screen.getByRole("textbox", { name: "Comment on Mast_01" });
  expect(comment).toHaveProperty("maxLength", 255);
  expect(await axeFaults()).toEqual([]);
});

test("2§5 P1 multifile#111 files with the same name are distinguished by their bytes, and numbered", async () => {
  const { draft } = await openDraft();
  choose("Choose files for Plan", aFile("Scan.pdf", 1), aFile("Scan.pdf", 2));
  choose("Choose files for Plan", aFile("Scan.pdf", 2));
  expect(await screen.findByText("Scan.pdf has already been added.")).toBeTruthy();
  expect((await readDraft(draft.id))!.media.map(({ name }) => name)).toEqual(["Scan.pdf", "Scan (2).pdf"]);
});

test("P2 libjpeg-turbo#163 a panorama without an end marker is added, and a truncated one is not", async () => {
  const { draft } = await openDraft();
  const wholeJpeg = greyJpeg().slice(0, -2);
  const trailer = new TextEncoder().encode("Panorama_Shot_Info SEFH SEFT");
  choose(
    "Choose photos for Mast",
    aFile("pano.jpg", ...wholeJpeg, ...trailer),
    aFile("cut.jpg", ...wholeJpeg.slice(0, -4), ...trailer),
  );
  expect(await screen.findByText(/^cut\.jpg was not added: it is damaged/)).toBeTruthy();
  await waitFor(async () =>
    expect((await readDraft(draft.id))!.media.map(({ name }) => name)).toEqual(["Mast_01"]),
  );
});

test("2§5 a file that is not a photo, or not of the task's file types, is refused at its task with the reason", async () => {
  const { draft } = await openDraft();
  const heic = aFile("h.jpg", 0, 0, 0, 24, ...new TextEncoder().encode("ftypheic"));
  const truncatedJpeg = aFile("cut.jpg", 0xff, 0xd8, 0xff, 0xda, 7, 7);
  choose("Choose photos for Mast", aFile("p.jpg", 0x89, 0x50), heic, truncatedJpeg);
  const [mastAlert] = await screen.findAllByRole("alert");
  expect([...mastAlert!.querySelectorAll("p")].map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^p\.jpg was not added: it is not a JPEG/),
    expect.stringMatching(/^h\.jpg was not added: it is a HEIC photo/),
    expect.stringMatching(/^cut\.jpg was not added: it is damaged/),
  ]);
  choose("Choose files for Plan", aFile("a.exe", 1), aFile("empty.pdf"), aFile("plan.PDF", 1));
  expect(await screen.findByText(/^a\.exe was not added: this task/)).toBeTruthy();
  expect(screen.getByText(/^empty\.pdf was not added: it is empty/)).toBeTruthy();
  expect((await readDraft(draft.id))!.media.map(({ name }) => name)).toEqual(["plan.PDF"]);
});

test("design§Capture completing waits for files that are still being read", async () => {
  let finishReading = () => {};
  const readingPromise = new Promise<void>((resolve) => {
    finishReading = resolve;
  });
  vi.stubGlobal("createImageBitmap", async () => {
    await readingPromise;
    return { width: 4, height: 3, close() {} };
  });
  const { api, draft } = await openDraft();
  choose("Choose photos for Mast", aJpeg("a.jpg"), aJpeg("b.jpg", 2));
  expect(await screen.findByText("Adding 2 photos and files")).toBeTruthy();
  await userEvent.click(screen.getByRole("button", { name: "Complete" }));
  expect(api.to("POST /documentation/saveWithLicenseCode")).toHaveLength(0);
  finishReading();
  await screen.findByRole("dialog", { name: "Sending M 1" });
  const [saveCall] = api.to("POST /documentation/saveWithLicenseCode");
  expect(saveCall!.body).toMatchObject({ documentation: { numberOfPhotos: 2 } });
  expect((await readDraft(draft.id))!.media).toHaveLength(2);
  // Empties the outbox before the next test.
  await userEvent.click(screen.getByRole("button", { name: /^(Stop and go back|Back to the form)$/ }));
  await deleteDraft(draft.id);
});

test("2§4 a refused item is retried alone, and nothing is completed before every hash is confirmed", async () => {
  const puts = fakeStorage();
  const storedHashes = new Map<string, string | null>();
  let isRefusing = true;
  let refusedId: string | undefined;
  const hashOf = async (id: string) => {
    const draftMedia = (await readDraft(draft.id))?.media.find((item) => item.id === id);
    return draftMedia?.sha256 ?? null;
  };
  const toStoredPhoto = (id: string) => ({
    id,
    hasData: storedHashes.has(id),
    dataSize: 6,
    sha256: storedHashes.get(id) ?? null,
  });
  const createUpload = (uploadId: string) => ({
    ...{ uploadId, method: "PUT", url: "https://storage.example/signed", headers: {} },
    expires: "2030-01-01T00:00:00Z",
  });
  const { api, draft, address } = await openDraft({
    "POST /photo/announceUploads": ({ body }) => ({
      items: (body as { photos: { photo: { id: string } }[] }).photos.map(({ photo: { id } }) => ({
        ...{ id, failure: null },
        ...(storedHashes.has(id)
          ? { stored: toStoredPhoto(id), upload: null }
          : { stored: null, upload: createUpload(id) }),
      })),
    }),
    "POST /photo/settleUploads": async ({ body }) => {
      const { uploadIds } = body as { uploadIds: string[] };
      refusedId ??= uploadIds[0];
      const failure = { status: 422, code: "uploadMismatch", message: "" };
      const items = uploadIds.map(async (uploadId) => {
        if (isRefusing && uploadId === refusedId) return { uploadId, stored: null, failure };
        storedHashes.set(uploadId, await hashOf(uploadId));
        return { uploadId, stored: toStoredPhoto(uploadId), failure: null };
      });
      return { items: await Promise.all(items) };
    },
  });
  choose("Choose photos for Mast", aJpeg("a.jpg"), aJpeg("b.jpg", 2));
  await screen.findByRole("button", { name: "Remove Mast_02" });
  await userEvent.click(screen.getByRole("button", { name: "Complete" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Sending M 1" }));
  expect(await dialog.findByText("1 of 2 photos and files confirmed")).toBeTruthy();
  const retryButton = await dialog.findByRole("button", { name: "Retry 1" });
  expect(api.to("POST /documentation/completeWithLicenseCode")).toHaveLength(0);
  isRefusing = false;
  await userEvent.click(retryButton);
  await waitFor(() => expect(address()).toBe(`/documentation/details/${draft.id}`));
  expect(puts).toHaveLength(3);
  // One call announced both, and the refused one was announced again.
  expect(
    api.to("POST /photo/announceUploads").map(({ body }) => (body as { photos: object[] }).photos.length),
  ).toEqual([2, 1]);
  expect(screen.getByText("2 photos and files received and verified")).toBeTruthy();
  expect(await readDraft(draft.id)).toBeUndefined();
});

test.each([
  ["licenseExpired", /The licence has expired/],
  ["licenseUnknown", /has been deleted, or its code has changed/],
] as const)(
  "F12 collect#6800 a licence that ends while photos upload (%s): the reason is shown and everything stays",
  async (code, text) => {
    const { draft } = await openDraft({ "POST /photo/announceUploads": () => problemReply(401, code) });
    choose("Choose photos for Mast", aJpeg("a.jpg"));
    await screen.findByRole("button", { name: "Draw on Mast_01" });
    fireEvent.click(screen.getByRole("button", { name: "Complete" }));
    expect((await screen.findAllByText(text)).length).toBeGreaterThan(0);
    const keptDraft = await readDraft(draft.id);
    expect(keptDraft?.media).toHaveLength(1);
    expect(await readMedia(keptDraft!.media[0]!.id)).toBeTruthy();
    fireEvent.click(await screen.findByRole("button", { name: /^(Stop and go back|Back to the form)$/ }));
    await deleteDraft(draft.id);
  },
);

test("3§3 photoDrawingEnabled: markup is stored and sent separately, and the photo's bytes do not change", async () => {
  const { api, draft } = await openDraft({
    "POST /photo/announceUploads": () => problemReply(422, "notJpeg"),
  });
  choose("Choose photos for Mast", aJpeg("a.jpg"));
  await userEvent.click(await screen.findByRole("button", { name: "Draw on Mast_01" }));
  const dialog = await screen.findByRole("dialog", { name: "Draw on the photo" });
  await waitFor(() => expect(dialog.querySelector("img")).toBeTruthy());
  const picture = dialog.querySelector("img")!;
  Object.defineProperties(picture, { naturalWidth: { value: 800 }, naturalHeight: { value: 600 } });
  fireEvent.load(picture);
  const editor = await within(dialog).findByRole("group", { name: "Draw on the photo" });
  for (const key of ["b", "Enter"]) fireEvent.keyDown(editor, { key });
  expect(await axeFaults()).toEqual([]);
  // fireEvent, because userEvent would consult styles that other test files left in the shared window.
  fireEvent.click(within(dialog).getByRole("button", { name: "Save" }));
  const blur = [{ type: "BLUR", from: [0.4, 0.6], to: [0.6, 0.4] }];
  await waitFor(async () => expect((await readDraft(draft.id))?.media[0]?.markup).toEqual(blur));
  expect((await readMedia((await readDraft(draft.id))!.media[0]!.id))?.size).toBe(greyJpeg().length + 1);
  fireEvent.click(screen.getByRole("button", { name: "Complete" }));
  await waitFor(() => expect(api.to("POST /photo/announceUploads")).toHaveLength(1));
  expect(api.to("POST /photo/announceUploads")[0]?.body).toMatchObject({
    photos: [{ photo: { markup: blur } }],
  });
  fireEvent.click(await screen.findByRole("button", { name: /^(Stop and go back|Back to the form)$/ }));
  await deleteDraft(draft.id);
});
