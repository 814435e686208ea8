import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { isGuessableLicenseCode } from "#domain/access/licenseCode.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi, problemReply } from "#testing/fakeApi.ts";
import { aLicense, aSuperAdmin } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";

const row = aLicense();
const item = `/licenses/${row.id}`;
const serve = () =>
  fakeApi({
    "GET /licenses": () => ({ items: [row] }),
    "GET /licenses/count": () => ({ total: 1 }),
    [`GET ${item}`]: () => row,
    "POST /licenses": () => row,
    [`DELETE ${item}`]: () => ({}),
  });
async function show() {
  const api = serve();
  renderApp("/license", aSuperAdmin());
  await screen.findByText(/Showing rows/);
  return api;
}

describe("3§2 /license", () => {
  test("3§5 the name and code of a copy get a suffix", async () => {
    const api = await show();
    await userEvent.click(screen.getByRole("button", { name: "Add" }));
    await screen.findByRole("dialog");
    await userEvent.click(screen.getByRole("combobox", { name: "Copy from" }));
    await userEvent.click(await screen.findByRole("option", { name: `${row.name} (${row.licenseCode})` }));
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>(/^Licence code/).value).toBe("NORR-1copy"),
    );
    expect(screen.getByRole<HTMLInputElement>("combobox", { name: "Copy from" }).value).toBe(
      `${row.name} (${row.licenseCode})`,
    );
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(await screen.findByText("Create Successful")).toBeTruthy();
    expect(api.to("POST /licenses")[0]?.body).toMatchObject({
      customerId: 7,
      name: "Norrfiber fält - Kopia",
      licenseCode: "NORR-1copy",
    });
  });

  test("1§8 a licence deleted before it is copied is reported at the field", async () => {
    fakeApi({
      "GET /licenses": () => ({ items: [row] }),
      "GET /licenses/count": () => ({ total: 1 }),
      [`GET ${item}`]: () => problemReply(404, "notFound"),
    });
    renderApp("/license", aSuperAdmin());
    await userEvent.click(await screen.findByRole("button", { name: "Add" }));
    await userEvent.click(await screen.findByRole("combobox", { name: "Copy from" }));
    await userEvent.click(await screen.findByRole("option", { name: `${row.name} (${row.licenseCode})` }));
    expect(await screen.findByText("This does not exist, or has been deleted")).toBeTruthy();
  });

  test("3§5 a code is required", async () => {
    const api = await show();
    await userEvent.click(screen.getByRole("button", { name: "Add" }));
    const dialog = await screen.findByRole("dialog");
    await userEvent.type(within(dialog).getByRole("textbox", { name: /^Name/ }), "Trial");
    await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
    expect((await within(dialog).findAllByText("This field is required!")).length).toBeGreaterThan(0);
    expect(api.to("POST /licenses")).toHaveLength(0);
  });

  test("3§5 an old code that can be guessed is marked, and a generated one replaces it", async () => {
    const api = await show();
    expect(screen.getByText("Can be guessed")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: `Edit: ${row.name}` }));
    const dialog = await screen.findByRole("dialog");
    expect(await within(dialog).findByText(/This code can be guessed/)).toBeTruthy();
    await userEvent.click(within(dialog).getByRole("button", { name: "Generate" }));
    expect(within(dialog).getByText(/cannot send anything until the new one is entered/)).toBeTruthy();
    const { value } = within(dialog).getByLabelText<HTMLInputElement>(/^Licence code/);
    expect(isGuessableLicenseCode(value)).toBe(false);
    expect(within(dialog).queryByText(/This code can be guessed/)).toBeNull();
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(within(dialog).getByRole("button", { name: "Save" }));
    await waitFor(() => expect(api.to(`PUT ${item}`)[0]?.body).toMatchObject({ licenseCode: value }));
  });

  test("F12 getodk#173 deletes after a confirmation that says that devices may still have data captured with it", async () => {
    const api = await show();
    await userEvent.click(screen.getByRole("button", { name: `Delete: ${row.name}` }));
    const question = await screen.findByRole("alertdialog");
    expect(question.textContent).toContain(
      "Devices in the field may still have data captured with this licence",
    );
    await userEvent.click(within(question).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Delete Successful")).toBeTruthy();
    expect(api.to(`DELETE ${item}`)[0]?.query.get("version")).toBe("1");
  });
});
