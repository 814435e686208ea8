import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import swedish from "#i18n/locales/sv/lists.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { aSession, aSuperAdmin } from "#testing/fixtures.ts";
import { aSuggestionList } from "#testing/lists.ts";
import { renderApp } from "#testing/renderApp.tsx";

const serve = (list = aSuggestionList(), overrides: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    "GET /suggestionLists": () => ({ items: [list] }),
    "GET /suggestionLists/count": () => ({ total: 1 }),
    [`GET /suggestionLists/${list.id}`]: () => list,
    [`PUT /suggestionLists/${list.id}`]: () => list,
    "GET /customer/getOptions": () => [{ id: 7, name: "Norrfiber" }],
    ...overrides,
  });
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const save = () => press("Save");
const reader = () => aSession({ roles: ["ROLE_SUGGESTION_LIST_READ"] });
const writer = () => aSession({ roles: ["ROLE_SUGGESTION_LIST_READ", "ROLE_SUGGESTION_LIST_WRITE"] });

describe("3§2 the suggestion lists", () => {
  test("show name, description, type and number of rows; super admins also see the customer", async () => {
    const api = serve();
    const view = renderApp("/suggestionList", aSuperAdmin());
    await screen.findByText(/Showing rows/);
    const headers = () => screen.getAllByRole("columnheader").map((header) => header.textContent);
    const columns = ["Name", "Description", "Type", "Suggestions", "Actions"];
    expect(headers()).toEqual(["Customer", ...columns]);
    expect(screen.getByText("100,000")).toBeTruthy();
    expect(api.to("GET /suggestionLists")[0]!.query.get("details")).toBe("true");
    expect(screen.getByRole("link", { name: "Map: Sites" })).toBeTruthy();
    expect(await axeFaults()).toEqual([]);
    view.unmount();
    serve();
    renderApp("/suggestionList", reader());
    await screen.findByText(/Showing rows/);
    expect(headers()).toEqual(columns);
    expect(screen.queryByRole("link", { name: "Map: Sites" })).toBeNull();
  });

  test("3§6 readers see why they cannot change anything", async () => {
    const api = serve();
    renderApp("/suggestionList", reader());
    await screen.findByText(/Showing rows/);
    await press("Copy Sites");
    expect(screen.queryByRole("dialog")).toBeNull();
    expect(screen.getByRole("button", { name: "Add" }).getAttribute("aria-disabled")).toBe("true");
    expect(api.calls.every(({ method }) => method === "GET")).toBe(true);
  });

  test("3§5 the type is locked after creation, and the status is enabled only with deletion turned on", async () => {
    const list = aSuggestionList();
    const api = serve(list);
    renderApp("/suggestionList", writer());
    await press("Edit: Sites");
    const status = await screen.findByRole("combobox", { name: /^Only if/ });
    expect(screen.getByRole("textbox", { name: "Type" })).toHaveProperty("disabled", true);
    expect(status).toHaveProperty("disabled", true);
    await userEvent.click(screen.getByRole("checkbox", { name: /^Remove suggestions/ }));
    await userEvent.selectOptions(status, "Approved");
    await save();
    const putPath = `PUT /suggestionLists/${list.id}`;
    await waitFor(() => expect(api.to(putPath)).toHaveLength(1));
    expect(api.to(putPath)[0]!.body).toEqual({
      deleteSuggestionIfDocumentationExists: true,
      requiredDocumentationStatus: "APPROVED",
      version: 1,
    });
  });

  test("3§5 turning deletion off clears the status", async () => {
    const list = aSuggestionList({
      deleteSuggestionIfDocumentationExists: true,
      requiredDocumentationStatus: "APPROVED",
    });
    const api = serve(list);
    renderApp("/suggestionList", writer());
    await press("Edit: Sites");
    await userEvent.click(await screen.findByRole("checkbox", { name: /^Remove suggestions/ }));
    await save();
    const putPath = `PUT /suggestionLists/${list.id}`;
    await waitFor(() => expect(api.to(putPath)).toHaveLength(1));
    expect(api.to(putPath)[0]!.body).toMatchObject({ requiredDocumentationStatus: null });
  });

  test("3§5 contact persons need columns, and required ones must be among them", async () => {
    const contactList = aSuggestionList({ type: "CONTACT_PERSONS" });
    const api = serve(contactList, { "POST /suggestionLists": () => contactList });
    renderApp("/suggestionList", writer());
    await press("Add");
    await userEvent.type(await screen.findByRole("textbox", { name: /^Name/ }), "People");
    await userEvent.selectOptions(screen.getByRole("combobox", { name: /^Type/ }), "Contact persons");
    await save();
    expect(await screen.findByText("This field is required!")).toBeTruthy();
    await userEvent.type(screen.getByRole("textbox", { name: /^Columns/ }), "Namn;Telefon");
    await userEvent.type(screen.getByRole("textbox", { name: "Required columns" }), "Adress");
    await save();
    expect(await screen.findByText("Only columns in the list can be required")).toBeTruthy();
    expect(api.to("POST /suggestionLists")).toHaveLength(0);
    await userEvent.clear(screen.getByRole("textbox", { name: "Required columns" }));
    await save();
    await waitFor(() => expect(api.to("POST /suggestionLists")).toHaveLength(1));
    expect(api.to("POST /suggestionLists")[0]!.body).toMatchObject({
      type: "CONTACT_PERSONS",
      params: { columns: "Namn;Telefon" },
    });
  });

  test("3§6 super admins choose licences of the list's customer", async () => {
    const license = { license: "00000000-0000-4000-8000-000000000001", name: "Norr", customerId: 7 };
    const list = aSuggestionList({ suggestionListLicenses: [license] });
    const api = serve(list);
    renderApp("/suggestionList", aSuperAdmin());
    await press("Edit: Sites");
    await press("Remove Norr");
    await save();
    const putPath = `PUT /suggestionLists/${list.id}`;
    await waitFor(() => expect(api.to(putPath)).toHaveLength(1));
    expect(api.to(putPath)[0]!.body).toEqual({ suggestionListLicenses: [], version: 1 });
  });

  test("3§7 a list is copied, by super admins also to another customer", async () => {
    const list = aSuggestionList();
    const api = serve(list, { "POST /suggestionList/copy": () => aSuggestionList({ name: "Sites 2" }) });
    renderApp("/suggestionList", aSuperAdmin());
    await press("Copy Sites");
    const dialog = await screen.findByRole("dialog", { name: "Copy Sites" });
    await userEvent.type(within(dialog).getByRole("textbox", { name: "Name of the copy" }), "Sites 2");
    await userEvent.click(within(dialog).getByRole("combobox"));
    await userEvent.click(await screen.findByRole("option", { name: "Norrfiber" }));
    await userEvent.click(within(dialog).getByRole("button", { name: "Copy" }));
    expect(await screen.findByText("Copied as Sites 2")).toBeTruthy();
    expect(api.to("POST /suggestionList/copy")[0]!.body).toEqual({
      suggestionList: list.id,
      name: "Sites 2",
      customer: 7,
    });
  });

  test("every type has a name in Swedish", () => {
    expect(Object.values(swedish.type)).toEqual(["Dokumentationsnamn", "Svarsalternativ", "Kontaktpersoner"]);
  });
});
