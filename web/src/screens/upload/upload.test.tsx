import "fake-indexeddb/auto";
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { batchHandler, type FakeCall, fakeApi, noResponse, problemReply } from "#testing/fakeApi.ts";
import { fakeStorage } from "#testing/fakeStorage.ts";
import { anId } from "#testing/fixtures.ts";
import { hashToken, readPendingFiles, savePendingFile } from "./pendingFileStore.ts";
import UploadFiles from "./UploadFiles.tsx";
import UploadLater from "./UploadLater.tsx";

const expireDate = "2030-01-01T10:00:00Z";
const hashOf = (text: string) => bytesToHex(sha256(utf8ToBytes(text)));
const file = (name: string, content = name) => new File([content], name);
let token = "";

interface AnnouncedFile {
  id: string;
  name: string;
  size: number;
  sha256: string;
  documentationTaskId?: string;
  comment?: string;
}

/** A fake service that accepts files and records them. `handlers` override parts of it. */
function fakeService(purpose: "FILES" | "LATER", handlers: Record<string, (call: FakeCall) => unknown> = {}) {
  const storedFiles = new Map<string, AnnouncedFile>();
  const announcedById = new Map<string, AnnouncedFile>();
  const receipt = () => ({
    documentationName: "Mast 7",
    customerName: "Norrfiber",
    creator: "staff",
    expected: storedFiles.size,
    received: storedFiles.size,
    items: [...storedFiles.values()].map(({ name, size, sha256: hash }) => ({
      name,
      dataSize: size,
      sha256: hash,
      dateUploaded: "2026-05-05T10:00:00Z",
    })),
    refused: [],
    dateCreated: "2026-05-05T10:00:00Z",
  });
  const routes: Record<string, (call: FakeCall) => unknown> = {
    "POST /tempFile/getInfo": () => ({
      documentationName: "Mast 7",
      templateName: "Mast inspection",
      creator: "staff",
      customerName: "Norrfiber",
      purpose,
      expireDate,
      remainingFileCount: 10,
      remainingBytes: 1e9,
    }),
    "POST /uploadToken/getReceipt": () => ({ receipt: receipt(), signature: "signed" }),
    "POST /uploadToken/reserve": ({ body }) => {
      const requestedFile = body as AnnouncedFile;
      const uploadId = [...announcedById].find(([, { id }]) => id === requestedFile.id)?.[0] ?? anId();
      announcedById.set(uploadId, requestedFile);
      const base = { id: requestedFile.id, uploadId, name: requestedFile.name, expires: expireDate };
      return storedFiles.has(uploadId)
        ? { ...base, state: "STORED" }
        : {
            ...base,
            state: "RESERVED",
            put: { method: "PUT", url: `https://storage.example/${uploadId}`, headers: {} },
          };
    },
    "POST /uploadToken/settle": ({ body }) => {
      const { uploadId } = body as { uploadId: string };
      const { id, name, size, sha256: hash } = announcedById.get(uploadId)!;
      storedFiles.set(uploadId, announcedById.get(uploadId)!);
      return { id, name, dataSize: size, sha256: hash };
    },
    ...handlers,
  };
  const handle = (path: string) => (body: unknown) => routes[path]!({ body } as FakeCall);
  const api = fakeApi({
    ...routes,
    // The page makes the batch calls, which are answered item by item like the single calls.
    "POST /uploadToken/reserveUploads": batchHandler(
      "files",
      "reservation",
      handle("POST /uploadToken/reserve"),
    ),
    "POST /uploadToken/settleUploads": batchHandler("uploadIds", "stored", (uploadId) =>
      handle("POST /uploadToken/settle")({ uploadId }),
    ),
  });
  return { ...api, stored: storedFiles };
}

const announcedFiles = ({ to }: Pick<ReturnType<typeof fakeApi>, "to">): AnnouncedFile[] =>
  to("POST /uploadToken/reserveUploads").flatMap(({ body }) => (body as { files: AnnouncedFile[] }).files);

function open(Page: typeof UploadFiles, purpose: "FILES" | "LATER") {
  window.history.replaceState(null, "", `/upload${purpose === "FILES" ? "Files" : "Later"}?token=${token}`);
  return render(<Page />);
}
const upload = () => userEvent.click(screen.getByRole("button", { name: "Upload" }));
const choose = (...files: File[]) =>
  userEvent.upload(screen.getByLabelText("Choose files"), files, { applyAccept: false });

beforeEach(() => {
  // A new link for every test, because pending files are stored by link.
  token = anId();
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => {} }));
});

describe("2§2 /uploadFiles", () => {
  test("2§2 shows the link's documentation; duplicates are ignored, files can be removed, and an empty list is not sent", async () => {
    fakeStorage();
    const api = fakeService("FILES");
    open(UploadFiles, "FILES");
    expect(await screen.findByRole("heading", { name: "Mast 7 (Mast inspection)" })).toBeTruthy();
    expect(screen.getByText("Created by staff")).toBeTruthy();
    await upload();
    expect(screen.getByText("No files chosen yet")).toBeTruthy();
    await choose(file("a.jpg"), file("b.pdf"));
    await choose(file("a.jpg"));
    expect(await screen.findByText("Already chosen, so skipped: a.jpg")).toBeTruthy();
    expect(screen.getAllByRole("listitem")).toHaveLength(2);
    expect(document.querySelectorAll("li img")).toHaveLength(1);
    await userEvent.click(screen.getByRole("button", { name: "Remove b.pdf" }));
    expect(screen.getAllByRole("listitem")).toHaveLength(1);
    expect(await axeFaults()).toEqual([]);
    expect(announcedFiles(api)).toEqual([]);
    await upload();
    expect(await screen.findByText(/All files have been received/)).toBeTruthy();
    expect(await screen.findByText("1 of 1 received and verified")).toBeTruthy();
    expect(screen.getByText(hashOf("a.jpg"))).toBeTruthy();
    expect(screen.getByText("Matches the file on this device")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Remove a.jpg" })).toBeNull();
    for (const button of screen.getAllByRole("button", { name: "Dismiss" })) await userEvent.click(button);
    expect(screen.queryByText(/All files have been received/)).toBeNull();
    expect(screen.queryByText(/^Already chosen/)).toBeNull();
  });

  test("2§5 P1 nextcloud/ios#1835 two photos called image.jpg are both sent; the note about one chosen twice stays", async () => {
    fakeStorage();
    const api = fakeService("FILES");
    open(UploadFiles, "FILES");
    await screen.findByRole("heading", { level: 1 });
    // Same length and date: only the bytes differ.
    const imageFile = (content: string) => new File([content], "image.jpg", { lastModified: 1 });
    await choose(imageFile("north"), imageFile("south"));
    await choose(imageFile("north"));
    expect(await screen.findByText("Already chosen, so skipped: image.jpg")).toBeTruthy();
    await choose(file("b.pdf"));
    expect(await screen.findAllByRole("listitem")).toHaveLength(3);
    expect(screen.getByText("Already chosen, so skipped: image.jpg")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Remove image.jpg" })).toBeTruthy();
    expect(screen.getByRole("button", { name: "Remove image (2).jpg" })).toBeTruthy();
    await upload();
    expect(await screen.findByText(/All files have been received/)).toBeTruthy();
    expect(announcedFiles(api).map(({ name, sha256: hash }) => [name, hash])).toEqual([
      ["image.jpg", hashOf("north")],
      ["image.jpg", hashOf("south")],
      ["b.pdf", hashOf("b.pdf")],
    ]);
  });

  test("P8 a refused photo shows the name the service gave, is not offered again and not sent again after a reload", async () => {
    fakeStorage();
    const api = fakeService("FILES", {
      "POST /uploadToken/reserve": ({ body }) => ({
        ...{ id: (body as AnnouncedFile).id, uploadId: anId(), name: "image (7).jpg", expires: expireDate },
        ...{ state: "RESERVED", put: { method: "PUT", url: "https://storage.example/x", headers: {} } },
      }),
      "POST /uploadToken/settle": () => problemReply(422, "photoTruncated"),
    });
    const link = hashToken(token);
    open(UploadFiles, "FILES");
    await screen.findByRole("heading", { level: 1 });
    await choose(file("image.jpg", "north"));
    await choose(file("image.jpg", "south"));
    await waitFor(async () => expect(await readPendingFiles(link)).toHaveLength(2));
    await upload();
    expect(await screen.findAllByText("image (7).jpg")).toHaveLength(2);
    expect(await screen.findByText(/sending them again cannot help/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Retry/ })).toBeNull();
    await waitFor(async () => expect(await readPendingFiles(link)).toEqual([]));
    await upload();
    expect(announcedFiles(api)).toHaveLength(2);
  });

  test("2§4 a failed file stays in the list with its reason, and resumes on the next upload", async () => {
    fakeStorage();
    let isRejecting = true;
    const api = fakeService("FILES", {
      "POST /uploadToken/settle": ({ body }) => {
        const { uploadId } = body as { uploadId: string };
        if (isRejecting) return problemReply(422, "uploadMismatch");
        const [sentFile] = announcedFiles(api);
        return { id: uploadId, name: "a.pdf", dataSize: 1, sha256: sentFile!.sha256 };
      },
    });
    open(UploadFiles, "FILES");
    await screen.findByRole("heading", { level: 1 });
    await choose(file("a.pdf"));
    await upload();
    expect(await screen.findByText(/Some files were not received/)).toBeTruthy();
    expect(screen.queryByText(/All files have been received/)).toBeNull();
    expect(screen.getByRole("button", { name: "Remove a.pdf" })).toBeTruthy();
    isRejecting = false;
    await upload();
    expect(await screen.findByText(/All files have been received/)).toBeTruthy();
    const ids = announcedFiles(api).map(({ id }) => id);
    expect(new Set(ids).size).toBe(1);
  });

  test("design§Links a link revoked in the meantime says so; names are shown with their real extensions", async () => {
    fakeStorage();
    fakeService("FILES", { "POST /uploadToken/reserve": () => problemReply(401, "linkUnknown") });
    open(UploadFiles, "FILES");
    await screen.findByRole("heading", { level: 1 });
    await choose(file("faktura\u202egpj.exe"));
    expect(screen.getByText("faktura\ufffdgpj.exe")).toBeTruthy();
    await upload();
    expect(await screen.findByText(/^The link was closed in the meantime/)).toBeTruthy();
    expect(screen.queryByText(/Some files were not received/)).toBeNull();
  });

  test("design§Links an upload fails if the service stored other bytes than were read", async () => {
    fakeStorage();
    fakeService("FILES", {
      "POST /uploadToken/settle": () => ({ id: anId(), name: "a.pdf", dataSize: 5, sha256: hashOf("other") }),
    });
    open(UploadFiles, "FILES");
    await screen.findByRole("heading", { level: 1 });
    await choose(file("a.pdf"));
    await upload();
    expect(await screen.findByText(/Some files were not received/)).toBeTruthy();
  });

  test("design§Links an upload shows that it waits for a lost network, and resumes when it is back", async () => {
    const puts = fakeStorage(0);
    fakeService("FILES");
    open(UploadFiles, "FILES");
    await screen.findByRole("heading", { level: 1 });
    await choose(file("a.pdf"));
    await upload();
    expect(await screen.findByText(/Waiting for a connection/)).toBeTruthy();
    expect(screen.getByText(/^0 of 1 file received/)).toBeTruthy();
    window.dispatchEvent(new Event("online"));
    expect(await screen.findByText(/All files have been received/)).toBeTruthy();
    expect(puts).toHaveLength(2);
  });

  test("design§Links a large file is sent in parts; parts that have arrived are not sent again", async () => {
    const puts = fakeStorage();
    const content = "0123456789";
    const confirmedParts: unknown[] = [];
    fakeService("FILES", {
      "POST /uploadToken/reserve": ({ body }) => ({
        id: (body as AnnouncedFile).id,
        uploadId: anId(),
        name: "film.mp4",
        state: "RESERVED",
        partSize: 4,
        uploadedParts: [1],
        expires: expireDate,
      }),
      "POST /uploadToken/signParts": ({ body }) => ({
        parts: (body as { parts: { partNumber: number }[] }).parts.map(({ partNumber }) => ({
          partNumber,
          url: `https://storage.example/part${partNumber}`,
          headers: {},
        })),
        expires: expireDate,
      }),
      "POST /uploadToken/confirmParts": ({ body }) => {
        confirmedParts.push(...(body as { parts: unknown[] }).parts);
        return { success: true };
      },
      "POST /uploadToken/settle": () => ({
        id: anId(),
        name: "film.mp4",
        dataSize: 10,
        sha256: hashOf(content),
      }),
    });
    open(UploadFiles, "FILES");
    await screen.findByRole("heading", { level: 1 });
    await choose(file("film.mp4", content));
    await upload();
    expect(await screen.findByText(/All files have been received/)).toBeTruthy();
    expect(puts.map(({ url, body }) => [url.split("/").at(-1), body.size]).sort()).toEqual([
      ["part2", 4],
      ["part3", 2],
    ]);
    expect(confirmedParts).toHaveLength(2);
  });

  test("design§Links a file too large to store whose upload was interrupted must be selected again", async () => {
    fakeStorage();
    const api = fakeService("FILES");
    const link = hashToken(token);
    const row = {
      id: anId(),
      link,
      slot: "",
      lastModified: 1,
      comment: "",
      isStarted: true,
      digests: null,
    };
    await savePendingFile({ ...row, name: "film.mp4", size: 8, file: null, addedAt: Date.now() });
    open(UploadFiles, "FILES");
    expect(await screen.findByText("Choose these files again to continue")).toBeTruthy();
    await choose(file("film.mp4"));
    expect(screen.queryByText("Choose these files again to continue")).toBeNull();
    await upload();
    await waitFor(() => expect(api.stored.size).toBe(1));
    await waitFor(async () => expect(await readPendingFiles(link)).toEqual([]));
  });

  test("design§Links an unknown, expired, full or incomplete link says so and what to do", async () => {
    for (const [response, title] of [
      [problemReply(401, "linkUnknown"), "This link does not work"],
      [problemReply(401, "linkExpired"), "This link has expired"],
      [problemReply(429, "tooManyAttempts"), "Too many attempts"],
    ] as const) {
      fakeService("FILES", { "POST /tempFile/getInfo": () => response });
      const { unmount } = open(UploadFiles, "FILES");
      expect(await screen.findByRole("heading", { name: title })).toBeTruthy();
      unmount();
    }
    fakeService("FILES", { "POST /tempFile/getInfo": noResponse });
    const offlineView = open(UploadFiles, "FILES");
    expect(await screen.findByRole("button", { name: "Try again" })).toBeTruthy();
    offlineView.unmount();
    fakeService("FILES", {
      "POST /tempFile/getInfo": () => ({
        documentationName: "Mast 7",
        templateName: "Mast inspection",
        creator: "staff",
        customerName: "Norrfiber",
        purpose: "FILES",
        expireDate,
        remainingFileCount: 0,
        remainingBytes: 5,
      }),
    });
    const fullView = open(UploadFiles, "FILES");
    expect(await screen.findByText("This link is full")).toBeTruthy();
    fullView.unmount();
    const api = fakeService("FILES");
    window.history.replaceState(null, "", "/uploadFiles");
    render(<UploadFiles />);
    expect(screen.getByRole("heading", { name: "The link is incomplete" })).toBeTruthy();
    expect(api.calls).toEqual([]);
  });
});

describe("2§2 /uploadLater", () => {
  const gate = {
    id: anId(),
    name: "Gate",
    description: "From outside",
    type: "PHOTO",
    required: "NO_LATER_UPLOAD_POSSIBLE",
    options: null,
  };
  const protocol = {
    id: anId(),
    name: "Protocol",
    description: null,
    type: "FILE",
    required: "NO_WITH_LATER_UPLOAD",
    options: "pdf;csv",
  };
  const taskLists = (tasks: object[], photos: () => object[] = () => []) => ({
    "POST /uploadLater/getTasks": () => ({ items: tasks }),
    "POST /uploadLater/getReferencePhotos": () => ({
      items: tasks.length > 0 ? [{ id: anId(), documentationTaskId: gate.id, name: "How" }] : [],
    }),
    "POST /uploadLater/getFiles": () => ({ items: [] }),
    "POST /uploadLater/getPhotos": () => ({ items: photos() }),
  });

  test("says that tasks wait only while one of them has received nothing", async () => {
    fakeStorage();
    const arrivedPhoto = {
      id: anId(),
      documentationTaskId: gate.id,
      name: "Gate_01",
      comment: "North",
      dataSize: 8,
      dateCreated: "2026-05-05T10:00:00Z",
    };
    fakeService(
      "LATER",
      taskLists([gate], () => [arrivedPhoto]),
    );
    const page = open(UploadLater, "LATER");
    expect(await screen.findByText(/All tasks have received something/)).toBeTruthy();
    page.unmount();
    fakeService(
      "LATER",
      taskLists([gate, protocol], () => [arrivedPhoto]),
    );
    open(UploadLater, "LATER");
    expect(await screen.findByText(/still waiting for photos or files/)).toBeTruthy();
  });

  test("2§5 a photo needs .jpg or .jpeg and a comment, a file an extension of its task; then the lists are reloaded", async () => {
    fakeStorage();
    const photos: object[] = [];
    const api = fakeService(
      "LATER",
      taskLists([gate, protocol], () => photos),
    );
    open(UploadLater, "LATER");
    const findRegion = async (name: string) => within(await screen.findByRole("region", { name }));
    const photoTask = await findRegion("Gate");
    const fileTask = await findRegion("Protocol");
    expect(photoTask.getByText("From outside")).toBeTruthy();
    expect(photoTask.getByRole("img", { name: "Reference photo How" })).toBeTruthy();
    expect(fileTask.getByText(/Allowed: .pdf, .csv/)).toBeTruthy();
    const uploadTo = (task: typeof photoTask, label: string, ...files: File[]) =>
      userEvent.upload(task.getByLabelText(label), files, { applyAccept: false });
    await uploadTo(photoTask, "Choose photos", file("gate.jpg"), file("gate.png"));
    await uploadTo(fileTask, "Choose files", file("gate.jpg"), file("p.pdf"));
    await upload();
    expect(photoTask.getByText(/Not one of the allowed file types: .jpg, .jpeg/)).toBeTruthy();
    expect(fileTask.getByText(/Not one of the allowed file types: .pdf, .csv/)).toBeTruthy();
    await userEvent.click(photoTask.getByRole("button", { name: "Remove gate.png" }));
    await userEvent.click(fileTask.getByRole("button", { name: "Remove gate.jpg" }));
    expect(screen.getAllByText("Write a comment on each photo.").length).toBeGreaterThan(0);
    expect(await axeFaults()).toEqual([]);
    expect(announcedFiles(api)).toEqual([]);
    await userEvent.type(photoTask.getByRole("textbox", { name: "Comment on gate.jpg" }), "Closed");
    photos.push({
      id: anId(),
      documentationTaskId: gate.id,
      name: "Gate_01",
      comment: "Closed",
      dataSize: 8,
      dateCreated: "2026-05-05T10:00:00Z",
    });
    await upload();
    expect(await screen.findByText(/Everything has been received/)).toBeTruthy();
    expect(await photoTask.findByRole("link", { name: "Gate_01" })).toBeTruthy();
    expect(announcedFiles(api)).toMatchObject([
      { name: "gate.jpg", documentationTaskId: gate.id, comment: "Closed" },
      { name: "p.pdf", documentationTaskId: protocol.id },
    ]);
  });

  test("2§2 without tasks it says so, and the button is disabled", async () => {
    fakeService("LATER", taskLists([]));
    open(UploadLater, "LATER");
    expect(await screen.findByText("There are no tasks to upload to")).toBeTruthy();
    expect(screen.getByRole("button", { name: "Upload" })).toHaveProperty("disabled", true);
  });
});
