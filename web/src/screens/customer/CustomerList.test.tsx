import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi, problemReply } from "#testing/fakeApi.ts";
import { anId, aSuperAdmin } from "#testing/fixtures.ts";
import { aCustomer, aCustomerRow, aUserRow, someProducts } from "#testing/organisation.ts";
import { renderApp } from "#testing/renderApp.tsx";

const serve = (items: ReturnType<typeof aCustomerRow>[], overrides: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    "GET /customers": () => ({ items }),
    "GET /customers/count": () => ({ total: items.length }),
    "GET /products": () => someProducts,
    "GET /exportDocumentConfiguration/getAll": () => ({ items: [] }),
    ...overrides,
  });
const aLayout = (name: string) => ({
  id: anId(),
  name,
  customerId: null,
  customerName: null,
  description: null,
  type: "WORD" as const,
});
const save = () => userEvent.click(screen.getByRole("button", { name: "Save" }));

describe("1§2 the customers screen", () => {
  test("has its columns with details, sorted by name ascending", async () => {
    const api = serve([
      aCustomerRow({ documentationCount: 1234, photoCount: 56_789, totalSize: 123_456_789 }),
    ]);
    renderApp("/customer", aSuperAdmin());
    await screen.findByText(/Showing rows/);
    expect(screen.getAllByRole("columnheader").map((header) => header.textContent)).toEqual([
      "Name",
      "Products",
      "Users",
      "Documentations",
      "Photos",
      "Total size",
      "Actions",
    ]);
    expect(Object.fromEntries(api.to("GET /customers")[0]!.query)).toMatchObject({
      details: "true",
      sort: "name",
      order: "asc",
      max: "25",
    });
    const texts = screen.getAllByRole("cell").map((cell) => cell.textContent);
    expect(texts.slice(0, 5)).toEqual(["–", "–", "1,234", "56,789", "123.46 MB"]);
    expect(await axeFaults()).toEqual([]);
  });

  test("shows three users, and the ellipsis opens a paged list of all", async () => {
    const users = [1, 2, 3].map((id) => ({ id, username: `user${id}` }));
    const api = serve([aCustomerRow({ users, userCount: 40 })], {
      "GET /users": () => ({ items: [aUserRow({ username: "user4" })] }),
      "GET /users/count": () => ({ total: 40 }),
    });
    renderApp("/customer", aSuperAdmin());
    expect(await screen.findByText("user1, user2, user3")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Show all 40 users at Norrfiber" }));
    const dialog = await screen.findByRole("dialog", { name: "Users at Norrfiber" });
    expect(await within(dialog).findByText("user4")).toBeTruthy();
    expect(api.to("GET /users")[0]!.query.get("customerId")).toBe("7");
    expect(api.to("GET /users/count")[0]!.query.get("customerId")).toBe("7");
    await userEvent.type(within(dialog).getByRole("searchbox"), "anna");
    await waitFor(() => expect(api.to("GET /users").at(-1)!.query.get("q")).toBe("anna"));
  });

  test("has no ellipsis if all users are shown", async () => {
    serve([aCustomerRow({ users: [{ id: 1, username: "user1" }], userCount: 1 })]);
    renderApp("/customer", aSuperAdmin());
    expect(await screen.findByText("user1")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Show all/ })).toBeNull();
  });
});

describe("1§5 the customer form", () => {
  test("needs a name, and grants what is checked", async () => {
    const api = serve([], { "POST /customers": () => aCustomer() });
    renderApp("/customer", aSuperAdmin());
    await userEvent.click((await screen.findAllByRole("button", { name: "Add" }))[0]!);
    await screen.findByRole("checkbox", { name: "Map" });
    expect(await axeFaults()).toEqual([]);
    await save();
    expect(await screen.findByText("This field is required!")).toBeTruthy();
    await userEvent.type(screen.getByRole("textbox", { name: /^Name/ }), "Norrfiber");
    await userEvent.click(screen.getByRole("checkbox", { name: "Demo customer" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "Map" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "Forms" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "3GIS PM" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "Handed over" }));
    await save();
    await waitFor(() => expect(api.to("POST /customers")).toHaveLength(1));
    expect(api.to("POST /customers")[0]!.body).toEqual({
      name: "Norrfiber",
      demo: true,
      secondFactorRequired: false,
      products: [
        { id: 1, name: "FORM" },
        { id: 8, name: "MAP" },
      ],
      exportDocumentTypes: ["FORM_3GIS_PM"],
      exportDocumentConfigurations: [],
      documentationStatuses: ["PAUSED"],
    });
  });

  test("1§3 offers all document types but two and all report layouts, granted or not, and names the defaults", async () => {
    const [audit, handover] = [aLayout("Audit"), aLayout("Handover")];
    const row = aCustomer({
      exportDocumentTypes: ["PHOTO_WORD_DOCUMENT", "FORM_EXCEL_WORKBOOK"],
      exportDocumentConfigurations: [{ id: handover.id, name: handover.name }],
    });
    const api = serve([aCustomerRow()], {
      "GET /customers/7": () => row,
      "PUT /customers/7": () => row,
      "GET /exportDocumentConfiguration/getAll": () => ({
        items: [audit, handover, { ...aLayout("Ours"), customerId: 7, customerName: "Norrfiber" }],
      }),
    });
    renderApp("/customer", aSuperAdmin());
    await userEvent.click(await screen.findByRole("button", { name: "Edit: Norrfiber" }));
    const types = await screen.findByRole("group", { name: "Document types" });
    expect(within(types).getAllByRole("checkbox")).toHaveLength(8);
    expect(
      within(types).getByText(
        "If none is selected, the customer gets: PowerPoint with photos, Word with photos, Excel with photos.",
      ),
    ).toBeTruthy();
    await userEvent.click(within(types).getByRole("checkbox", { name: "PowerPoint with photos" }));
    await userEvent.click(await screen.findByRole("checkbox", { name: "Handover" }));
    expect(screen.getByRole("checkbox", { name: "Handover" })).toHaveProperty("checked", false);
    expect(screen.queryByRole("checkbox", { name: "Ours" })).toBeNull();
    await userEvent.click(screen.getByRole("checkbox", { name: "Audit" }));
    await save();
    await waitFor(() => expect(api.to("PUT /customers/7")).toHaveLength(1));
    expect(api.to("PUT /customers/7")[0]!.body).toEqual({
      exportDocumentTypes: ["PHOTO_POWERPOINT_PRESENTATION", "PHOTO_WORD_DOCUMENT", "FORM_EXCEL_WORKBOOK"],
      exportDocumentConfigurations: [{ id: audit.id, name: audit.name }],
      version: 1,
    });
  });

  test("says that there are no report layouts, and reports a duplicate name at its field", async () => {
    serve([], { "POST /customers": () => problemReply(422, "duplicate", { name: "duplicate" }) });
    renderApp("/customer", aSuperAdmin());
    await userEvent.click((await screen.findAllByRole("button", { name: "Add" }))[0]!);
    expect(await screen.findByText("There are no report layouts.")).toBeTruthy();
    await userEvent.type(screen.getByRole("textbox", { name: /^Name/ }), "Norrfiber");
    await save();
    expect(await screen.findByText("This is already in use")).toBeTruthy();
  });
});
