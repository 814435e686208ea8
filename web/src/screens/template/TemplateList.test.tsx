import { screen } from "@testing-library/react";
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
const headers = async () => {
  await screen.findByText(/Showing rows/);
  return screen
    .getAllByRole("columnheader")
    .map((header) => header.textContent)
    .slice(0, -1);
};

describe("3§2 /template", () => {
  test("has its columns; the customer is for super admins only", async () => {
    serve();
    const staff = renderApp("/template", reader());
    const otherColumns = ["Description", "Export configurations", "Suggestion list", "Hidden", "Position"];
    expect(await headers()).toEqual(["Name", ...otherColumns]);
    expect(await axeFaults()).toEqual([]);
    staff.unmount();
    renderApp("/template", aSuperAdmin());
    expect(await headers()).toEqual(["Name", "Customer", ...otherColumns]);
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
});
