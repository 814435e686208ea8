import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { problemReply } from "#testing/fakeApi.ts";
import { anId, aSession, aTask } from "#testing/fixtures.ts";
import { documentationId, hideFromObserver, serve, show } from "../testing.tsx";

const writer = aSession({ roles: ["ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE"] });
const laterUploadTask = aTask({ name: "Protocol", type: "FILE", required: "NO_WITH_LATER_UPLOAD" });
const url = "https://console.example/uploadLater?token=secret";

const aLink = (changes: object = {}) => ({
  id: anId(),
  purpose: "FILES",
  creator: "staff",
  expireDate: "2030-01-01T10:00:00Z",
  dateCreated: "2026-05-05T10:00:00Z",
  received: 0,
  receivedSize: 0,
  waiting: 0,
  refused: 0,
  lastReceived: null,
  revoked: null as string | null,
  closed: false,
  ...changes,
});

function open(links: object[], overrides: Record<string, () => unknown> = {}, tasks = [laterUploadTask]) {
  const api = serve(
    { tasks },
    {
      [`GET /uploadToken/findAllByDocumentationId/${documentationId}`]: () => ({ items: links }),
      [`GET /deliveryLink/findAllByDocumentationId/${documentationId}`]: () => ({ items: [] }),
      ...overrides,
    },
  );
  show(writer);
  return api;
}
async function openDialog() {
  await userEvent.click(await screen.findByRole("button", { name: "More actions" }));
  await userEvent.click(await screen.findByRole("menuitem", { name: "Upload links" }));
  return within(await screen.findByRole("dialog", { name: "Upload links" }));
}

beforeEach(hideFromObserver);

describe("2§1 design§Links upload links created and revoked by staff", () => {
  test("design§Links a link is open for 14 days unless another day is chosen, and its creator sees it with a QR code", async () => {
    const api = open([], {
      "POST /uploadToken/create": () => ({ ...aLink({ purpose: "LATER" }), token: "secret", url }),
    });
    const links = await openDialog();
    expect(await links.findByText("No links yet")).toBeTruthy();
    await userEvent.click(links.getByRole("radio", { name: /Tasks waiting/ }));
    await userEvent.click(links.getByRole("button", { name: "Create link" }));
    expect(await links.findByText(url)).toBeTruthy();
    const body = api.to("POST /uploadToken/create")[0]!.body as { purpose: string; expireDate: string };
    expect(body).toMatchObject({ documentationId, purpose: "LATER" });
    const days = (Date.parse(body.expireDate) - Date.now()) / 86_400_000;
    expect([days > 13, days < 15.1]).toEqual([true, true]);
    await userEvent.click(links.getByRole("button", { name: "Show QR code" }));
    expect(await links.findByRole("img", { name: "QR code for the link" })).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
  });

  test("design§Links no link for tasks is offered if none is waiting, and a past day is refused", async () => {
    const api = open([], {}, [aTask({ name: "Text", type: "TEXT" })]);
    const links = await openDialog();
    expect(links.getByRole("radio", { name: /Tasks waiting/ })).toHaveProperty("disabled", true);
    const day = links.getByLabelText(/Open until/);
    await userEvent.clear(day);
    await userEvent.type(day, "2020-01-01");
    await userEvent.click(links.getByRole("button", { name: "Create link" }));
    expect(links.getByText(/Choose a date from today/)).toBeTruthy();
    expect(api.to("POST /uploadToken/create")).toEqual([]);
  });

  test("design§Links lists what was received through each link, shows its receipt, and revokes it after confirmation", async () => {
    const link = aLink({ received: 2, receivedSize: 3_000_000, waiting: 1, refused: 1 });
    const storedLinks = [link, aLink({ expireDate: "2020-01-01T10:00:00Z" })];
    const receipt = {
      documentationName: "Mast",
      customerName: "Norrfiber",
      creator: "staff",
      expected: 4,
      received: 2,
      items: [{ name: "a.pdf", dataSize: 5, sha256: "ab", dateUploaded: "2026-05-05T10:00:00Z" }],
      refused: [{ name: "b.jpg", reason: "notJpeg" }],
      dateCreated: "2026-05-05T10:00:00Z",
    };
    const replies = [problemReply(422, "invalid"), { success: true }];
    const api = open(storedLinks, {
      [`GET /uploadToken/findReceipt/${link.id}`]: () => ({ receipt, signature: "s" }),
      [`DELETE /uploadToken/revoke/${link.id}`]: () => replies.shift(),
    });
    const links = await openDialog();
    expect(await links.findByText("2 received (3.00 MB) · 1 on the way · 1 refused")).toBeTruthy();
    expect(links.getByText("Expired")).toBeTruthy();
    await userEvent.click(links.getByRole("button", { name: "Receipt" }));
    expect(await links.findByText("2 of 4 received and verified")).toBeTruthy();
    expect(links.getByText("1 file has not arrived yet")).toBeTruthy();
    expect(links.getByText(/The file is not a JPEG photo/)).toBeTruthy();
    const revoke = async (buttonName: string) => {
      await userEvent.click(links.getAllByRole("button", { name: /^Revoke the link/ })[0]!);
      const question = within(await screen.findByRole("alertdialog"));
      await userEvent.click(question.getByRole("button", { name: buttonName }));
    };
    await revoke("Cancel");
    expect(api.to(`DELETE /uploadToken/revoke/${link.id}`)).toEqual([]);
    await revoke("Revoke");
    expect(await links.findByRole("alert")).toBeTruthy();
    storedLinks[0] = { ...link, revoked: "2026-05-06T10:00:00Z" };
    await revoke("Revoke");
    expect(await links.findByText("Revoked")).toBeTruthy();
    expect(links.queryByRole("button", { name: /^Revoke the link/ })).toBeNull();
    expect(links.getByText(/2 received/)).toBeTruthy();
  });

  test("design§Links a link whose creator can no longer create links is shown as closed, and can still be revoked", async () => {
    open([aLink({ closed: true })]);
    const links = await openDialog();
    expect(await links.findByText("Closed: its creator can no longer create links")).toBeTruthy();
    expect(links.queryByText("Open")).toBeNull();
    expect(links.getByRole("button", { name: /^Revoke the link/ })).toBeTruthy();
  });

  test("design§Links emailed links are listed with their state, and revoked after confirmation", async () => {
    const [delivery, document] = ["a".repeat(64), anId()];
    let items = [
      {
        ...{ id: delivery, kind: "DELIVERY", name: "Archive", to: null, creator: "", closed: false },
        ...{ expireDate: "2030-01-01T10:00:00Z", dateCreated: "2026-05-05T10:00:00Z" },
      },
      {
        ...{ id: document, kind: "DOCUMENT", name: "Mast.pdf", to: "client@example.com", creator: "anna" },
        ...{ closed: true, expireDate: "2030-01-01T10:00:00Z", dateCreated: "2026-05-05T10:00:00Z" },
      },
    ];
    const revoke = `DELETE /deliveryLink/revoke/${delivery}`;
    const api = open([], {
      [`GET /deliveryLink/findAllByDocumentationId/${documentationId}`]: () => ({ items }),
      [revoke]: () => {
        items = items.slice(1);
        return { success: true };
      },
    });
    const links = await openDialog();
    expect(await links.findByText("Export to Archive")).toBeTruthy();
    expect(links.getByText("To client@example.com")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(links.getByRole("button", { name: "Revoke the emailed link: Archive" }));
    const question = within(await screen.findByRole("alertdialog"));
    expect(api.to(revoke)).toHaveLength(0);
    await userEvent.click(question.getByRole("button", { name: "Revoke" }));
    expect(await links.findByText("Document Mast.pdf")).toBeTruthy();
    await waitFor(() => expect(links.queryByText("Export to Archive")).toBeNull());
    expect(api.to(revoke)).toHaveLength(1);
  });
});
