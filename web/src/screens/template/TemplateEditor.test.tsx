import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test } from "vitest";
import { createExportNode } from "#domain/template/exportRules.ts";
import type { ExportNode } from "#domain/template/exportTree.ts";
import { createTask } from "#domain/template/taskRules.ts";
import { createPrecondition } from "#domain/template/templatePreconditions.ts";
import { axeFaults } from "#testing/axe.ts";
import { anExportConfiguration } from "#testing/configuration.ts";
import { fakeApi, problemReply } from "#testing/fakeApi.ts";
import { anId, aSession, aSuperAdmin } from "#testing/fixtures.ts";
import { aCustomer } from "#testing/organisation.ts";
import { renderApp } from "#testing/renderApp.tsx";
import { aTemplate, aTemplateTask } from "./templateTesting.ts";

const writer = () => aSession({ roles: ["ROLE_TEMPLATE_READ", "ROLE_TEMPLATE_WRITE"], products: ["FORM"] });
type Body = { version?: number; name?: string; tasks?: { name: string; position: number }[] };
type Handlers = Parameters<typeof fakeApi>[0];

async function openEditor(row: ReturnType<typeof aTemplate>, handlers: Handlers = {}, session = writer()) {
  const api = fakeApi({
    [`GET /templates/${row.id}`]: () => row,
    [`PUT /templates/${row.id}`]: ({ body }) => ({ ...row, ...(body as Body), version: 2 }),
    ...handlers,
  });
  const app = renderApp(`/template/${row.id}`, session);
  await screen.findByRole("tab", { name: "Tasks" });
  return {
    ...app,
    sentBodies: () => api.to(`PUT /templates/${row.id}`).map(({ body }) => body as Body),
    api,
  };
}
const openTasks = () => userEvent.click(screen.getByRole("tab", { name: /^Tasks/ }));
const save = () => userEvent.click(screen.getByRole("button", { name: "Save" }));
const listTaskNames = () =>
  screen.getAllByRole("button", { name: /^(Edit|Close the form of) / }).map((button) => button.textContent);

const listStatusTexts = () => screen.getAllByRole("status").map((container) => container.textContent);

describe("3§2 the template editor", () => {
  test("creates a template and stays in its editor", async () => {
    const createdTemplate = aTemplate({ name: "Mast" });
    const api = fakeApi({
      "GET /templates": () => ({ items: [aTemplate({ position: 6 })] }),
      "POST /templates": () => createdTemplate,
      [`GET /templates/${createdTemplate.id}`]: () => createdTemplate,
    });
    const app = renderApp("/template/create?q=m", writer());
    await userEvent.click(await screen.findByRole("button", { name: "Begin empty" }));
    await userEvent.type(await screen.findByRole("textbox", { name: /^Name/ }), "Mast");
    expect(await axeFaults()).toEqual([]);
    // A new template comes after all others.
    expect(screen.getByLabelText<HTMLInputElement>(/^Position in list/).value).toBe("7");
    await userEvent.clear(screen.getByLabelText(/^Position in list/));
    await save();
    // 3§5: the position is required.
    expect(await screen.findByText("This field is required!")).toBeTruthy();
    expect(screen.getByRole("tab", { name: /Basics.*1/ })).toBeTruthy();
    await userEvent.type(screen.getByLabelText(/^Position in list/), "4");
    await save();
    expect(await screen.findByText("Create Successful")).toBeTruthy();
    expect(api.to("POST /templates")[0]?.body).toMatchObject({
      name: "Mast",
      position: 4,
      exportUnzippedPhotos: true,
      photoCommentEnabled: true,
      allTasksRequired: "NO",
    });
    await waitFor(() => expect(app.address()).toBe(`/template/${createdTemplate.id}?q=m`));
  });

  test("3§5 a duplicate name is reported at the name field", async () => {
    const row = aTemplate();
    await openEditor(row, {
      [`PUT /templates/${row.id}`]: () => problemReply(422, "duplicate", { name: "duplicate" }),
    });
    await userEvent.type(screen.getByRole("textbox", { name: /^Name/ }), " 2");
    await save();
    expect(await screen.findByText("A template with this name already exists")).toBeTruthy();
  });

  test("3§4 turning on deletion and turning off the position also change the fields that depend on them", async () => {
    const row = aTemplate({ locationEnabled: true, locationRequired: true });
    const { sentBodies } = await openEditor(row);
    await userEvent.click(screen.getByLabelText("Delete automatically"));
    await userEvent.click(screen.getByLabelText("Save position"));
    await save();
    await waitFor(() =>
      expect(sentBodies()[0]).toEqual({
        version: 1,
        deleteAutomatically: true,
        deleteTimeLimit: "IMMEDIATELY",
        locationEnabled: false,
        locationRequired: false,
      }),
    );
  });

  test("adds, copies, moves and deletes tasks; positions are renumbered", async () => {
    const row = aTemplate({ tasks: [aTemplateTask("One"), aTemplateTask("Two"), aTemplateTask("Three")] });
    const { sentBodies } = await openEditor(row);
    await openTasks();
    await userEvent.click(screen.getByRole("button", { name: "Move Three up" }));
    expect(listTaskNames()).toEqual(["One", "Three", "Two"]);
    expect(listStatusTexts()).toContain("Three is now number 2 of 3");
    await userEvent.click(screen.getByRole("button", { name: "Copy One" }));
    await userEvent.click(screen.getByRole("button", { name: "Delete Two" }));
    await userEvent.click(screen.getByRole("button", { name: "Add task" }));
    const form = await screen.findByRole("group", { name: "Unnamed task" });
    expect(document.activeElement).toBe(within(form).getByRole("textbox", { name: /^Name/ }));
    await userEvent.keyboard("Site: a/b");
    await save();
    await waitFor(() => expect(sentBodies()).toHaveLength(1));
    // 3§5: photos become files named after their task.
    expect(sentBodies()[0]?.tasks?.map(({ name, position }) => [name, position])).toEqual([
      ["One", 0],
      ["One", 1],
      ["Three", 2],
      ["Site ab", 3],
    ]);
  });

  test("Alt with the arrow keys moves a task, also into a group and out of it", async () => {
    const row = aTemplate({ tasks: [aTemplateTask("Tower", { type: "GROUP" }), aTemplateTask("Two")] });
    await openEditor(row);
    await openTasks();
    screen.getByRole("button", { name: "Edit Two" }).focus();
    await userEvent.keyboard("{Alt>}{ArrowRight}{/Alt}");
    expect(listStatusTexts()).toContain("Two is now in Tower, number 1 of 1");
    await userEvent.keyboard("{Alt>}{ArrowLeft}{/Alt}");
    expect(listStatusTexts()).toContain("Two is now number 2 of 2");
  });

  test("dragging moves a task to where it is dropped, and Escape cancels", async () => {
    const row = aTemplate({ tasks: [aTemplateTask("One"), aTemplateTask("Two"), aTemplateTask("Three")] });
    await openEditor(row);
    await openTasks();
    const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
    document.elementFromPoint = () => rows[0]!;
    const grip = screen.getByTitle("Drag Three");
    fireEvent.pointerDown(grip, { button: 0 });
    fireEvent.pointerMove(grip, { clientY: 1 });
    fireEvent.keyDown(window, { key: "Escape" });
    expect(listTaskNames()).toEqual(["One", "Two", "Three"]);
    fireEvent.pointerDown(grip, { button: 0 });
    fireEvent.pointerMove(grip, { clientY: 1 });
    fireEvent.pointerUp(grip);
    expect(listTaskNames()).toEqual(["Three", "One", "Two"]);
  });

  test("3§5 a precondition offers only tasks it may refer to", async () => {
    const row = aTemplate({
      tasks: [
        aTemplateTask("Corrosion", { type: "SINGLE_CHOICE", options: "None;Severe" }),
        aTemplateTask("Overview", { type: "PHOTO" }),
        aTemplateTask("Remark"),
      ],
    });
    const { sentBodies } = await openEditor(row);
    await openTasks();
    await userEvent.click(screen.getByRole("button", { name: "Edit Remark" }));
    await userEvent.click(screen.getByRole("button", { name: "Add precondition" }));
    expect(await axeFaults()).toEqual([]);
    const listOfferedOptions = () =>
      within(screen.getByRole("combobox", { name: /^Task/ }))
        .getAllByRole("option")
        .map(({ textContent }) => textContent);
    expect(listOfferedOptions()).toEqual(["Choose…", "1. Corrosion"]);
    await userEvent.selectOptions(screen.getByLabelText(/^Precondition 1/), "TASK_PHOTOS_TAKEN");
    expect(listOfferedOptions()).toEqual(["Choose…", "2. Overview"]);
    await save();
    expect(await screen.findByRole("tab", { name: /Tasks.*1/ })).toBeTruthy();
    await userEvent.selectOptions(screen.getByRole("combobox", { name: /^Task/ }), row.tasks[1]!.id);
    await save();
    await waitFor(() =>
      expect(sentBodies()[0]?.tasks?.[2]).toMatchObject({
        preconditions: [{ type: "TASK_PHOTOS_TAKEN", params: { task: row.tasks[1]!.id } }],
      }),
    );
  });

  test("3§5 a precondition on a multiple choice compares one of its options, or the whole answer", async () => {
    const soil = aTemplateTask("Soil", { type: "MULTI_CHOICE", options: "Rock;Sand;Clay" });
    const { sentBodies } = await openEditor(aTemplate({ tasks: [soil, aTemplateTask("Remark")] }));
    await openTasks();
    await userEvent.click(screen.getByRole("button", { name: "Edit Remark" }));
    await userEvent.click(screen.getByRole("button", { name: "Add precondition" }));
    await userEvent.selectOptions(screen.getByRole("combobox", { name: /^Task/ }), soil.id);
    await userEvent.selectOptions(screen.getByLabelText("Answer"), "Sand");
    await userEvent.click(screen.getByRole("checkbox", { name: "Compare the whole answer" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "Rock" }));
    expect(await axeFaults()).toEqual([]);
    await save();
    const params = { task: soil.id, operator: "EQUALS", answer: "Rock;Sand", wholeAnswer: "true" };
    await waitFor(() =>
      expect(sentBodies()[0]?.tasks?.[1]).toMatchObject({ preconditions: [{ type: "TASK_ANSWER", params }] }),
    );
  });

  test("without the product FORM there are neither types nor groups", async () => {
    const row = aTemplate({ tasks: [aTemplateTask("One", { type: "PHOTO" })] });
    fakeApi({ [`GET /templates/${row.id}`]: () => row });
    renderApp(
      `/template/${row.id}`,
      aSession({ roles: ["ROLE_TEMPLATE_READ", "ROLE_TEMPLATE_WRITE"], products: [] }),
    );
    await userEvent.click(await screen.findByRole("tab", { name: "Tasks" }));
    expect(screen.queryByRole("button", { name: "Add group" })).toBeNull();
    await userEvent.click(screen.getByRole("button", { name: "Edit One" }));
    expect(screen.queryByLabelText(/^Type/)).toBeNull();
  });

  test("3§6 offers a super admin the features of the customer's products, and names the product that a stored feature needs", async () => {
    const row = aTemplate({ predefinedEnabled: true, tasks: [aTemplateTask("Height")] });
    fakeApi({
      [`GET /templates/${row.id}`]: () => row,
      "GET /customers/7": () => aCustomer({ id: 7, products: [{ id: 1, name: "GRAPHIC" }] }),
      [`PUT /templates/${row.id}`]: () => problemReply(422, "invalid", { predefinedEnabled: "notAllowed" }),
    });
    renderApp(`/template/${row.id}`, aSuperAdmin());
    await screen.findByRole("textbox", { name: /^Name/ });
    await waitFor(() => expect(screen.queryByRole("checkbox", { name: "Reference photos" })).toBeNull());
    expect(screen.getByRole("checkbox", { name: /graphics/i })).toBeTruthy();
    await userEvent.type(screen.getByRole("textbox", { name: /^Name/ }), "!");
    await userEvent.click(screen.getByRole("button", { name: "Save" }));
    expect(
      await screen.findByText("The template's customer does not have the product Predefined answers"),
    ).toBeTruthy();
    await userEvent.click(screen.getByRole("tab", { name: /Tasks/ }));
    expect(screen.queryByRole("button", { name: "Add group" })).toBeNull();
  });

  test("2§4 a precondition that only the app evaluates has a note about it", async () => {
    const [heightTask, widthTask] = [aTemplateTask("Height"), aTemplateTask("Width")];
    widthTask.preconditions = [{ ...createPrecondition("TASK_FINISHED"), params: { task: heightTask.id } }];
    await openEditor(aTemplate({ tasks: [heightTask, widthTask] }));
    await openTasks();
    await userEvent.click(screen.getByRole("button", { name: "Edit Width" }));
    expect(await screen.findByText(/Evaluated only by the app/)).toBeTruthy();
    await userEvent.selectOptions(screen.getByDisplayValue("Task finished"), "Task answer");
    expect(screen.queryByText(/Evaluated only by the app/)).toBeNull();
  });

  test("leaving with unsaved changes asks for confirmation", async () => {
    const row = aTemplate();
    const app = await openEditor(row);
    await userEvent.type(screen.getByRole("textbox", { name: /^Name/ }), "!");
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await userEvent.click(await screen.findByRole("button", { name: "Keep editing" }));
    expect(app.address()).toBe(`/template/${row.id}`);
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await userEvent.click(await screen.findByRole("button", { name: "Discard changes" }));
    await waitFor(() => expect(app.address()).toBe("/template"));
  });

  test("Cancel returns to the page that opened the editor, but never leaves the console", async () => {
    const row = aTemplate();
    const app = await openEditor(row);
    // As if the user came from another site and the URL was then replaced.
    await app.router.navigate(`/template/${row.id}?q=m`, { replace: true });
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(app.address()).toBe("/template?q=m"));
    await app.router.navigate(`/template/details/${row.id}?q=m`);
    await userEvent.click(await screen.findByRole("button", { name: "Edit" }));
    await screen.findByRole("textbox", { name: /^Name/ });
    expect(app.address()).toBe(`/template/${row.id}?q=m`);
    await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
    await waitFor(() => expect(app.address()).toBe(`/template/details/${row.id}?q=m`));
  });

  test("a conflict shows the other user's changes; overwriting saves the user's own changes", async () => {
    const row = aTemplate();
    const serverRow = { ...row, description: "Twice a year", version: 5 };
    let callCount = 0;
    const { sentBodies } = await openEditor(row, {
      [`GET /templates/${row.id}`]: () => {
        callCount += 1;
        return callCount === 1 ? row : serverRow;
      },
      [`PUT /templates/${row.id}`]: ({ body }) =>
        (body as Body).version === 5
          ? { ...serverRow, ...(body as Body), version: 6 }
          : problemReply(422, "staleVersion"),
    });
    await userEvent.type(screen.getByRole("textbox", { name: /^Name/ }), "!");
    await save();
    const dialog = await screen.findByRole("dialog");
    expect(await within(dialog).findByText("Twice a year")).toBeTruthy();
    await userEvent.click(within(dialog).getByRole("button", { name: "Save my version" }));
    await waitFor(() => expect(sentBodies().at(-1)).toEqual({ name: "Mast inspection!", version: 5 }));
    expect(await screen.findByText("Update Successful")).toBeTruthy();
  });

  test("replacement texts have a code with a Swedish and an English text", async () => {
    const { sentBodies } = await openEditor(aTemplate());
    await userEvent.click(screen.getByRole("tab", { name: "Replacement texts" }));
    await userEvent.click(screen.getByRole("button", { name: "Add replacement text" }));
    await userEvent.type(screen.getByLabelText(/^Code/), "OK");
    await userEvent.type(screen.getByLabelText("Swedish"), "Godkänd");
    await save();
    await waitFor(() =>
      expect(sentBodies()[0]).toMatchObject({ replacementTexts: [{ code: "OK", sv: "Godkänd", en: null }] }),
    );
  });

  test("3§5 errors are counted on their tab and row, and the form with the first error opens", async () => {
    const row = aTemplate({ tasks: [aTemplateTask("One"), aTemplateTask("Two")] });
    const { sentBodies } = await openEditor(row);
    await openTasks();
    await userEvent.click(screen.getByRole("button", { name: "Edit Two" }));
    await userEvent.clear(screen.getByRole("textbox", { name: /^Name/ }));
    await userEvent.click(screen.getByRole("button", { name: "Edit One" }));
    await userEvent.click(screen.getByRole("tab", { name: "Basics" }));
    await save();
    expect(await screen.findByRole("tab", { name: /Tasks.*1/, selected: true })).toBeTruthy();
    expect(screen.getByText("This field is required!")).toBeTruthy();
    expect(screen.getByText("1 error")).toBeTruthy();
    expect(sentBodies()).toEqual([]);
  });

  test("3§3 only folders and zip files of an export can contain other nodes", async () => {
    const exportConfiguration = anId();
    const row = aTemplate({
      templateExportConfigurations: [
        { id: anId(), exportConfiguration, name: "Archive", exportConfigurationType: "EMAIL" },
      ],
    });
    const { sentBodies } = await openEditor(row);
    await userEvent.click(screen.getByRole("tab", { name: "Export" }));
    await userEvent.type(screen.getByLabelText("Subject"), "Done");
    const add = async (button: RegExp, type: string) => {
      await userEvent.click(screen.getByRole("button", { name: button }));
      await userEvent.click(await screen.findByRole("menuitem", { name: type }));
    };
    await add(/^Add$/, "Zip file");
    await add(/^Add to Zip file/, "Photos");
    expect(screen.queryByRole("button", { name: /^Add to Photos/ })).toBeNull();
    expect(await axeFaults()).toEqual([]);
    await save();
    await waitFor(() =>
      expect(sentBodies()[0]).toMatchObject({
        templateExportConfigurations: [
          {
            params: { subject: "Done" },
            nodes: [
              {
                type: "ZIP_FILE",
                params: { name: "{DOCUMENTATION_NAME}.zip" },
                children: [{ type: "PHOTOS", children: [] }],
              },
            ],
          },
        ],
      }),
    );
  });

  describe("3§3 the contents of an export", () => {
    const layout = {
      id: anId(),
      customerId: null,
      customerName: null,
      name: "Handover",
      description: null,
      type: "WORD",
    };
    const templateWithExport = (nodes: ExportNode[]) =>
      aTemplate({
        templateExportConfigurations: [
          { id: anId(), exportConfiguration: anId(), name: "Archive", exportConfigurationType: "FTP", nodes },
        ],
      });
    const editExport = async (row: ReturnType<typeof aTemplate>) => {
      const app = await openEditor(row, {
        "GET /exportDocumentConfiguration/getAll": () => ({ items: [layout] }),
      });
      await userEvent.click(screen.getByRole("tab", { name: "Export" }));
      return app;
    };

    test("nodes are ordered by Alt with the arrow keys and by dragging, and only folders and zip files can contain other nodes", async () => {
      const nodes = (["ZIP_FILE", "PHOTOS", "FILES"] as const).map(createExportNode);
      const { sentBodies } = await editExport(templateWithExport(nodes));
      screen.getByRole("button", { name: "Edit Files" }).focus();
      await userEvent.keyboard("{Alt>}{ArrowRight}{/Alt}");
      expect(listStatusTexts()).toContain("Files cannot be moved there");
      await userEvent.keyboard("{Alt>}{ArrowUp}{ArrowRight}{/Alt}");
      expect(listStatusTexts()).toContain(
        "Files is now in Zip file: {DOCUMENTATION_NAME}.zip, number 1 of 1",
      );
      const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
      document.elementFromPoint = () => rows[0]!;
      const grip = screen.getByTitle("Drag Photos: {PHOTO_NAME}");
      fireEvent.pointerDown(grip, { button: 0 });
      fireEvent.pointerMove(grip, { clientY: 1 });
      fireEvent.pointerUp(grip);
      await save();
      await waitFor(() =>
        expect(sentBodies()[0]).toMatchObject({
          templateExportConfigurations: [
            {
              nodes: [
                { type: "PHOTOS", position: 0 },
                { type: "ZIP_FILE", position: 1, children: [{ type: "FILES", parent: nodes[0]!.id }] },
              ],
            },
          ],
        }),
      );
    });

    test("documentations can be exported automatically at a status; the template can require this for all destinations", async () => {
      const { sentBodies } = await editExport(templateWithExport([]));
      expect(screen.queryByLabelText("Send when the status becomes")).toBeNull();
      await userEvent.click(screen.getByRole("checkbox", { name: "Export automatically" }));
      const statusSelect = screen.getByLabelText("Send when the status becomes");
      expect((statusSelect as HTMLSelectElement).value).toBe("COMPLETED");
      await userEvent.selectOptions(statusSelect, "APPROVED");
      await save();
      await waitFor(() =>
        expect(sentBodies()[0]).toMatchObject({
          templateExportConfigurations: [{ params: { exportAutomatically: "true", exportOn: "APPROVED" } }],
        }),
      );
      await userEvent.click(screen.getByRole("tab", { name: /^Basics/ }));
      await userEvent.click(screen.getByRole("checkbox", { name: "Export automatically" }));
      await userEvent.click(screen.getByRole("tab", { name: "Export" }));
      const checkbox = screen.getByRole("checkbox", { name: "Export automatically" }) as HTMLInputElement;
      expect([checkbox.checked, checkbox.disabled]).toEqual([true, true]);
    });

    test("design§Threads a destination can always get the discussion", async () => {
      const { sentBodies } = await editExport(templateWithExport([]));
      await userEvent.click(screen.getByRole("checkbox", { name: "Include the discussion" }));
      await save();
      await waitFor(() =>
        expect(sentBodies()[0]).toMatchObject({
          templateExportConfigurations: [{ params: { threads: "true" } }],
        }),
      );
    });

    test("3§5 warns that an automatic export to a destination with required questions will fail", async () => {
      const row = templateWithExport([]);
      const { exportConfiguration: id } = row.templateExportConfigurations[0]!;
      const userParams = [
        { id: anId(), name: "Project", required: true },
        { id: anId(), name: "Remark", required: false },
      ];
      const configurationPath = `GET /exportConfigurations/${id}`;
      const session = aSession({
        roles: ["ROLE_TEMPLATE_READ", "ROLE_TEMPLATE_WRITE", "ROLE_EXPORT_CONFIGURATION_READ"],
        products: ["FORM"],
      });
      await openEditor(
        row,
        { [configurationPath]: () => anExportConfiguration({ id, userParams }) },
        session,
      );
      await userEvent.click(screen.getByRole("tab", { name: "Export" }));
      expect(screen.queryByText(/will fail/)).toBeNull();
      await userEvent.click(screen.getByRole("checkbox", { name: "Export automatically" }));
      expect(await screen.findByText(/will fail, because no one can answer.*: Project$/)).toBeTruthy();
    });

    test("3§5 warns users who may not read the destination that its required questions make automatic exports fail", async () => {
      await editExport(templateWithExport([]));
      expect(screen.queryByText(/^If this destination has required questions/)).toBeNull();
      await userEvent.click(screen.getByRole("checkbox", { name: "Export automatically" }));
      expect(await screen.findByText(/^If this destination has required questions/)).toBeTruthy();
    });

    test("an empty tree says what the template's settings send instead", async () => {
      await editExport(templateWithExport([]));
      expect(
        screen.getByText(/^Unless you add something here, Archive is sent .*: photos and files\.$/),
      ).toBeTruthy();
      await userEvent.click(screen.getByRole("tab", { name: /^Basics/ }));
      await userEvent.click(screen.getByRole("checkbox", { name: "Export photos without zipping" }));
      await userEvent.click(screen.getByRole("tab", { name: "Export" }));
      expect(screen.getByText(/^Nothing is sent to Archive/)).toBeTruthy();
    });

    test("photos can be compressed, exclude tasks by key, and have a name with placeholders", async () => {
      const row = templateWithExport([createExportNode("PHOTOS")]);
      const task = { ...createTask("PHOTO"), name: "Roof", key: "roof" };
      const { sentBodies } = await editExport({ ...row, tasks: [task] });
      await userEvent.click(screen.getByRole("button", { name: /^Edit Photos/ }));
      await userEvent.click(screen.getByRole("button", { name: "Insert placeholder" }));
      await userEvent.click(await screen.findByRole("menuitem", { name: "Photo alias" }));
      expect(screen.queryByLabelText("Quality, 0 to 100")).toBeNull();
      await userEvent.click(screen.getByRole("checkbox", { name: "Compress photos" }));
      await userEvent.type(screen.getByLabelText("Longest side, in pixels"), "1600");
      await userEvent.type(screen.getByLabelText("Quality, 0 to 100"), "80");
      await userEvent.click(screen.getByRole("combobox", { name: "Exclude tasks with these keys" }));
      await userEvent.click(await screen.findByRole("option", { name: "roof (Roof)" }));
      await save();
      await waitFor(() =>
        expect(sentBodies()[0]).toMatchObject({
          templateExportConfigurations: [
            {
              nodes: [
                {
                  params: {
                    name: "{PHOTO_NAME}{PHOTO_ALIAS}",
                    compressPhotos: "true",
                    maxSize: "1600",
                    quality: "80",
                    excludeKeys: "roof",
                  },
                },
              ],
            },
          ],
        }),
      );
    });

    test("offers the customer's document types and the one already selected", async () => {
      const document = {
        ...createExportNode("EXPORT_DOCUMENT_TYPE"),
        params: { exportDocumentType: "FORM_3GIS_PM" },
      };
      await editExport(templateWithExport([document]));
      await userEvent.click(screen.getByRole("button", { name: /^Edit Document/ }));
      const offeredOptions = within(await screen.findByLabelText(/^Document type/)).getAllByRole("option");
      expect(offeredOptions.map(({ textContent }) => textContent)).toEqual([
        "Choose…",
        "PowerPoint with photos",
        "Word with photos",
        "Excel with photos",
        "3GIS PM",
      ]);
    });

    test("offers the report layouts granted to the customer, in the tree and for the template", async () => {
      const { sentBodies } = await editExport(templateWithExport([]));
      await userEvent.click(screen.getByRole("button", { name: "Add" }));
      await userEvent.click(await screen.findByRole("menuitem", { name: "Report layout" }));
      await save();
      expect(await screen.findByRole("tab", { name: /Export.*1/ })).toBeTruthy();
      await userEvent.selectOptions(await screen.findByLabelText(/^Report layout/), layout.id);
      expect(await screen.findByRole("button", { name: "Edit Report layout: Handover" })).toBeTruthy();
      await userEvent.click(screen.getByRole("tab", { name: /^Basics/ }));
      await userEvent.click(screen.getByRole("checkbox", { name: "Handover" }));
      await save();
      await waitFor(() =>
        expect(sentBodies()[0]).toMatchObject({
          exportDocumentConfigurations: [{ id: layout.id }],
          templateExportConfigurations: [
            { nodes: [{ params: { exportDocumentConfiguration: layout.id }, children: [] }] },
          ],
        }),
      );
    });
  });
});
