import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { anId, aSession, aTask } from "#testing/fixtures.ts";
import { documentationId, findSection, hideFromObserver, serve, show, somePhotos } from "../testing.tsx";

const timestamp = "2026-05-04T10:00:00Z";
const aRetake = (request: object = {}) => ({
  id: anId(),
  documentationId,
  photoId: null,
  documentationTaskId: null,
  photoName: "Photo_1",
  taskName: "Overview",
  inWords: false,
  reason: "Too dark",
  creator: "staff",
  dateCreated: timestamp,
  outcome: null,
  endedBy: null,
  ended: null,
  link: null,
  ...request,
});
const reviewer = aSession({
  roles: ["ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE", "ROLE_PHOTO_WRITE"],
});
const task = aTask({ name: "Overview", type: "PHOTO" });
const retakesPath = `GET /retake/findAllByDocumentationId/${documentationId}`;

describe("sending back", () => {
  beforeEach(() => hideFromObserver());
  afterEach(() => vi.unstubAllGlobals());

  it("design§Retakes R asks what to send back and why, sends it, and shows the link once", async () => {
    const photos = somePhotos(2, { documentationTaskId: task.id });
    const bodies: unknown[] = [];
    serve(
      { tasks: [task], photos, details: { status: "COMPLETED" } },
      {
        [retakesPath]: () => ({ items: [] }),
        "POST /retake/create": ({ body }) => {
          bodies.push(body);
          const link = {
            id: anId(),
            token: "t",
            url: "https://siteproof.test/retake?token=t",
            expireDate: timestamp,
          };
          return { items: [aRetake()], link, status: "COMPLETED", version: 1 };
        },
      },
    );
    show(reviewer);
    await findSection("Photos");
    fireEvent.keyDown(document.body, { key: "r" });
    const dialog = within(await screen.findByRole("dialog", { name: "Send back" }));
    const send = dialog.getByRole("button", { name: "Send back" });
    fireEvent.click(send);
    expect(await dialog.findByText("Select what should be sent back.")).toBeTruthy();
    expect(dialog.getByText("Enter a reason.")).toBeTruthy();
    fireEvent.click(dialog.getByRole("button", { name: "Photo_2" }));
    expect(dialog.getByRole("button", { name: "Photo_2" }).getAttribute("aria-pressed")).toBe("true");
    fireEvent.click(dialog.getByRole("button", { name: "Blurry" }));
    fireEvent.click(send);
    expect(await dialog.findByText("https://siteproof.test/retake?token=t")).toBeTruthy();
    expect(bodies).toMatchObject([
      { documentationId, items: [{ photoId: photos[1]!.id, reason: "Blurry" }], link: true, handOver: false },
    ]);
    expect(dialog.getByRole("link", { name: "Send by email" }).getAttribute("href")).toContain(
      encodeURIComponent("https://siteproof.test/retake?token=t"),
    );
  });

  it("design§Retakes a text answer is sent back like a photo, with separate reasons", async () => {
    const depth = aTask({ name: "Depth", type: "INTEGER", answer: "12" });
    const bodies: unknown[] = [];
    serve(
      { tasks: [task, depth], details: { status: "COMPLETED" } },
      {
        [retakesPath]: () => ({ items: [] }),
        "POST /retake/create": ({ body }) => {
          bodies.push(body);
          const item = aRetake({ photoName: null, taskName: "Depth", inWords: true });
          return { items: [item], link: null, status: "COMPLETED", version: 1 };
        },
      },
    );
    show(reviewer);
    await screen.findByText("Depth");
    fireEvent.keyDown(document.body, { key: "r" });
    const dialog = within(await screen.findByRole("dialog", { name: "Send back" }));
    expect(dialog.getByRole("button", { name: "Blurry" })).toBeTruthy();
    expect(dialog.getByText("12")).toBeTruthy();
    fireEvent.click(dialog.getByRole("checkbox", { name: "Ask for another answer" }));
    expect(dialog.queryByRole("button", { name: "Blurry" })).toBeNull();
    fireEvent.click(dialog.getByRole("button", { name: "Not correct" }));
    fireEvent.click(dialog.getByRole("button", { name: "Send back" }));
    await waitFor(() =>
      expect(bodies).toMatchObject([
        { items: [{ documentationTaskId: depth.id, reason: "Not correct" }], link: true },
      ]),
    );
  });

  it("design§Retakes an open retake is shown on the documentation, withdrawn without confirmation, and reopened by undo", async () => {
    const photos = somePhotos(1);
    const open = aRetake({ photoId: photos[0]!.id });
    const calls: string[] = [];
    const reply = (outcome: string | null) => {
      calls.push(outcome ?? "reopened");
      return { ...open, outcome };
    };
    serve(
      { tasks: [task], photos, details: { status: "COMPLETED", openRetakeCount: 1 } },
      {
        [retakesPath]: () => ({
          items: [open, aRetake({ outcome: "TAKEN", endedBy: "", ended: timestamp })],
        }),
        [`POST /retake/withdraw/${open.id}`]: () => reply("WITHDRAWN"),
        [`POST /retake/reopen/${open.id}`]: () => reply(null),
      },
    );
    show(reviewer);
    expect(await screen.findByText("1 item was sent back and is waiting for a reply.")).toBeTruthy();
    const sentBack = await findSection("Sent back");
    expect((await screen.findAllByRole("img", { name: "Sent back" })).length).toBeGreaterThan(0);
    expect(sentBack.getByText(/Replacement received through the link/)).toBeTruthy();
    fireEvent.click(sentBack.getByRole("button", { name: "Withdraw: Photo_1" }));
    await screen.findByText("Withdrawn: Photo_1");
    fireEvent.keyDown(document.body, { key: "z" });
    await waitFor(() => expect(calls).toEqual(["WITHDRAWN", "reopened"]));
  });

  it("2§4 approving asks for confirmation while a retake is open", async () => {
    serve(
      { details: { status: "COMPLETED", openRetakeCount: 1, customerStatuses: ["APPROVED"] } },
      { [retakesPath]: () => ({ items: [aRetake()] }) },
    );
    show(reviewer);
    fireEvent.click(await screen.findByRole("button", { name: "Approve" }));
    expect(await screen.findByText(/is waiting for a reply. Approve anyway\?/)).toBeTruthy();
  });
});
