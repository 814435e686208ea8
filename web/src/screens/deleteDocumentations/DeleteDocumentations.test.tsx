import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi, problemReply } from "#testing/fakeApi.ts";
import { aDocumentation, aSession, aSuperAdmin } from "#testing/fixtures.ts";
import { aJob } from "#testing/organisation.ts";
import { renderApp } from "#testing/renderApp.tsx";

const rows = [aDocumentation({ name: "Mast A" }), aDocumentation({ name: "Mast B", status: "DELETED" })];
const counts = { documentations: 2, photos: 6, bytes: 1_500_000, inFieldCount: 1 };
const serve = (overrides: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    "GET /customer/getOptions": () => [{ id: 7, name: "Norrfiber" }],
    "GET /documentations": () => ({ items: rows }),
    "GET /documentation/count": () => ({ total: 12_431 }),
    "POST /documentation/countDeletion": () => counts,
    "POST /documentation/deleteDocumentations": () => job,
    [`GET /job/${job.id}`]: () => ({ ...job, state: "DONE", result: { included: 2, size: 1_500_000 } }),
    ...overrides,
  });
const job = aJob({ kind: "deleteDocumentations" });

async function openScreen(overrides?: Parameters<typeof serve>[0]) {
  const api = serve(overrides);
  renderApp("/deleteDocumentations", aSuperAdmin());
  await userEvent.click(await screen.findByRole("combobox", { name: /Customer/ }));
  await userEvent.click(await screen.findByRole("option", { name: "Norrfiber" }));
  await screen.findByText("Mast A");
  return api;
}
const getDeleteButton = () => screen.getByRole("button", { name: "Delete…" });
const bodiesOf = (api: ReturnType<typeof serve>, call: string) =>
  api.to(`POST /documentation/${call}`).map(({ body }) => body);

describe("2§2 /deleteDocumentations", () => {
  test("2§6 is for super admins only", async () => {
    serve();
    const { address } = renderApp("/deleteDocumentations", aSession());
    await waitFor(() => expect(address()).toBe("/forbidden"));
  });

  test("2§5 deletes nothing until a documentation is selected, and shows counts and sizes first", async () => {
    const api = await openScreen();
    expect(getDeleteButton()).toHaveProperty("disabled", true);
    await userEvent.click(screen.getByRole("checkbox", { name: "Select Mast A" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "Select Mast B" }));
    expect(screen.getByText("2 selected")).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(getDeleteButton());
    const dialog = await screen.findByRole("alertdialog");
    expect(await within(dialog).findByText("1.50 MB")).toBeTruthy();
    expect(within(dialog).getByText(/1 of them is still in the field/)).toBeTruthy();
    await userEvent.click(within(dialog).getByRole("button", { name: "Delete 2 documentations" }));
    expect(await screen.findByText("2 documentations deleted")).toBeTruthy();
    const ids = rows.map(({ id }) => id);
    expect(bodiesOf(api, "deleteDocumentations")).toEqual([{ customerId: 7, ids, expected: 2 }]);
    expect(getDeleteButton()).toHaveProperty("disabled", true);
  });

  test("2§2 Select all covers all of the customer's documentations except deselected ones; deleting many requires the customer's name", async () => {
    const api = await openScreen({
      "POST /documentation/countDeletion": () => ({ ...counts, documentations: 12_430 }),
    });
    await userEvent.click(screen.getByRole("button", { name: "Select all" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "Select Mast B" }));
    expect(screen.getByText("All but 1 selected")).toBeTruthy();
    await userEvent.click(getDeleteButton());
    const dialog = await screen.findByRole("alertdialog");
    const confirm = await within(dialog).findByRole("button", { name: "Delete 12430 documentations" });
    expect(confirm).toHaveProperty("disabled", true);
    await userEvent.type(within(dialog).getByRole("textbox", { name: /Type Norrfiber/ }), "Norrfiber");
    await userEvent.click(confirm);
    await waitFor(() =>
      expect(bodiesOf(api, "deleteDocumentations")).toEqual([
        { customerId: 7, matching: { query: "" }, except: [rows[1]!.id], expected: 12_430 },
      ]),
    );
  });

  test("1§8 reports a count that has changed in the meantime, and fetches the counts again", async () => {
    const api = await openScreen({
      "POST /documentation/deleteDocumentations": () => problemReply(422, "staleVersion"),
    });
    await userEvent.click(screen.getByRole("button", { name: "Select all" }));
    await userEvent.click(getDeleteButton());
    await userEvent.click(await screen.findByRole("button", { name: "Delete 2 documentations" }));
    expect(await screen.findByText(/The number has changed/)).toBeTruthy();
    await waitFor(() => expect(bodiesOf(api, "countDeletion")).toHaveLength(2));
  });
});
