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

  it("design§Retakes a recipient, a day and a reason of its own are sent; a mailed link is not shown", async () => {
    const photos = somePhotos(2, { documentationTaskId: task.id });
    const bodies: unknown[] = [];
    const link = {
      id: anId(),
      token: "t",
      url: "https://siteproof.test/retake?token=t",
      expireDate: timestamp,
    };
    serve(
      { tasks: [task], photos, details: { status: "COMPLETED" } },
      {
        [retakesPath]: () => ({ items: [] }),
        "POST /retake/create": ({ body }) => {
          bodies.push(body);
          return { items: [aRetake()], link, status: "COMPLETED", version: 1 };
        },
      },
    );
    show(reviewer);
    await findSection("Photos");
    fireEvent.keyDown(document.body, { key: "r" });
    const dialog = within(await screen.findByRole("dialog", { name: "Send back" }));
    for (const name of ["Photo_1", "Photo_2"]) fireEvent.click(await dialog.findByRole("button", { name }));
    fireEvent.click(dialog.getByRole("button", { name: "Blurry" }));
    fireEvent.change(dialog.getByLabelText("Reason for Photo_2"), { target: { value: "From the left" } });
    fireEvent.change(dialog.getByLabelText("Answer by"), { target: { value: "2999-01-04" } });
    fireEvent.change(dialog.getByLabelText("Who gets the link"), { target: { value: "MAIL" } });
    const send = () => fireEvent.click(dialog.getByRole("button", { name: "Send back" }));
    const address = dialog.getByRole("textbox", { name: /^Email address/ });
    fireEvent.change(address, { target: { value: "crew" } });
    send();
    expect(await dialog.findByText("Enter an email address, such as name@example.com.")).toBeTruthy();
    expect(bodies).toEqual([]);
    fireEvent.change(address, { target: { value: "crew@example.com" } });
    send();
    expect(await screen.findByText(/The link was mailed to crew@example.com/)).toBeTruthy();
    expect(bodies).toMatchObject([
      {
        items: [
          { photoId: photos[0]!.id, reason: "Blurry" },
          { photoId: photos[1]!.id, reason: "From the left" },
        ],
        recipient: { kind: "MAIL", address: "crew@example.com" },
        dueDay: "2999-01-04",
      },
    ]);
    expect(screen.queryByText(link.url)).toBeNull();
  });

  it("design§Retakes a phone number gets the link as a text message from the reviewer's own phone", async () => {
    const link = {
      id: anId(),
      token: "t",
      url: "https://siteproof.test/retake?token=t",
      expireDate: timestamp,
    };
    serve(
      { tasks: [task], photos: somePhotos(1), details: { status: "COMPLETED" } },
      {
        [retakesPath]: () => ({ items: [] }),
        "POST /retake/create": () => ({ items: [aRetake()], link, status: "COMPLETED", version: 1 }),
      },
    );
    show(reviewer);
    await findSection("Photos");
    fireEvent.keyDown(document.body, { key: "r" });
    const dialog = within(await screen.findByRole("dialog", { name: "Send back" }));
    fireEvent.click(await dialog.findByRole("button", { name: "Photo_1" }));
    fireEvent.click(dialog.getByRole("button", { name: "Blurry" }));
    fireEvent.change(dialog.getByLabelText("Who gets the link"), { target: { value: "PHONE" } });
    expect(dialog.getByText(/No text message is sent from here/)).toBeTruthy();
    fireEvent.change(dialog.getByRole("textbox", { name: /^Phone number/ }), {
      target: { value: "+46 70-123 45 67" },
    });
    fireEvent.click(dialog.getByRole("button", { name: "Send back" }));
    const message = await dialog.findByRole("link", { name: "Text message to +46 70-123 45 67" });
    expect(message.getAttribute("href")).toBe(`sms:+46701234567?body=${encodeURIComponent(link.url)}`);
  });

  it("design§Retakes another device of the licence can be asked, not only the one that captured it", async () => {
    const bodies: unknown[] = [];
    serve(
      {
        ...{ tasks: [task], photos: somePhotos(1) },
        details: { status: "PAUSED", deviceId: "tablet-1", phoneModel: "SM-X210" },
      },
      {
        [retakesPath]: () => ({ items: [] }),
        [`GET /retake/findDevicesByDocumentationId/${documentationId}`]: () => ({
          items: [
            { deviceId: "phone-22", username: "eva", phoneModel: "iPhone 13", lastUpdated: timestamp },
            { deviceId: "tablet-1", username: null, phoneModel: "Galaxy Tab A9", lastUpdated: timestamp },
          ],
        }),
        "POST /retake/create": ({ body }) => {
          bodies.push(body);
          return { items: [aRetake()], link: null, status: "PAUSED", version: 1 };
        },
      },
    );
    show(reviewer);
    await findSection("Photos");
    fireEvent.keyDown(document.body, { key: "r" });
    const dialog = within(await screen.findByRole("dialog", { name: "Send back" }));
    fireEvent.click(await dialog.findByRole("button", { name: "Photo_1" }));
    fireEvent.click(dialog.getByRole("button", { name: "Blurry" }));
    await dialog.findByRole("option", { name: "iPhone 13 · eva · phone-22" });
    const devices = dialog.getByLabelText("Which device");
    expect(
      within(devices)
        .getAllByRole("option")
        .map(({ textContent }) => textContent),
    ).toEqual([
      "All devices of the licence",
      "The device that captured it: Galaxy Tab A9 · tablet-1",
      "iPhone 13 · eva · phone-22",
    ]);
    fireEvent.change(devices, { target: { value: "phone-22" } });
    fireEvent.click(dialog.getByRole("button", { name: "Send back" }));
    await waitFor(() =>
      expect(bodies).toMatchObject([{ handOver: true, recipient: { kind: "DEVICE", address: "phone-22" } }]),
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
          items: [
            {
              ...open,
              state: "LATE",
              dueDay: "2026-05-01",
              recipient: { kind: "MAIL", address: "crew@example.com" },
            },
            aRetake({ outcome: "TAKEN", endedBy: "", ended: timestamp }),
          ],
        }),
        [`POST /retake/withdraw/${open.id}`]: () => reply("WITHDRAWN"),
        [`POST /retake/reopen/${open.id}`]: () => reply(null),
      },
    );
    show(reviewer);
    expect(await screen.findByText("1 item was sent back and is waiting for a reply.")).toBeTruthy();
    const sentBack = await findSection("Sent back");
    expect((await screen.findAllByRole("img", { name: "Sent back" })).length).toBeGreaterThan(0);
    expect(sentBack.getByText("Mailed to crew@example.com")).toBeTruthy();
    expect(sentBack.getByText(/late · answer by 2026\u201105\u201101/)).toBeTruthy();
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
