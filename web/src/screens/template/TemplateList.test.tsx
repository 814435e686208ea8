import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { aSession, aSuperAdmin } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";
import { aTemplateRow } from "./templateTesting.ts";

const reader = () => aSession({ roles: ["ROLE_TEMPLATE_READ"] });
const writer = () => aSession({ roles: ["ROLE_TEMPLATE_READ", "ROLE_TEMPLATE_WRITE"] });
const serve = (items = [aTemplateRow()]) =>
  fakeApi({ "GET /templates": () => ({ items }), "GET /templates/count": () => ({ total: items.length }) });
const findHeaders = async () => {
  await screen.findByText(/Showing rows/);
  return screen
    .getAllByRole("columnheader")
    .map((header) => header.textContent)
    .slice(0, -1);
};

describe("3§2 /template", () => {
  test("has its columns; the customer is for super admins only", async () => {
    serve();
    const view = renderApp("/template", reader());
    const otherColumns = ["Description", "Export configurations", "Suggestion list", "Hidden", "Position"];
    expect(await findHeaders()).toEqual(["Name", ...otherColumns]);
    expect(await axeFaults()).toEqual([]);
    view.unmount();
    renderApp("/template", aSuperAdmin());
    expect(await findHeaders()).toEqual(["Name", "Customer", ...otherColumns]);
  });

  test("keeps the query parameters on the way to the details and the editor", async () => {
    const row = aTemplateRow();
    serve([row]);
    const app = renderApp("/template?q=mast&sort=position", writer());
    const link = await screen.findByRole("link", { name: "Mast inspection" });
    expect(link.getAttribute("href")).toBe(`/template/details/${row.id}?q=mast&sort=position`);
    await userEvent.click(screen.getByRole("button", { name: "Edit: Mast inspection" }));
    expect(app.address()).toBe(`/template/${row.id}?q=mast&sort=position`);
  });

  test("creating, editing and deleting require ROLE_TEMPLATE_WRITE", async () => {
    serve();
    renderApp("/template", reader());
    await screen.findByText(/Showing rows/);
    for (const name of ["Add", "Edit: Mast inspection", "Delete: Mast inspection"])
      expect(screen.getByRole("button", { name }).getAttribute("aria-disabled")).toBe("true");
  });

  test("F12 getodk#173 deletes after a confirmation that says what happens to data on devices", async () => {
    const row = aTemplateRow();
    const api = fakeApi({
      "GET /templates": () => ({ items: [row] }),
      "GET /templates/count": () => ({ total: 1 }),
      [`DELETE /templates/${row.id}`]: () => ({}),
    });
    renderApp("/template", writer());
    await userEvent.click(await screen.findByRole("button", { name: "Delete: Mast inspection" }));
    const question = await screen.findByRole("alertdialog");
    expect(question.textContent).toContain("What their devices have already captured can still be sent");
    expect(await axeFaults()).toEqual([]);
    expect(api.to(`DELETE /templates/${row.id}`)).toHaveLength(0);
    await userEvent.click(within(question).getByRole("button", { name: "Delete" }));
    expect(await screen.findByText("Delete Successful")).toBeTruthy();
    expect(api.to(`DELETE /templates/${row.id}`)[0]?.query.get("version")).toBe(String(row.version));
  });
});
