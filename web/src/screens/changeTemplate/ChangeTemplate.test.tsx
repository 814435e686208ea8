import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { createTask } from "#domain/template/taskRules.ts";
import { aTemplate } from "#screens/template/templateTesting.ts";
import { axeFaults } from "#testing/axe.ts";
import { fakeApi, problemReply } from "#testing/fakeApi.ts";
import { aPhoto, aSession, aSuperAdmin, aTask, someDetails } from "#testing/fixtures.ts";
import { renderApp } from "#testing/renderApp.tsx";

const row = someDetails({ name: "NF-2041", numberOfPhotos: 2, uploadedPhotos: 2 });
const viewTask = aTask({ name: "View", type: "PHOTO" });
const remarkTask = aTask({ name: "Remark", answer: "Ladder missing", position: 1 });
const photos = ["View_03", "View_07"].map((name) => aPhoto({ name, documentationTaskId: viewTask.id }));
const overviewTask = createTask("PHOTO", { name: "view" });
const signedTask = createTask("CHECKBOX", { name: "Signed" });
const newTemplate = aTemplate({ name: "New mast", tasks: [overviewTask, signedTask] });
const serve = (overrides: Parameters<typeof fakeApi>[0] = {}) =>
  fakeApi({
    "GET /documentations": () => ({ items: [] }),
    [`GET /documentations/${row.id}`]: () => row,
    "GET /documentationTasks": () => ({ items: [viewTask, remarkTask] }),
    "GET /photos": () => ({ items: photos }),
    "GET /files": () => ({ items: [] }),
    "GET /template/findAllByCustomerId/7": () => ({
      // Fields of the list row that the editor's template lacks.
      items: [{ ...newTemplate, hidden: false, taskCount: 2, documentationCount: 0 }],
    }),
    [`GET /templates/${newTemplate.id}`]: () => newTemplate,
    [`PUT /documentations/${row.id}`]: () => row,
    ...overrides,
  });

async function openMapping(overrides?: Parameters<typeof serve>[0]) {
  const api = serve(overrides);
  const app = renderApp(`/changeTemplate/${row.id}`, aSuperAdmin());
  await userEvent.click(await screen.findByRole("combobox", { name: /New template/ }));
  await userEvent.click(await screen.findByRole("option", { name: "New mast" }));
  await screen.findByRole("combobox", { name: "New task: View" });
  return { api, ...app };
}

// Without an IntersectionObserver every element counts as visible; happy-dom's never fires.
beforeEach(() => void vi.stubGlobal("IntersectionObserver", undefined));

describe("2§2 /changeTemplate/{id}", () => {
  test("2§6 is for super admins only", async () => {
    serve();
    const { address } = renderApp(`/changeTemplate/${row.id}`, aSession());
    await waitFor(() => expect(address()).toBe("/forbidden"));
  });

  test("2§2 Change template suggests by name, previews the result, and writes it in one call", async () => {
    const { api, address } = await openMapping();
    expect(screen.getByRole("combobox", { name: "New task: View" })).toHaveProperty("value", overviewTask.id);
    expect(await axeFaults()).toEqual([]);
    await userEvent.click(screen.getByRole("button", { name: "Preview" }));
    expect(api.to(`PUT /documentations/${row.id}`)).toEqual([]);
    expect(screen.getByText("Kept as it is")).toBeTruthy();
    expect(screen.getByText("New, empty")).toBeTruthy();
    expect(screen.getByText("view_02")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Change template" }));
    await waitFor(() => expect(address()).toBe(`/documentation/details/${row.id}`));
    expect(api.to(`PUT /documentations/${row.id}`).map(({ body }) => body)).toEqual([
      {
        version: 1,
        templateId: newTemplate.id,
        tasks: [
          { id: viewTask.id, templateTaskId: overviewTask.id, name: "view" },
          { id: remarkTask.id, templateTaskId: null, name: "Remark" },
        ],
        photos: photos.map(({ id }, index) => ({ id, templateTaskId: null, name: `view_0${index + 1}` })),
        drop: [],
      },
    ]);
  });

  test("2§2 Change template removes only tasks that were explicitly removed, and never photos", async () => {
    await openMapping();
    const viewSelect = screen.getByRole("combobox", { name: "New task: View" });
    await userEvent.click(viewSelect);
    expect(screen.getAllByRole("option", { name: "Remove" })[0]).toHaveProperty("disabled", true);
    const remarkSelect = screen.getByRole("combobox", { name: "New task: Remark" });
    await userEvent.click(remarkSelect);
    await userEvent.selectOptions(remarkSelect, "drop");
    await userEvent.click(screen.getByRole("button", { name: "Preview" }));
    expect(screen.getByText("These tasks and their answers are removed")).toBeTruthy();
    expect(screen.getByText("Ladder missing")).toBeTruthy();
  });

  test("2§3 shows answers as values, not as they are stored", async () => {
    const sizes = { ...remarkTask, type: "MULTI_CHOICE", answer: "12 mm;14 mm" };
    await openMapping({ "GET /documentationTasks": () => ({ items: [viewTask, sizes] }) });
    expect(screen.getByText("14 mm")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Preview" }));
    expect(screen.getByText("14 mm")).toBeTruthy();
    expect(screen.queryByText(/12 mm;14 mm/)).toBeNull();
  });

  test("2§4 reports another user's change, and stays on the page", async () => {
    await openMapping({ [`PUT /documentations/${row.id}`]: () => problemReply(422, "staleVersion") });
    await userEvent.click(screen.getByRole("button", { name: "Preview" }));
    await userEvent.click(screen.getByRole("button", { name: "Change template" }));
    expect(await screen.findByText(/Someone else/)).toBeTruthy();
  });

  test("2§4 refuses a documentation that is still in the field", async () => {
    serve({ [`GET /documentations/${row.id}`]: () => someDetails({ ...row, status: "ONGOING" }) });
    renderApp(`/changeTemplate/${row.id}`, aSuperAdmin());
    expect(await screen.findByText(/once the documentation is completed/)).toBeTruthy();
  });
});
