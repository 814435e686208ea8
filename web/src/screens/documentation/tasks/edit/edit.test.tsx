import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test } from "vitest";
import type { DocumentationTask } from "#domain/endpoints/documentation/details.ts";
import {
  type DocumentationFixture,
  findSection,
  hideFromObserver,
  serve,
  show,
} from "#screens/documentation/testing.tsx";
import { axeFaults } from "#testing/axe.ts";
import { problemReply } from "#testing/fakeApi.ts";
import { anId, aSession, aTask } from "#testing/fixtures.ts";

const editor = aSession({
  roles: ["ROLE_DOCUMENTATION_READ", "ROLE_EDIT_DOCUMENTATION", "ROLE_SUGGESTION_LIST_READ"],
});

/** Opens the screen with one task, whose answer is stored as sent. */
async function openEditor(changes: Parameters<typeof aTask>[0], overrides: Parameters<typeof serve>[1] = {}) {
  const task = aTask({ name: "Asked", ...changes });
  const storedTask = { ...task };
  const api = serve(
    { tasks: [storedTask] },
    {
      [`PUT /documentationTasks/${task.id}`]: ({ body }) => Object.assign(storedTask, body, { version: 2 }),
      ...overrides,
    },
  );
  show(editor);
  const button = await screen.findByRole("button", { name: "Edit the answer to Asked" });
  await userEvent.click(button);
  const form = within(await screen.findByRole("form", { name: "Edit the answer to Asked" }));
  return {
    form,
    task,
    sentBodies: () => api.to(`PUT /documentationTasks/${task.id}`).map(({ body }) => body),
  };
}
const save = () => userEvent.click(screen.getByRole("button", { name: "Save" }));
const editButton = () => screen.findByRole("button", { name: "Edit the answer to Asked" });

beforeEach(hideFromObserver);

describe("2§5 answers are corrected in place", () => {
  test("Enter saves with the version, and the focus returns", async () => {
    const { form, sentBodies } = await openEditor({ type: "TEXT", answer: "Rust" });
    const box = form.getByRole("textbox", { name: "Asked" });
    expect(document.activeElement).toBe(box);
    await userEvent.type(box, " on two bolts{Enter}");
    const button = await editButton();
    expect(sentBodies()).toEqual([{ answer: "Rust on two bolts", version: 1 }]);
    expect((await findSection("Tasks")).getByText("Rust on two bolts")).toBeTruthy();
    expect(document.activeElement).toBe(button);
  });

  test("Escape cancels, and nothing is sent", async () => {
    const { form, sentBodies } = await openEditor({ type: "TEXT", answer: "Rust" });
    await userEvent.type(form.getByRole("textbox"), "y{Escape}");
    expect(document.activeElement).toBe(await editButton());
    expect(screen.getByText("Rust")).toBeTruthy();
    expect(sentBodies()).toEqual([]);
  });

  test.each<[string, Parameters<typeof aTask>[0], string, string]>([
    ["a decimal number with a comma", { type: "DECIMAL", answer: null }, "1,25", "1.25"],
    ["a whole number", { type: "INTEGER", answer: "3" }, "40", "40"],
    ["a scanned code", { type: "ZEBRA_SCANNER", answer: null }, "NFA-1", "NFA-1"],
  ])("%s", async (_, task, input, expectedAnswer) => {
    const { form, sentBodies } = await openEditor(task);
    const box = form.getByRole("textbox");
    await userEvent.clear(box);
    await userEvent.type(box, `${input}{Enter}`);
    await editButton();
    expect(sentBodies()).toEqual([{ answer: expectedAnswer, version: 1 }]);
  });

  test("text instead of a number, and an empty required answer, are refused before sending", async () => {
    const { form, sentBodies } = await openEditor({ type: "INTEGER", answer: "3", required: "YES" });
    const box = form.getByRole("textbox");
    await userEvent.clear(box);
    await userEvent.keyboard("{Enter}");
    expect(form.getByText("This field is required!")).toBeTruthy();
    await userEvent.type(box, "many{Enter}");
    expect(form.getByText("Enter a whole number, such as 12")).toBeTruthy();
    expect(form.queryByRole("button", { name: "Clear answer" })).toBeNull();
    expect(sentBodies()).toEqual([]);
    expect(await axeFaults()).toEqual([]);
  });

  test("a single choice", async () => {
    const view = await openEditor({ type: "SINGLE_CHOICE", options: "None;Slight;Severe", answer: "None" });
    await userEvent.click(view.form.getByRole("radio", { name: "Severe" }));
    await save();
    await editButton();
    expect(view.sentBodies()).toEqual([{ answer: "Severe", version: 1 }]);
  });

  test("several values keep the order of the options", async () => {
    const { form, sentBodies } = await openEditor({
      type: "MULTI_CHOICE",
      options: "7 mm;12 mm;40 mm",
      answer: "40 mm",
    });
    await userEvent.click(form.getByRole("checkbox", { name: "7 mm" }));
    await save();
    await editButton();
    expect(sentBodies()).toEqual([{ answer: "7 mm;40 mm", version: 1 }]);
  });

  test("a date range does not start after its end", async () => {
    const { form, sentBodies } = await openEditor({ type: "DATE_RANGE", answer: "2026-11-14;2026-11-18" });
    const [from, to] = [form.getByLabelText("Asked: from"), form.getByLabelText("Asked: to")];
    await userEvent.clear(from);
    await userEvent.type(from, "2026-11-20");
    await save();
    expect(form.getByText("The start date must not be after the end date")).toBeTruthy();
    await userEvent.clear(to);
    await userEvent.type(to, "2026-11-21");
    await save();
    await editButton();
    expect(sentBodies()).toEqual([{ answer: "2026-11-20;2026-11-21", version: 1 }]);
  });

  test("date and time are joined by a space", async () => {
    const { form, sentBodies } = await openEditor({ type: "DATE_TIME", answer: "2026-11-14 08:30" });
    await userEvent.clear(form.getByLabelText("Asked: time"));
    await userEvent.type(form.getByLabelText("Asked: time"), "09:15");
    await save();
    await editButton();
    expect(sentBodies()).toEqual([{ answer: "2026-11-14 09:15", version: 1 }]);
  });

  test("contact persons: required columns, no duplicates, rows added and removed", async () => {
    const params = { columns: "Namn;Telefon", requiredColumns: "Namn" };
    const { form, sentBodies } = await openEditor({ type: "CONTACT_PERSONS", params, answer: "Alva;070" });
    const cell = (column: string, row: number) =>
      form.getByRole("textbox", { name: `${column}, row ${row}` });
    await userEvent.click(form.getByRole("button", { name: "Add row" }));
    await userEvent.type(cell("Telefon", 2), "070");
    await save();
    expect(form.getByText("This field is required!")).toBeTruthy();
    await userEvent.type(cell("Namn", 2), "alva");
    expect(form.getByText("The same person appears twice.")).toBeTruthy();
    await save();
    expect(sentBodies()).toEqual([]);
    await userEvent.type(cell("Namn", 2), " B");
    await save();
    await editButton();
    expect(sentBodies()).toEqual([{ answer: "Alva;070\nalva B;070", version: 1 }]);
  });

  test("the service searches the suggestions; other text is accepted too", async () => {
    const list = anId();
    const searches: (string | null)[] = [];
    const suggestions = ["Polarnet", "Polarlys"].map((text) => ({
      id: anId(),
      customerId: 7,
      text,
      dateCreated: "2026-05-04T09:30:00Z",
    }));
    const { form, sentBodies } = await openEditor(
      { type: "SINGLE_CHOICE_SUGGESTION", suggestionListId: list, answer: null },
      {
        [`GET /suggestionList/suggestions/${list}`]: ({ query }) => {
          searches.push(query.get("q"));
          return { items: suggestions };
        },
      },
    );
    const box = form.getByRole("combobox", { name: "Asked" });
    await userEvent.type(box, "Polar");
    await form.findByRole("option", { name: "Polarnet" });
    await waitFor(() => expect(searches.at(-1)).toBe("Polar"));
    expect(form.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
      "Polar",
      "Polarnet",
      "Polarlys",
    ]);
    await userEvent.keyboard("{ArrowDown}{Enter}{Enter}");
    await editButton();
    expect(sentBodies()).toEqual([{ answer: "Polarnet", version: 1 }]);
  });

  test("concurrent edits: both answers are compared, and the user's is saved over the other", async () => {
    const task = aTask({ name: "Asked", type: "CHECKBOX", answer: "true", version: 3 });
    const material: DocumentationFixture = { tasks: [task] };
    const api = serve(material, {
      [`PUT /documentationTasks/${task.id}`]: ({ body }) =>
        (body as DocumentationTask).version === 4
          ? { ...task, answer: "false", version: 5 }
          : problemReply(422, "staleVersion"),
    });
    show(editor);
    await userEvent.click(await editButton());
    await userEvent.click(screen.getByRole("checkbox"));
    material.tasks = [{ ...task, answer: null, version: 4 }];
    await save();
    const comparison = within(await screen.findByRole("table"));
    expect(comparison.getAllByRole("row").at(-1)?.textContent).toBe("Answer–No");
    await userEvent.click(screen.getByRole("button", { name: "Save my version" }));
    await editButton();
    expect(api.to(`PUT /documentationTasks/${task.id}`).map(({ body }) => body)).toEqual([
      { answer: "false", version: 3 },
      { answer: "false", version: 4 },
    ]);
  });

  test("2§6 the edit button is shown only with ROLE_EDIT_DOCUMENTATION, and only for tasks with a text answer", async () => {
    serve({ tasks: [aTask({ name: "Asked" })] });
    const reader = show(aSession());
    await (await findSection("Tasks")).findByText("Asked");
    expect(screen.queryByRole("button", { name: /^Edit the answer/ })).toBeNull();
    reader.unmount();
    const types = ["GROUP", "HEADER", "STATIC_TEXT", "PHOTO", "FILE"] as const;
    serve({ tasks: types.map((type) => aTask({ name: type, type })) });
    show(editor);
    await (await findSection("Tasks")).findByText("STATIC_TEXT");
    expect(screen.queryByRole("button", { name: /^Edit the answer/ })).toBeNull();
  });
});
