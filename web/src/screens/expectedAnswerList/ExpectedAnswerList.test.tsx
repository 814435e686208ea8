import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi } from "#testing/fakeApi.ts";
import { aSession, aSuperAdmin } from "#testing/fixtures.ts";
import { anAnswer, anAnswerList, anImport } from "#testing/lists.ts";
import { renderApp } from "#testing/renderApp.tsx";

const add = "POST /expectedAnswerList/addExpectedAnswer";

function serve(items = [anAnswer()], columns: string[] = [], overrides: Parameters<typeof fakeApi>[0] = {}) {
  const list = anAnswerList();
  const rows = `GET /expectedAnswerList/expectedAnswers/${list.id}`;
  const api = fakeApi({
    "GET /expectedAnswerLists": () => ({ items: [list] }),
    "GET /expectedAnswerLists/count": () => ({ total: 1 }),
    [`GET /expectedAnswerLists/${list.id}`]: () => list,
    [rows]: () => ({ items }),
    [`GET /expectedAnswerList/expectedAnswers/count/${list.id}`]: () => ({ total: items.length }),
    [`GET /expectedAnswerList/columns/${list.id}`]: () => columns,
    [add]: () => anAnswer(),
    ...overrides,
  });
  return { api, list, rows };
}
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole("button", { name }));
const staff = () => aSession({ roles: ["ROLE_EXPECTED_ANSWER_LIST_WRITE"] });

async function open(...args: Parameters<typeof serve>) {
  const context = serve(...args);
  renderApp("/expectedAnswerList", staff());
  await press("Expected answers in Corrosion");
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByText(/Showing rows/);
  return { ...context, dialog: within(dialog), element: dialog };
}

describe("3§2 the lists of expected answers", () => {
  test("name, description and number of answers; super admins also see the customer", async () => {
    serve();
    const view = renderApp("/expectedAnswerList", aSuperAdmin());
    await screen.findByText(/Showing rows/);
    const headers = () => screen.getAllByRole("columnheader").map((header) => header.textContent);
    expect(headers()).toEqual(["Customer", "Name", "Description", "Answers", "Actions"]);
    expect(await axeFaults()).toEqual([]);
    view.unmount();
    serve();
    renderApp("/expectedAnswerList", staff());
    await screen.findByText(/Showing rows/);
    expect(headers()).toEqual(["Name", "Description", "Answers", "Actions"]);
  });

  test("3§5 a list needs a name, and keeps its customer", async () => {
    const { api } = serve();
    renderApp("/expectedAnswerList", aSuperAdmin());
    await press("Edit: Corrosion");
    expect(await screen.findByRole("textbox", { name: "Customer" })).toHaveProperty("disabled", true);
    await userEvent.clear(screen.getByRole("textbox", { name: /^Name/ }));
    await press("Save");
    expect(await screen.findByText("This field is required!")).toBeTruthy();
    expect(api.calls.some(({ method }) => method === "PUT")).toBe(false);
  });
});

test("3§3 staff choose the tasks that a list is for by name", async () => {
  const task = { id: "10000000-0000-4000-8000-000000000001", name: "Rust", templateName: "Mast" };
  const { api, list } = serve(undefined, undefined, {
    "GET /expectedAnswerList/tasks": () => ({ items: [task] }),
  });
  renderApp("/expectedAnswerList", staff());
  await press("Edit: Corrosion");
  await userEvent.type(await screen.findByRole("combobox", { name: "Tasks" }), "rus");
  await userEvent.click(await screen.findByRole("option", { name: "Mast › Rust" }));
  await press("Save");
  await waitFor(() => expect(api.calls.some(({ method }) => method === "PUT")).toBe(true));
  expect(api.calls.find(({ method }) => method === "PUT")?.body).toEqual({
    templateTasks: [{ templateTask: task.id, name: "Rust", templateName: "Mast" }],
    version: list.version,
  });
});

describe("3§3 the answers of a list", () => {
  test("have the columns of the list", async () => {
    const { dialog, element } = await open([anAnswer({ params: { Miljö: "Kust" } })], ["Miljö"]);
    await dialog.findByRole("columnheader", { name: "Miljö" });
    expect(dialog.getByText("Kust")).toBeTruthy();
    expect(await axeFaults(element)).toEqual([]);
  });

  test("3§5 an answer is added with its columns and a new column; empty columns are left out", async () => {
    const { api, list, dialog } = await open(undefined, ["Miljö", "Grad"]);
    await dialog.findByRole("columnheader", { name: "Miljö" });
    await press("New answer");
    await press("Save");
    expect(await screen.findByText("This field is required!")).toBeTruthy();
    await userEvent.type(screen.getByRole("textbox", { name: /^Answer/ }), "C4");
    await userEvent.type(screen.getByRole("textbox", { name: "Miljö" }), "Stad");
    await press("Add row");
    await userEvent.type(screen.getByRole("textbox", { name: "Key 1" }), "Grad");
    await userEvent.type(screen.getByRole("textbox", { name: "Value 1" }), "2");
    await press("Save");
    expect(await screen.findByText("This is already in use")).toBeTruthy();
    await userEvent.type(screen.getByRole("textbox", { name: "Key 1" }), "er");
    await press("Save");
    await waitFor(() => expect(api.to(add)).toHaveLength(1));
    expect(api.to(add)[0]!.body).toEqual({
      expectedAnswerList: list.id,
      answer: "C4",
      params: { Miljö: "Stad", Grader: "2" },
    });
  });

  test("a changed answer keeps its columns, even those not loaded yet", async () => {
    const entry = anAnswer({ params: { Miljö: "Kust" } });
    const put = `PUT /expectedAnswerList/updateExpectedAnswer/${entry.id}`;
    const { api } = await open([entry], [], { [put]: () => entry });
    await press("Edit: C3");
    await userEvent.type(await screen.findByRole("textbox", { name: /^Answer/ }), "H");
    await press("Save");
    await waitFor(() => expect(api.to(put)[0]?.body).toEqual({ answer: "C3H", params: { Miljö: "Kust" } }));
  });

  test("3§5 a file is previewed before its lines are added", async () => {
    const importFile = "POST /expectedAnswerList/importFile";
    const { api } = await open(undefined, undefined, {
      [importFile]: () => anImport({ addedCount: 1, updatedCount: 0, unchangedCount: 2 }),
    });
    await press("Import file");
    await screen.findByRole("dialog", { name: "Import answers into Corrosion" });
    fireEvent.change(document.querySelector<HTMLInputElement>("input[type=file]")!, {
      target: { files: [new File(["C5"], "answers.txt")] },
    });
    await press("Import 1 line");
    expect(await screen.findByText("1 answer imported")).toBeTruthy();
    expect(api.to(importFile).map(({ body }) => (body as { preview: boolean }).preview)).toEqual([
      true,
      false,
    ]);
  });
});
