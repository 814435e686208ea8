import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { axeFaults } from "#testing/axe.ts";
import { type FakeCall, fakeApi } from "#testing/fakeApi.ts";
import { aDocumentation, anId, aPhoto, aSession, aTask } from "#testing/fixtures.ts";
import { aJob } from "#testing/organisation.ts";
import { renderApp } from "#testing/renderApp.tsx";

const templateId = anId();
const documentations = ["2026-03-01", "2026-05-04"].map((day) =>
  aDocumentation({ name: "NF-2041", templateId, dateCreated: `${day}T09:30:00Z` }),
);
const [towerTaskId, corrosionTaskId, viewTaskId] = [anId(), anId(), anId()];
const contents = documentations.map(({ id: documentationId }, index) => {
  const group = aTask({ name: "Tower", type: "GROUP", templateTaskId: towerTaskId, position: 0 });
  const rust = aTask({
    name: "Corrosion",
    templateTaskId: corrosionTaskId,
    parentId: group.id,
    level: 1,
    position: 1,
    type: "MULTI_CHOICE",
    answer: index === 0 ? "None" : "Severe;Deep",
  });
  const view = aTask({ name: "View", type: "PHOTO", templateTaskId: viewTaskId, position: 2 });
  const photo = aPhoto({ documentationId, documentationTaskId: view.id, name: "View_01" });
  return { tasks: [group, rust, view], photos: [photo] };
});
const contentOf = ({ query }: FakeCall) =>
  contents[documentations.findIndex(({ id }) => id === query.get("documentationId"))]!;
const job = aJob({ kind: "mergeDocumentations", state: "DONE", result: { included: 2 } });
const mergedId = anId();
const serve = () =>
  fakeApi({
    "GET /documentations": () => ({ items: documentations }),
    "GET /documentationTasks": (call) => ({ items: contentOf(call).tasks }),
    "GET /photos": (call) => ({ items: contentOf(call).photos }),
    "POST /documentation/mergeDocumentations": () => ({ id: mergedId, job }),
    [`GET /job/${job.id}`]: () => job,
  });
const staff = () =>
  aSession({
    roles: ["ROLE_DOCUMENTATION_READ", "ROLE_DOCUMENTATION_WRITE"],
    products: ["MERGE_DOCUMENTATIONS"],
  });

async function pickDocumentations() {
  const api = serve();
  const view = renderApp("/mergeDocumentations", staff());
  for (const day of ["2026-03-01", "2026-05-04"]) {
    const combobox = await screen.findByRole("combobox", { name: "Documentations" });
    await userEvent.click(combobox);
    await userEvent.click(await screen.findByRole("option", { name: new RegExp(day) }));
    await userEvent.keyboard("{Escape}");
  }
  await screen.findAllByText("Severe");
  return { api, ...view };
}
const checkbox = (name: RegExp) => screen.getByRole("checkbox", { name }) as HTMLInputElement;

// Without an IntersectionObserver every element counts as visible.
beforeEach(() => void vi.stubGlobal("IntersectionObserver", undefined));

describe("2§2 /mergeDocumentations", () => {
  test("1§1 requires the product", async () => {
    serve();
    const { address } = renderApp("/mergeDocumentations", aSession({ roles: ["ROLE_DOCUMENTATION_WRITE"] }));
    await waitFor(() => expect(address()).toBe("/forbidden"));
  });

  test("2§2 after the first documentation, only those with its template are offered", async () => {
    const { api } = await pickDocumentations();
    const filters = api.to("GET /documentations").map(({ query }) => query);
    expect(filters[0]?.get("templateFilter")).toBeNull();
    expect(filters.at(-1)?.get("templateFilter")).toBe(templateId);
    expect(filters.at(-1)?.get("statusFilter")).toBe("COMPLETED;HANDLED;APPROVED");
    expect(await axeFaults()).toEqual([]);
  });

  test("2§2 shows both answers of a task, includes a group with its subtasks, and previews the result", async () => {
    await pickDocumentations();
    expect(screen.getByText(/1 task has different answers/)).toBeTruthy();
    expect(screen.getAllByText("None")).toHaveLength(1);
    // 2§3 the values, not their stored form.
    expect(screen.getByText("Deep")).toBeTruthy();
    expect(screen.queryByText(/Severe;Deep/)).toBeNull();
    expect(screen.getByText("Renamed photos")).toBeTruthy();
    await userEvent.click(checkbox(/Tower from NF-2041, 2026.03.01/));
    expect(checkbox(/Corrosion from NF-2041, 2026.03.01/).checked).toBe(false);
    await userEvent.click(checkbox(/Corrosion from NF-2041, 2026.03.01/));
    expect(checkbox(/Tower from NF-2041, 2026.03.01/).checked).toBe(true);
  });

  test("2§7 sends the selection and opens the result", async () => {
    const { api, address } = await pickDocumentations();
    await userEvent.click(checkbox(/View from NF-2041, 2026.05.04/));
    await userEvent.click(screen.getByRole("button", { name: "Merge" }));
    await waitFor(() => expect(address()).toBe(`/documentation/details/${mergedId}`));
    expect(api.to("POST /documentation/mergeDocumentations").map(({ body }) => body)).toEqual([
      {
        name: "NF-2041",
        documentations: documentations.map(({ id }) => id),
        tasks: [...contents[0]!.tasks, ...contents[1]!.tasks.slice(0, 2)].map(({ id }) => id),
        photos: [contents[0]!.photos[0]!.id],
      },
    ]);
  });

  test("2§5 requires at least one documentation and one task", async () => {
    serve();
    renderApp("/mergeDocumentations", staff());
    await userEvent.click(await screen.findByRole("button", { name: "Merge" }));
    expect(screen.getByText("Choose at least one documentation.")).toBeTruthy();
  });
});
