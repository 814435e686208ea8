import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi, problemReply } from "#testing/fakeApi.ts";
import { aSession } from "#testing/fixtures.ts";
import { anImport, aSuggestion, aSuggestionList } from "#testing/lists.ts";
import { renderApp } from "#testing/renderApp.tsx";

const addPath = "POST /suggestionList/addSuggestion";
const importPath = "POST /suggestionList/importFile";

async function open(
  list = aSuggestionList(),
  items = [aSuggestion()],
  overrides: Parameters<typeof fakeApi>[0] = {},
) {
  const rowsPath = `GET /suggestionList/suggestions/${list.id}`;
  const api = fakeApi({
    "GET /suggestionLists": () => ({ items: [list] }),
    "GET /suggestionLists/count": () => ({ total: 1 }),
    [`GET /suggestionLists/${list.id}`]: () => list,
    [rowsPath]: () => ({ items }),
    [`GET /suggestionList/suggestions/count/${list.id}`]: () => ({ total: 100_000 }),
    [addPath]: () => aSuggestion(),
    ...overrides,
  });
  renderApp(
    "/suggestionList",
    aSession({ roles: ["ROLE_SUGGESTION_LIST_READ", "ROLE_SUGGESTION_LIST_WRITE"] }),
  );
  await press(`Suggestions in ${list.name}`);
  const dialog = await screen.findByRole("dialog", { name: `Suggestions in ${list.name}` });
  await within(dialog).findByText(/Showing rows/);
  return { api, list, rowsPath, dialog: within(dialog) };
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const typeInto = async (name: string | RegExp, text: string) =>
  userEvent.type(await screen.findByRole("textbox", { name }), text);
const save = () => press("Save");
const chooseFile = (name: string, text = "x") =>
  fireEvent.change(document.querySelector<HTMLInputElement>("input[type=file]")!, {
    target: { files: [new File([text], name)] },
  });

describe("3§3 the suggestions of a list", () => {
  test("are searched, sorted and paged by the service", async () => {
    const { api, rowsPath, dialog } = await open();
    expect(Object.fromEntries(api.to(rowsPath)[0]!.query)).toMatchObject({
      max: "25",
      offset: "0",
      sort: "text",
      order: "asc",
    });
    expect(await dialog.findByText("Showing rows 1 to 1 of 100000")).toBeTruthy();
    expect(await axeFaults(screen.getByRole("dialog"))).toEqual([]);
    await userEvent.type(dialog.getByRole("searchbox"), "2041{Enter}");
    await waitFor(() => expect(api.to(rowsPath).at(-1)!.query.get("q")).toBe("2041"));
  });

  test("3§5 a suggestion is added with a position, in degrees with a decimal comma or point", async () => {
    const { api, list } = await open();
    await press("New suggestion");
    await typeInto(/^Suggestion/, "NF-2042");
    await typeInto("Latitude", "64,7681");
    await save();
    expect(await screen.findByText("This field is required!")).toBeTruthy();
    await typeInto("Longitude", "200");
    await save();
    expect(await screen.findByText("This position does not exist")).toBeTruthy();
    await userEvent.clear(screen.getByRole("textbox", { name: "Longitude" }));
    await typeInto("Longitude", "20.9561");
    await save();
    await waitFor(() => expect(api.to(addPath)).toHaveLength(1));
    expect(api.to(addPath)[0]!.body).toEqual({
      suggestionList: list.id,
      text: "NF-2042",
      lat: 64.7681,
      lng: 20.9561,
    });
  });

  test("3§3 a missing position is sent as 1000; the text field is focused", async () => {
    const { api } = await open();
    await press("New suggestion");
    await waitFor(() => expect(document.activeElement?.getAttribute("name")).toBe("text"));
    await userEvent.keyboard("NF 2042");
    await save();
    await waitFor(() => expect(api.to(addPath)[0]?.body).toMatchObject({ lat: 1000, lng: 1000 }));
  });

  test("3§5 a duplicate is reported at the field", async () => {
    await open(undefined, undefined, {
      [addPath]: () => problemReply(422, "duplicate", { text: "duplicate" }),
    });
    await press("New suggestion");
    await typeInto(/^Suggestion/, "NF-2041");
    await save();
    expect(await screen.findByText("This is already in use")).toBeTruthy();
  });

  test("3§3 the name of an existing documentation is rejected at the field if the list deletes used suggestions", async () => {
    await open(undefined, undefined, {
      [addPath]: () => problemReply(422, "invalid", { text: "notAllowed" }),
    });
    await press("New suggestion");
    await typeInto(/^Suggestion/, "NF-2041");
    await save();
    expect(await screen.findByText(/Hidden from the list/)).toBeTruthy();
  });

  test("3§5 a contact person has a field for each column, with required ones marked", async () => {
    const list = aSuggestionList({
      type: "CONTACT_PERSONS",
      params: { columns: "Namn;Telefon", requiredColumns: "Namn" },
    });
    const { api, dialog } = await open(list, [aSuggestion({ text: "Eva;070" })]);
    expect(dialog.getAllByRole("columnheader").map(({ textContent }) => textContent)).toEqual([
      "Namn",
      "Telefon",
      "Source",
      "Created",
      "Actions",
    ]);
    await press("New suggestion");
    expect(await screen.findByRole("textbox", { name: /^Namn/ })).toHaveProperty("required", true);
    await typeInto("Telefon", "070");
    await save();
    expect(await screen.findByText("This field is required!")).toBeTruthy();
    await typeInto(/^Namn/, "Anna");
    await save();
    await waitFor(() => expect(api.to(addPath)).toHaveLength(1));
    expect(api.to(addPath)[0]!.body).toEqual({ suggestionList: list.id, text: "Anna;070" });
  });

  test("a suggestion is edited and deleted by its id", async () => {
    const suggestion = aSuggestion({ lat: 64.1, lng: 20.1 });
    const putPath = `PUT /suggestionList/updateSuggestion/${suggestion.id}`;
    const removePath = `DELETE /suggestionList/deleteSuggestion/${suggestion.id}`;
    const { api } = await open(undefined, [suggestion], {
      [putPath]: () => suggestion,
      [removePath]: () => ({ success: true }),
    });
    await press("Edit: NF-2041");
    await typeInto(/^Suggestion/, "B");
    await save();
    await waitFor(() => expect(api.to(putPath)[0]?.body).toEqual({ text: "NF-2041B", lat: 64.1, lng: 20.1 }));
    await press("Delete: NF-2041");
    await press("Delete");
    await waitFor(() => expect(api.to(removePath)).toHaveLength(1));
  });

  test("all imported suggestions are deleted after confirmation", async () => {
    const list = aSuggestionList();
    const removePath = `DELETE /suggestionList/deleteImported/${list.id}`;
    const { api } = await open(list, undefined, { [removePath]: () => ({ removed: 12 }) });
    await press("Delete imported");
    expect(api.to(removePath)).toHaveLength(0);
    await press("Delete");
    expect(await screen.findByText("12 suggestions deleted")).toBeTruthy();
  });
});

describe("3§5 a file is previewed before it is imported", () => {
  test("every error shows its line; nothing is written before confirmation", async () => {
    const response = anImport({
      errorCount: 1,
      errors: [{ line: 3, field: "lat", error: "wrongType", text: "NF-1;x;1" }],
    });
    const { api, list } = await open(undefined, undefined, { [importPath]: () => response });
    await press("Import file");
    await screen.findByRole("dialog", { name: "Import suggestions into Sites" });
    chooseFile("sites.csv", "NF-2041");
    expect(await screen.findByRole("rowheader", { name: "Line 3" })).toBeTruthy();
    expect(screen.getByText("Latitude: Invalid type of value")).toBeTruthy();
    expect(api.to(importPath).map(({ body }) => body)).toEqual([
      { suggestionList: list.id, data: btoa("NF-2041"), preview: true },
    ]);
    expect(await axeFaults(screen.getByRole("dialog", { name: /^Import/ }))).toEqual([]);
    await press("Import 2 lines");
    expect(await screen.findByText("2 suggestions imported or updated")).toBeTruthy();
    expect(api.to(importPath)[1]!.body).toMatchObject({ preview: false });
  });

  test("fomantic#1850 texts that differ from others only in case are named", async () => {
    await open(undefined, undefined, { [importPath]: () => anImport({ caseVariants: ["koppar"] }) });
    await press("Import file");
    await screen.findByRole("dialog", { name: /^Import/ });
    chooseFile("sites.csv", "Koppar\nkoppar");
    expect(await screen.findByText("koppar")).toBeTruthy();
    expect(screen.getByText(/differ from others only in upper and lower case/)).toBeTruthy();
  });

  test("other file types are not uploaded, and an empty import is disabled", async () => {
    const { api } = await open(undefined, undefined, {
      [importPath]: () => anImport({ addedCount: 0, updatedCount: 0 }),
    });
    await press("Import file");
    await screen.findByRole("dialog", { name: /^Import/ });
    chooseFile("photo.png");
    expect(await screen.findByText("Choose a .txt or .csv file")).toBeTruthy();
    expect(api.to(importPath)).toHaveLength(0);
    chooseFile("sites.txt");
    expect(await screen.findByText("There is nothing to import in the file.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Import \d/ })).toBeNull();
  });
});
