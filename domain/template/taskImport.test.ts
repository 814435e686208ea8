import { describe, expect, it } from "vitest";
import { formatCsv, parseCsv } from "#domain/core/text/csv.ts";
import { planTaskImport } from "./taskImport.ts";
import { createTask, taskTree, withMovedTask, withoutTask } from "./taskRules.ts";
import { readTaskCsv, sampleTaskCsv } from "./templateCsv.ts";
import { diffTemplates } from "./templateDifference.ts";
import { createTemplate } from "./templateEdit.ts";

const grants = { products: new Set<never>(), authorities: new Set(["ROLE_SUPER_ADMIN"] as const) };
const template = (tasks = [createTask("GROUP", { name: "Tower" })]) => ({
  ...createTemplate(),
  name: "Mast",
  tasks,
});
const planImport = (text: string, separator: "," | ";" = ";", target = template()) =>
  planTaskImport(target, { text, encoding: "utf-8" }, separator, grants);
const header = "name;description;type;options;required;parent;precondition task;precondition answer";

describe("csv", () => {
  it.each([
    [
      "a;b\r\nc;d",
      [
        ["a", "b"],
        ["c", "d"],
      ],
      [1, 2],
    ],
    [
      '\ufeffa;"b;""c"""\n\n  ;\nd;',
      [
        ["a", 'b;"c"'],
        ["d", ""],
      ],
      [1, 4],
    ],
    ['"one\r\ntwo";x\rlast', [["one\r\ntwo", "x"], ["last"]], [1, 3]],
    ["", [], []],
  ])("3§7 %j is %j", (text, cells, lines) => {
    const records = parseCsv(text, ";");
    expect(records.map((record) => record.cells)).toEqual(cells);
    expect(records.map(({ line }) => line)).toEqual(lines);
  });

  it.each(['"never closed;x', '"closed"behind;x'])("3§7 %j is reported as broken", (text) =>
    expect(parseCsv(text, ";")[0]?.isMalformed).toBe(true),
  );

  it("3§7 writing and reading round-trips", () => {
    const records = [
      ["a;b", 'say "x"', "two\nlines"],
      ["å", "", "c,d"],
    ];
    for (const separator of [",", ";"])
      expect(parseCsv(formatCsv(records, separator), separator).map(({ cells }) => cells)).toEqual(records);
  });
});

describe("tasks from CSV", () => {
  it.each([",", ";"] as const)("3§2 the sample file, separated by %j, has no errors", (separator) => {
    const { errors, lines, template: result } = planImport(sampleTaskCsv(separator), separator, template([]));
    expect([errors, lines]).toEqual([[], 7]);
    const summaries = taskTree
      .flatten(result.tasks)
      .map(({ node, level }) => `${level} ${node.name} ${node.type}`);
    expect(summaries.slice(0, 4)).toEqual([
      "0 Tower GROUP",
      "1 Antennas PHOTO",
      "1 Corrosion SINGLE_CHOICE",
      "1 Corrosion close-up PHOTO",
    ]);
    expect(taskTree.flatten(result.tasks).flatMap(({ node }) => node.preconditions)).toMatchObject([
      { type: "TASK_ANSWER", params: { operator: "EQUALS", answer: "Severe" } },
      { type: "TASK_PHOTOS_TAKEN" },
    ]);
    expect(result.tasks.at(-1)).toMatchObject({
      fileExtensions: "pdf;csv",
      required: "NO_WITH_LATER_UPLOAD",
    });
  });

  it("3§2 a condition on a tick box can be written as yes or no, and conditions on numbers and choices as people write them", () => {
    const { template: result, errors } = planImport(
      [
        header,
        ...["Road;;CHECKBOX;;;;;", "Depth;;DECIMAL;;;;;", "Soil;;MULTI_CHOICE;Rock;;;;"],
        ...["A;;TEXT;;;;Road;Ja", "B;;TEXT;;;;road;no", "C;;TEXT;;;;Depth;2,5", "D;;TEXT;;;;Soil;rock"],
      ].join("\n"),
      ";",
      template([]),
    );
    expect(errors).toEqual([]);
    expect(
      result.tasks.flatMap(({ preconditions }) => preconditions.map(({ params }) => params.answer)),
    ).toEqual(["true", "false", "2.5", "Rock"]);
  });

  it("3§5 a condition on a number must be a number", () => {
    const { errors } = planImport("Depth;;DECIMAL;;;;;\nA;;TEXT;;;;Depth;deep");
    expect(errors).toMatchObject([
      { line: 2, column: "precondition answer", error: "notNumber", value: "deep" },
    ]);
  });

  it.each([
    [`${header}\nMast;a,b;PHOTO`, ";"],
    [`${header.replaceAll(";", ",")}\nMast,a;b,PHOTO`, ","],
    ['\ufeff"Name", Description,type', ","],
    ["Mast\t\tPHOTO\nOther\ta;b,c\tTEXT", "\t"],
    ["Mast;;PHOTO\nB;a,b,TEXT,d;TEXT", ";"],
    ["", null],
  ])("F9 3§2 the separator of %j is %j", (text, separator) =>
    expect(readTaskCsv({ text, encoding: "utf-8" }).reading.separator).toBe(separator),
  );

  it("F1 mautic#1379 opensourcepos#224 a header names the columns in any order, in both languages; unknown columns are reported", () => {
    const { reading, tasks } = readTaskCsv({
      text: 'Typ;Namn;Kommentar;Beskrivning\nPHOTO;"Mast; norr";x;"Rad 1\r\nRad 2"\n;;;\n',
      encoding: "utf-8",
    });
    expect(tasks).toMatchObject([{ name: "Mast; norr", type: "PHOTO", description: "Rad 1\nRad 2" }]);
    expect(reading.columns.map(({ heading, field }) => [heading, field])).toEqual([
      ["Typ", "type"],
      ["Namn", "name"],
      ["Kommentar", null],
      ["Beskrivning", "description"],
    ]);
  });

  it("3§2 lines can refer to groups of the template, ignoring case; photo names are stripped", () => {
    const { template: result, errors } = planImport("Mast: foot;;photo;;Ja;TOWER;;", ";");
    expect(errors).toEqual([]);
    expect(result.tasks[0]?.tasks[0]).toMatchObject({
      name: "Mast foot",
      type: "PHOTO",
      required: "YES",
      level: 1,
    });
  });

  it("3§2 every error is reported by line and column, and so is every line that depends on one with an error", () => {
    const text = [
      header,
      ";;TEXT;;;;;",
      "Kind;;SOMETHING;;;;;",
      "Choice;;SINGLE_CHOICE;;;;;",
      "Good;;CHECKBOX;;;;;",
      "Required;;TEXT;;NO_WITH_LATER_UPLOAD;;;",
      "Lost;;TEXT;;;Nowhere;;",
      "Waits;;TEXT;;;;Choice;x",
      "Unsaid;;TEXT;;;;Good;",
      "Turned;;TEXT;;;;Tower;x",
      "Itself;;TEXT;;;;Itself;x",
      "Long;;TEXT;;;;;;extra",
      ";;;;;;;",
      '"Broken;;TEXT',
    ].join("\n");
    const { errors, lines, importedIds, template: result } = planImport(text);
    expect(lines).toBe(12);
    expect(errors.map(({ line, column, error }) => [line, column, error])).toEqual([
      [2, "name", "required"],
      [3, "type", "invalid"],
      [4, "options", "required"],
      [6, "required", "notAllowed"],
      [7, "parent", "notFound"],
      [8, "precondition task", "notFound"],
      [9, "precondition answer", "required"],
      [10, "precondition task", "notAllowed"],
      [11, "precondition task", "notFound"],
      [12, null, "extraColumns"],
      [14, null, "invalid"],
    ]);
    expect(errors[1]?.value).toBe("SOMETHING");
    expect([...importedIds].map((id) => taskTree.find(result.tasks, id)?.node.name)).toEqual(["Good"]);
  });

  it("3§2 an ambiguous name refers to nothing; a cycle is refused", () => {
    const { errors } = planImport(
      "A;;CHECKBOX\nA;;CHECKBOX\nB;;TEXT;;;;A;x\nC;;CHECKBOX;;;;D;x\nD;;CHECKBOX;;;;C;x",
    );
    expect(errors.map(({ line, error }) => [line, error])).toEqual([
      [3, "duplicate"],
      [4, "notAllowed"],
      [5, "notAllowed"],
    ]);
  });

  it("3§2 2000 tasks are read, and more are refused", () => {
    const text = Array.from({ length: 2100 }, (_, index) => `Task ${index};;TEXT;;;Tower;;`).join("\n");
    const { errors, importedIds } = planImport(text);
    expect([importedIds.size, errors.length, errors[0]?.error]).toEqual([1999, 101, "tooLarge"]);
  });
});

describe("a readable difference", () => {
  const [corrosion, remark] = [
    createTask("CHECKBOX", { name: "Corrosion" }),
    createTask("TEXT", { name: "Remark" }),
  ];
  const tower = createTask("GROUP", { name: "Tower", tasks: [corrosion] });
  const originalTemplate = template([tower, remark]);
  const lines = (changedTemplate: typeof originalTemplate) =>
    diffTemplates(originalTemplate, changedTemplate);

  it("3§2 is empty for equal templates", () => expect(lines(structuredClone(originalTemplate))).toEqual([]));

  it("3§2 lists fields by name, tasks by their groups", () => {
    const renamedTask = { ...corrosion, name: "Rust", required: "YES" as const };
    expect(
      lines({ ...originalTemplate, hidden: true, tasks: [{ ...tower, tasks: [renamedTask] }, remark] }),
    ).toEqual([
      { path: "hidden", before: false, after: true },
      { path: "tasks › Tower › Rust › name", before: "Corrosion", after: "Rust" },
      { path: "tasks › Tower › Rust › required", before: "NO", after: "YES" },
    ]);
  });

  it("3§2 lists added, removed and moved tasks", () => {
    expect(lines({ ...originalTemplate, tasks: withoutTask(originalTemplate.tasks, remark.id) })).toEqual([
      { path: "tasks › Remark", before: "TEXT" },
    ]);
    expect(
      lines({ ...originalTemplate, tasks: withMovedTask(originalTemplate.tasks, remark.id, null, 0)! }),
    ).toEqual([{ path: "tasks › order", before: ["Tower", "Remark"], after: ["Remark", "Tower"] }]);
    expect(
      lines({ ...originalTemplate, tasks: withMovedTask(originalTemplate.tasks, remark.id, tower.id, 0)! }),
    ).toEqual([{ path: "tasks › Tower › Remark › parent", before: "tasks", after: "tasks › Tower" }]);
  });
});
