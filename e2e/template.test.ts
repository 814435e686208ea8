import { randomInt } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { inject } from "vitest";
import type { z } from "zod";
import { generateLicenseCode } from "#domain/access/licenseCode.ts";
import { findTemplates } from "#domain/endpoints/capture/capture.ts";
import { createTask } from "#domain/template/taskRules.ts";
import { createPrecondition } from "#domain/template/templatePreconditions.ts";
import { takePhoto } from "#scripts/demo/demoPictures.ts";
import { DeviceClient } from "#scripts/ingest/deviceClient.ts";
import { type ApiClient, createApiClient } from "./support/apiClient.ts";
import { describe, expect, openAs, test } from "./support/browser.ts";

/** The life of a template: built in the editor, restored, copied, imported from a file, and fetched by a device. */

const templateName = "Mast inspection";

interface Company {
  id: number;
  name: string;
  /** The customer's licence id; `code` is its licence code. */
  licence: string;
  code: string;
  /** Ids of suggestion lists, a reference photo and a destination ("Handover") that templates can use. */
  names: string;
  antennas: string;
  photo: string;
  handover: string;
}

const photoName = "Close-up done well";
let companyCount = 0;

/** Creates a separate customer for each test. */
async function createCompany(admin: ApiClient, kind: string): Promise<Company> {
  companyCount += 1;
  const stamp = `${Date.now().toString(36)}-${companyCount}`;
  const name = `${kind} ${stamp}`;
  const code = generateLicenseCode(randomInt);
  const products = await admin<object[]>("/products");
  const { id: customerId } = await admin<{ id: number }>("/customers", { name, products });
  const create = async (path: string, body: object): Promise<string> =>
    (await admin<{ id: string }>(path, { customerId, ...body })).id;
  const { bytes: scene } = await takePhoto("mast", {
    takenAt: new Date(Date.UTC(2026, 4, 4)),
    lat: 63,
    lng: 18,
  });
  return {
    id: customerId,
    name,
    code,
    licence: await create("/licenses", { name: `Field ${code}`, licenseCode: code }),
    names: await create("/suggestionLists", { name: "Masts", type: "DOCUMENTATION_NAMES" }),
    antennas: await create("/suggestionLists", { name: "Antenna models", type: "TASK_OPTIONS" }),
    photo: await create("/referencePhotos", { name: photoName, data: scene.toString("base64") }),
    handover: await create("/exportConfigurations", {
      name: "Handover",
      type: "FTP",
      params: { host: "ftp.example" },
      secrets: { password: "s3cret" },
    }),
  };
}

interface ExportNode {
  type: string;
  children: ExportNode[];
}

/** The tasks of the template, in the format of `outline`. */
const mastOutline = [
  "Overview | PHOTO | YES",
  "Tower | GROUP | NO",
  "  Corrosion | SINGLE_CHOICE | YES",
  "  Close-up | PHOTO | NO_WITH_VALID_EXPLANATION | TASK_ANSWER Corrosion EQUALS Severe",
  "  Antennas | GROUP | NO",
  "    Model | SINGLE_CHOICE_SUGGESTION | NO",
];

/** Creates that template through the API. Returns its id. */
async function createMastTemplate(admin: ApiClient, company: Company): Promise<string> {
  const corrosion = createTask("SINGLE_CHOICE", {
    name: "Corrosion",
    options: "None;Slight;Severe",
    required: "YES",
  });
  const severe = {
    ...createPrecondition("TASK_ANSWER"),
    params: { task: corrosion.id, operator: "EQUALS", answer: "Severe" },
  };
  const closeUp = createTask("PHOTO", {
    name: "Close-up",
    required: "NO_WITH_VALID_EXPLANATION",
    preconditions: [severe],
    referencePhotos: [{ id: company.photo }],
  });
  const model = createTask("SINGLE_CHOICE_SUGGESTION", { name: "Model", suggestionList: company.antennas });
  const antennas = createTask("GROUP", { name: "Antennas", tasks: [model] });
  const { id } = await admin<{ id: string }>("/templates", {
    customerId: company.id,
    name: templateName,
    position: 5,
    referencePhotosEnabled: true,
    suggestionList: company.names,
    onlySuggestionsAllowed: true,
    tasks: [
      createTask("PHOTO", { name: "Overview", required: "YES" }),
      createTask("GROUP", { name: "Tower", tasks: [corrosion, closeUp, antennas] }),
    ],
    templateExportConfigurations: [
      {
        id: crypto.randomUUID(),
        exportConfiguration: company.handover,
        name: "Handover",
        params: {},
        nodes: [],
      },
    ],
  });
  return id;
}

type DeviceTemplates = z.output<NonNullable<typeof findTemplates.response>>["items"];
const fetchDeviceTemplates = async ({ code }: { code: string }): Promise<DeviceTemplates> =>
  (await new DeviceClient(inject("baseUrl"), code).call(findTemplates, {})).items;

/** A line for each task: name, indented by level, type, required, preconditions. */
const outline = (tasks: DeviceTemplates[number]["tasks"]) => {
  const names = new Map(tasks.map(({ id, name }) => [id, name]));
  return tasks.map(({ name, level, type, required, preconditions }) => {
    const conditions = preconditions.map(
      ({ type: kind, params: { task = "", operator, answer } }) =>
        `${kind} ${names.get(task)}${operator ? ` ${operator} ${answer}` : ""}`,
    );
    return [`${"  ".repeat(level)}${name}`, type, required, ...conditions].join(" | ");
  });
};

const openTab = (page: Page, name: RegExp) => page.getByRole("tab", { name }).click();

async function chooseSuggestion(scope: Page | Locator, label: string | RegExp, text: string): Promise<void> {
  await scope.getByRole("combobox", { name: label }).fill(text);
  await scope.getByRole("listbox", { name: label }).getByRole("option", { name: text }).first().click();
}

/** Fills in the form of the newly added task. */
async function fillTaskForm(
  page: Page,
  {
    name,
    typed: typedName = name,
    type,
    required,
  }: { name: string; typed?: string; type?: string; required?: string },
): Promise<Locator> {
  const newTaskForm = page.getByRole("group", { name: "Unnamed task" });
  await newTaskForm.getByRole("textbox", { name: /^Name/ }).fill(typedName);
  const form = page.getByRole("group", { name, exact: true });
  if (type) await form.getByRole("combobox", { name: "Type", exact: true }).selectOption({ label: type });
  if (required)
    await form.getByRole("combobox", { name: "Required", exact: true }).selectOption({ label: required });
  return form;
}

async function save(page: Page, message: string): Promise<void> {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText(message).first().waitFor();
}

/** Drags a task by its handle to the upper edge of another row. */
async function dragBefore(page: Page, name: string, target: string): Promise<void> {
  const grip = page.getByTitle(`Drag ${name}`, { exact: true });
  const targetRow = page.getByRole("button", { name: `Edit ${target}`, exact: true });
  await grip.scrollIntoViewIfNeeded();
  const from = (await grip.boundingBox())!;
  const to = (await targetRow.boundingBox())!;
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + 20, to.y + to.height, { steps: 4 });
  await page.mouse.move(to.x + 20, to.y + 1, { steps: 4 });
  await page.mouse.up();
}

describe("a template from scratch to the field", () => {
  test("3§2 'Mast inspection' is built in the editor: groups, preconditions, reference photo, suggestion lists, export tree", async ({
    page,
  }) => {
    const admin = await createApiClient("super");
    const ownCompany = await createCompany(admin, "Mastbolaget");
    await openAs(page, "super", "/template/create");
    await page.getByRole("button", { name: "Begin empty" }).click();
    await chooseSuggestion(page, /^Customer/, ownCompany.name);
    // The preview next to the editor has a name field, too: the documentation's.
    await page.getByRole("tabpanel").getByRole("textbox", { name: /^Name/ }).fill(templateName);
    await page.getByLabel(/^Position in list/).fill("5");
    await page.getByRole("textbox", { name: "Description" }).fill("What every mast gets once a year");
    await page.getByRole("checkbox", { name: "Reference photos" }).check();
    await chooseSuggestion(page, "Suggestion list", "Masts");
    await page.getByRole("checkbox", { name: "Only allow suggested names" }).check();

    await openTab(page, /^Tasks/);
    await page.getByRole("button", { name: "Add group", exact: true }).click();
    await fillTaskForm(page, { name: "Tower" });
    const addTo = async (kind: "task" | "group", group: string) => {
      const form = page.getByRole("group", { name: group, exact: true });
      if (!(await form.isVisible()))
        await page.getByRole("button", { name: `Edit ${group}`, exact: true }).click();
      await page.getByRole("button", { name: `Add ${kind} to ${group}`, exact: true }).click();
    };
    await addTo("task", "Tower");
    const corrosion = await fillTaskForm(page, {
      name: "Corrosion",
      type: "Single choice",
      required: "Required",
    });
    await corrosion.getByRole("textbox", { name: "Option 1" }).fill("None; Slight; Severe");
    await addTo("task", "Tower");
    const closeUp = await fillTaskForm(page, { name: "Close-up", required: "Optional if explained" });
    await closeUp.getByRole("button", { name: "Add precondition" }).click();
    await closeUp.getByRole("combobox", { name: /^Task/ }).selectOption({ label: "2. Corrosion" });
    await closeUp.getByRole("combobox", { name: "Answer" }).selectOption("Severe");
    await chooseSuggestion(closeUp, "Reference photos", photoName);
    await addTo("group", "Tower");
    await fillTaskForm(page, { name: "Antennas" });
    await addTo("task", "Antennas");
    const model = await fillTaskForm(page, { name: "Model", type: "Single choice with suggestions" });
    await chooseSuggestion(model, "Suggestion list", "Antenna models");
    await page.getByRole("button", { name: "Add task", exact: true }).click();
    await fillTaskForm(page, { name: "Overview", typed: "Over:view", required: "Required" });
    await page.getByRole("button", { name: "Close the form of Overview", exact: true }).click();
    await dragBefore(page, "Overview", "Tower");
    await page.getByText("Overview is now number 1 of 2").waitFor({ state: "attached" });

    await openTab(page, /^Export/);
    await chooseSuggestion(page, "Add export configuration", "Handover");
    const card = page.getByRole("region", { name: "Handover" });
    const add = async (button: string, kind: string) => {
      await card.getByRole("button", { name: button, exact: true }).click();
      await page.getByRole("menuitem", { name: kind, exact: true }).click();
    };
    await add("Add", "Folder");
    await card.getByRole("textbox", { name: /^Name/ }).nth(1).fill("Masts");
    await add("Add to Folder: Masts", "Zip file");
    await add("Add to Zip file: {DOCUMENTATION_NAME}.zip", "Photos");
    await card.getByRole("checkbox", { name: "Compress photos" }).check();
    await card.getByRole("textbox", { name: /^Quality/ }).fill("101");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("tab", { name: /Export.*1/ }).waitFor();
    await card.getByRole("textbox", { name: /^Quality/ }).fill("80");
    await save(page, "Create Successful");
    await page.waitForURL(/\/template\/[0-9a-f-]{36}$/);
    const id = new URL(page.url()).pathname.split("/").at(-1)!;

    const { templateExportConfigurations } = await admin<{
      templateExportConfigurations: { nodes: ExportNode[] }[];
    }>(`/templates/${id}`);
    const kinds = (nodes: readonly ExportNode[]): unknown =>
      nodes.map(({ type, children }) => (children.length > 0 ? [type, kinds(children)] : type));
    expect(kinds(templateExportConfigurations[0]!.nodes)).toEqual([["FOLDER", [["ZIP_FILE", ["PHOTOS"]]]]]);
    const [template, ...rest] = await fetchDeviceTemplates(ownCompany);
    expect(rest).toEqual([]);
    expect(template).toMatchObject({
      id,
      name: templateName,
      position: 5,
      suggestionList: ownCompany.names,
      onlySuggestionsAllowed: true,
    });
    expect(outline(template!.tasks)).toEqual(mastOutline);
    expect(template!.tasks.find(({ name }) => name === "Close-up")?.referencePhotos).toEqual([
      ownCompany.photo,
    ]);
    expect(template!.tasks.find(({ name }) => name === "Model")?.suggestionList).toBe(ownCompany.antennas);
  });

  test("3§2 an earlier backup is restored, with everything deleted since", async ({ page }) => {
    const admin = await createApiClient("super");
    const company = await createCompany(admin, "Mastbolaget");
    await openAs(page, "super", `/template/${await createMastTemplate(admin, company)}`);
    await openTab(page, /^Tasks/);
    await page.getByRole("button", { name: "Delete Tower", exact: true }).click();
    // Deleting a group also deletes its tasks, after a confirmation.
    await page
      .getByRole("alertdialog")
      .getByText("The 4 tasks in the group are also deleted.")
      .last()
      .waitFor();
    await page
      .getByRole("alertdialog")
      .getByRole("button", { name: /continue|delete/i })
      .click();
    await save(page, "Update Successful");
    expect(outline((await fetchDeviceTemplates(company))[0]!.tasks)).toEqual(["Overview | PHOTO | YES"]);

    await openTab(page, /^Backups/);
    const differences = page.getByRole("table", { name: /differences?$/ });
    await differences.getByText("Tower", { exact: false }).first().waitFor();
    await page.getByRole("button", { name: /^Restore / }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Restore", exact: true }).click();
    await page.getByText("Version restored").first().waitFor();
    await openTab(page, /^Tasks/);
    await page.getByRole("button", { name: "Edit Close-up", exact: true }).waitFor();
    const [template] = await fetchDeviceTemplates(company);
    expect(outline(template!.tasks)).toEqual(mastOutline);
    expect(template!.tasks.find(({ name }) => name === "Close-up")?.referencePhotos).toEqual([company.photo]);
  });

  test("3§2 a template is copied to another customer; parts which that customer does not have are omitted and listed", async ({
    visitor,
  }) => {
    const { page } = visitor;
    const admin = await createApiClient("super");
    const [ownCompany, tower] = [
      await createCompany(admin, "Mastbolaget"),
      await createCompany(admin, "Tornservice"),
    ];
    await createMastTemplate(admin, ownCompany);
    await openAs(page, "super", "/copyTemplate");
    const copy = page.getByRole("main").getByRole("button", { name: "Copy", exact: true });
    await copy.click();
    await page.getByText("You must choose at least one template").waitFor();
    await page.getByRole("combobox", { name: /^Templates/ }).fill(ownCompany.name);
    await page.getByRole("option", { name: `${templateName} (${ownCompany.name})` }).click();
    await page.keyboard.press("Escape");
    await chooseSuggestion(page, /^Copy to customer/, tower.name);
    await copy.click();
    const result = page.getByRole("status").filter({ hasText: "1 template copied" });
    await result.getByText(/Left out.*Handover/).waitFor();
    const link = await result.getByRole("link", { name: templateName }).getAttribute("href");
    const [template] = await fetchDeviceTemplates(tower);
    expect(template).toMatchObject({ id: link!.split("/").at(-1), name: templateName, suggestionList: null });
    expect(outline(template!.tasks)).toEqual(mastOutline);
    // A second copy is refused, because the name is taken.
    await page.getByRole("combobox", { name: /^Templates/ }).fill(ownCompany.name);
    await page.getByRole("option", { name: `${templateName} (${ownCompany.name})` }).click();
    await page.keyboard.press("Escape");
    await copy.click();
    await page.getByText("There is already a template with that name for that customer").waitFor();
    visitor.ignoreFaults(/422/);
  });

  test("3§2 200 tasks are imported from a CSV file; its three faulty lines are reported by number and skipped", async ({
    page,
  }) => {
    const admin = await createApiClient("super");
    const company = await createCompany(admin, "Mastbolaget");
    await createMastTemplate(admin, company);
    await openAs(page, "super", "/importCSV");
    await chooseSuggestion(page, /^Customer/, company.name);
    await chooseSuggestion(page, /^Template/, templateName);
    await page.getByRole("combobox", { name: "Separator" }).selectOption(";");
    await page.locator("input[type=file]").setInputFiles({
      name: "tasks.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(csv.join("\r\n")),
    });
    await page.getByRole("button", { name: "Preview" }).click();
    await page.getByText("200 of 203 lines can be imported").waitFor();
    const errorTable = page.getByRole("table", { name: "3 errors" });
    await expect
      .poll(async () =>
        (await errorTable.getByRole("row").allInnerTexts())
          .slice(1)
          .map((row) => row.split(/\s*\t\s*/).slice(0, 2)),
      )
      .toEqual([
        ["12", "type"],
        ["103", "parent"],
        ["204", "name"],
      ]);
    // The preview writes nothing.
    expect((await fetchDeviceTemplates(company))[0]?.tasks).toHaveLength(mastOutline.length);
    await page.getByRole("button", { name: "Import the 200 valid lines and skip the rest" }).click();
    await page.getByText("200 tasks imported").waitFor();
    const [template] = await fetchDeviceTemplates(company);
    expect(template?.tasks.map(({ position }) => position)).toEqual(template?.tasks.map((_, index) => index));
    expect(outline(template!.tasks)).toEqual([
      ...mastOutline,
      "Guy wires | GROUP | NO",
      ...importedNames.map((name, index) =>
        index === 0
          ? `  ${name} | PHOTO | YES | TASK_ANSWER Corrosion EQUALS Slight`
          : `  ${name} | PHOTO | YES`,
      ),
    ]);
  });

  test("3§5 a device gets the templates of its licence: no hidden ones, restricted ones by licence, in order", async () => {
    const admin = await createApiClient("super");
    const [ownCompany, otherCompany] = [
      await createCompany(admin, "Tornservice"),
      await createCompany(admin, "Mastbolaget"),
    ];
    for (const company of [ownCompany, otherCompany]) await createMastTemplate(admin, company);
    const second = generateLicenseCode(randomInt);
    const { id: otherLicense } = await admin<{ id: string }>("/licenses", {
      customerId: ownCompany.id,
      name: "Other crew",
      licenseCode: second,
    });
    for (const [name, change] of [
      ["Hidden", { position: 1, hidden: true }],
      ["For the first", { position: 9, templateLicenses: [{ license: ownCompany.licence }] }],
      ["For the second", { position: 2, templateLicenses: [{ license: otherLicense }] }],
      ["For all", { position: 2 }],
    ] as const)
      await admin("/templates", { customerId: ownCompany.id, name, ...change });
    const namesFor = async (company: { code: string }) =>
      (await fetchDeviceTemplates(company)).map(({ name }) => name);
    expect(await namesFor(ownCompany)).toEqual(["For all", templateName, "For the first"]);
    expect(await namesFor({ code: second })).toEqual(["For all", "For the second", templateName]);
    expect(await namesFor(otherCompany)).toEqual([templateName]);
    expect(outline((await fetchDeviceTemplates(otherCompany))[0]!.tasks)).toEqual(mastOutline);
  });
});

/** 203 lines below the header with three faults: line 12 has an unknown type, 103 an unknown group and 204 no name. */
const header = "name;description;type;options;required;parent;precondition task;precondition answer";
const importedNames: string[] = [];
const csv = [header, "Guy wires;What holds the mast;GROUP;;;;;"];
for (let line = 3; line <= 204; line += 1) {
  if (line === 12) csv.push("Guy wire 12;;PICTURE;;YES;Guy wires;;");
  else if (line === 103) csv.push("Guy wire 103;;PHOTO;;YES;No such group;;");
  else if (line === 204) csv.push(";;PHOTO;;YES;Guy wires;;");
  else {
    importedNames.push(`Guy wire ${line}`);
    csv.push(
      `Guy wire ${line};;PHOTO;;YES;Guy wires;${importedNames.length === 1 ? "Corrosion;Slight" : ";"}`,
    );
  }
}
