import { analyse } from "scslre";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { findVisibleTasks, withoutMedia } from "./capture/draft.ts";
import { splitAddresses } from "./configuration/typedParams.ts";
import type { TaskType } from "./core/documentationTypes.ts";
import { formatCsv, parseCsv } from "./core/text/csv.ts";
import { sanitizeListText } from "./core/text/listText.ts";
import { safeDisplayName } from "./core/text/safeDisplayName.ts";
import { keyRangesOfPrefix, sortKeyOf } from "./core/text/sortKey.ts";
import { trimChars, trimEndChars } from "./core/text/trim.ts";
import { findStronglyConnectedComponents } from "./core/tree/stronglyConnected.ts";
import { validate } from "./core/validation.ts";
import { createMergedPhotoNames, type MergeTask, mergeTasks } from "./documentation/merge.ts";
import { fillNamePlaceholders, fillPhotoNamePlaceholders } from "./documentation/namePlaceholders.ts";
import { findInsertCycle, InsertCounts } from "./layout/inserts.ts";
import { validateLayout } from "./layout/layoutValidation.ts";
import { readExpectedAnswers } from "./lists/expectedAnswer.ts";
import { parsePairs } from "./lists/pairCsv.ts";
import { spreadPositions } from "./lists/suggestion.ts";
import { readSuggestions } from "./lists/suggestionFile.ts";
import { createPhotoNames } from "./media/photoName.ts";
import { isAnsweredWith, normalizeConditionAnswer } from "./task/answerComparison.ts";
import { parseAnswer } from "./task/answers.ts";
import { hasExtension, parseFileExtensions } from "./task/fileExtensions.ts";
import { findCycle, sortInReadingOrder } from "./task/taskTree.ts";
import { listTaskTypesWhere, takesAnswer } from "./task/types.ts";
import { computePhotoNames, createSuggestedMapping, type SourceTask, targetsOf } from "./template/mapping.ts";
import { findRepeatedOptions, toOptionRows, withOptionText } from "./template/optionRows.ts";
import { planTaskImport } from "./template/taskImport.ts";
import { createTask, withoutTask } from "./template/taskRules.ts";
import { createTemplate } from "./template/templateEdit.ts";
import { validateTemplate } from "./template/templateValidation.ts";
import { fillSchema, requestSchemas } from "./testing/contracts.ts";
import { findSuperlinearGrowth } from "./testing/growth.ts";
import { layoutNode, nestedChain } from "./testing/layouts.ts";

const makeNumbers = (count: number) => Array.from({ length: count }, (_, index) => index);
/** Repetitions that are hard for parsers: separators, blanks, quotes, lines, placeholders. */
const repeatedTexts = [";", " a", '"', "x\n", "{A", "{a:", "_1"];
const encoding = "utf-8" as const;
const grants = { products: new Set<never>(), authorities: new Set(["ROLE_SUPER_ADMIN"] as const) };

describe("the cost of client input grows linearly with its length", () => {
  it("the measurement detects quadratic growth, and passes linear growth", () => {
    expect(
      findSuperlinearGrowth(
        (size) => () => makeNumbers(size).map((index) => makeNumbers(size).indexOf(index)),
      ),
    ).not.toBeNull();
    expect(findSuperlinearGrowth((size) => () => new Set(makeNumbers(size)).size)).toBeNull();
  });

  const textFunctions: Record<string, (text: string) => unknown> = {
    parseCsv: (text) => parseCsv(text, ";"),
    formatCsv: (text) => formatCsv([[text], [text]], ";"),
    readPairs: (text) => parsePairs({ text, encoding }),
    readExpectedAnswers: (text) => readExpectedAnswers({ text, encoding }),
    readSuggestions: (text) =>
      readSuggestions({ type: "DOCUMENTATION_NAMES", params: {} }, { text, encoding }, (lat, lng) => ({
        lat,
        lng,
      })),
    readContacts: (text) =>
      readSuggestions(
        { type: "CONTACT_PERSONS", params: { columns: "Name;Phone", requiredColumns: "Name" } },
        { text, encoding },
        (lat, lng) => ({ lat, lng }),
      ),
    sanitizeListText,
    sortKey: (text) => [sortKeyOf(text), keyRangesOfPrefix(text)],
    safeDisplayName,
    fillNamePlaceholders: (text) =>
      fillNamePlaceholders(text, {
        values: {} as never,
        answerOf: () => undefined,
        params: new Map([["a", text]]),
      }),
    fillPhotoNamePlaceholders: (text) => fillPhotoNamePlaceholders(text, {} as never),
    addressesIn: splitAddresses,
    fileExtensions: (text) => hasExtension("a.jpg", parseFileExtensions(text)),
    trimChars: (text) => trimChars(text, ".;"),
    trimEndChars: (text) => trimEndChars(`${text}x`, ".;"),
    optionRows: (text) => findRepeatedOptions(withOptionText(toOptionRows(text), "", text).rows),
    withOptionText: (text) => withOptionText([{ id: "1", text: "" }], "1", text),
    nextPhotoNames: (text) => createPhotoNames(text, [text, `${text}_01`]),
    planTaskImport: (text) =>
      planTaskImport(createTemplate(), { text: text.slice(0, 4000), encoding }, ";", grants),
    ...Object.fromEntries(
      listTaskTypesWhere(takesAnswer).map((type: TaskType) => [
        `an answer of ${type}`,
        (text: string) =>
          parseAnswer(
            { type, required: "NO", options: text, params: { columns: "Name" }, answer: null },
            text,
          ),
      ]),
    ),
  };
  it.each(Object.keys(textFunctions))("2§5 3§5 %s", (name) => {
    for (const repeatedText of repeatedTexts)
      expect(
        findSuperlinearGrowth((size) => {
          const text = `${repeatedText.repeat(size)}\u0001`;
          return () => textFunctions[name]!(text);
        }),
        JSON.stringify(repeatedText),
      ).toBeNull();
  });

  const makeSourceTask = (index: number, overrides: Partial<SourceTask> = {}): SourceTask => ({
    ...{ id: `k${index}`, parentId: null, templateTaskId: null, name: "Tower", key: null },
    ...{ type: "TEXT", answer: null, position: index },
    ...overrides,
  });
  const makeMergeTask = (index: number, overrides: Partial<MergeTask> = {}): MergeTask => ({
    ...{
      id: `k${index}`,
      documentationId: `d${index % 2}`,
      parentId: null,
      templateTaskId: "t",
      type: "TEXT",
    },
    ...{ answer: `${index}`, position: index },
    ...overrides,
  });
  const listFunctions: Record<string, (count: number) => () => unknown> = {
    "2§4 tasks in a chain of groups": (count) => {
      const chain = makeNumbers(count).map((index) => ({
        id: `${index}`,
        parentId: index ? `${index - 1}` : null,
      }));
      return () => [sortInReadingOrder(chain), findCycle(chain), findCycle(chain.toReversed())];
    },
    "2§3 choices, all of them selected": (count) => {
      const text = makeNumbers(count).join(";");
      const task = {
        type: "MULTI_CHOICE",
        required: "NO",
        options: text,
        params: {},
        answer: null,
      } as const;
      return () => parseAnswer(task, text);
    },
    "2§2 tasks of one template task in one documentation, merged with those of another documentation": (
      count,
    ) => {
      const tasks = ["d0", "d1"].flatMap((documentationId) =>
        makeNumbers(count).map((index) =>
          makeMergeTask(index, { id: `${documentationId} ${index}`, documentationId }),
        ),
      );
      const selectedIds = new Set(tasks.map(({ id }) => id));
      return () => mergeTasks(tasks, selectedIds);
    },
    "2§2 merging photos that all have the same name": (count) => {
      const photos = [...makeNumbers(count), ...makeNumbers(count)].map((index, id) => ({
        ...{ id: `${id}`, name: `Mast ${index}_01`, taskName: `Mast ${index}` },
      }));
      return () => createMergedPhotoNames(photos);
    },
    "3§9 moving photos that all have the same name to another template": (count) => {
      const photos = makeNumbers(count).map((index) => ({
        ...{ id: `${index}`, documentationTaskId: null, name: `Mast ${Math.floor(index / 2)}_01` },
      }));
      return () => computePhotoNames(photos, () => null, new Map());
    },
    "2§2 similar tasks, mapped to a template's tasks": (count) => {
      const tasks = makeNumbers(count).map((index) => makeSourceTask(index, { type: "PHOTO" }));
      const targets = targetsOf(makeNumbers(count).map(() => createTask("TEXT", { name: "Tower" })));
      return () => createSuggestedMapping(tasks, targets);
    },
    "3§9 places that overlap each other": (count) => {
      const row = makeNumbers(count).map((index) => ({
        lat: 59,
        lng: Number((18 + index * 0.00001).toFixed(7)),
      }));
      return () => spreadPositions([...row, ...row]);
    },
    "3§5 tasks whose preconditions refer to the tasks before them": (count) => {
      const cappedCount = Math.min(count, 2000);
      const tasks = makeNumbers(cappedCount).map((index) =>
        createTask("TEXT", { id: `${index}`, name: `${index}` }),
      );
      for (const [index, task] of tasks.entries())
        task.preconditions = makeNumbers(Math.min(index, 3)).map((distance) => ({
          ...{ id: `${index} ${distance}`, type: "TASK_ANSWER" as const },
          params: { task: `${index - 1 - distance}`, operator: "EQUALS", answer: "x" },
        }));
      const template = { ...createTemplate(), name: "Mast", tasks };
      return () => [validateTemplate(template, grants), withoutTask(tasks, "0")];
    },
    "3§2 lines that each depend on the next line, with an error in the last line": (count) => {
      const cappedCount = Math.min(count, 1900);
      const lines = makeNumbers(cappedCount).map((index) => `${index},,TEXT,,,,${index + 1},x`);
      return () => planTaskImport(createTemplate(), { text: lines.join("\n"), encoding }, ",", grants);
    },
    "3§2 lines with the same name that refer to that name": (count) => {
      const lines = makeNumbers(Math.min(count, 1900)).map(() => "Tower,,TEXT,,,,Tower,x");
      return () => planTaskImport(createTemplate(), { text: lines.join("\n"), encoding }, ",", grants);
    },
    "3§5 params and choices of a layout's node": (count) => {
      const params = Object.fromEntries(makeNumbers(count).map((index) => [`P${index}`, `${index};`]));
      const FILTERS = "EMPTY;".repeat(count);
      const nodes = [layoutNode("EACH", { ...params, IN: "TASKS", FILTERS, IDS: FILTERS })];
      return () => validateLayout({ id: null, type: "WORD", nodes });
    },
    "3§5 an image of a layout": (count) => {
      const nodes = [layoutNode("IMAGE", { DATA: "/9j/".padEnd(count * 4, "/"), TYPE: "image/jpeg" })];
      const chain = [layoutNode("TABLE"), layoutNode("ROW"), layoutNode("COLUMN", {}, nodes)];
      return () => validateLayout({ id: null, type: "WORD", nodes: [nestedChain(chain)] });
    },
    "3§5 layouts that insert each other": (count) => {
      const insertsByLayout = new Map(
        makeNumbers(count).map((index) => [`${index}`, [`${index + 1}`, `${index + 2}`]]),
      );
      return () => findInsertCycle("1", (layout) => insertsByLayout.get(layout) ?? []);
    },
    "3§5 nodes of layouts that insert each other": (count) => {
      const layouts = new Map(
        makeNumbers(count).map((index) => [
          `${index}`,
          { count: 2, inserts: [`${index + 1}`, `${index + 2}`] },
        ]),
      );
      return () => new InsertCounts(layouts).countInserted("0");
    },
    "3§5 a cycle of tasks": (count) => {
      const edges = new Map(makeNumbers(count).map((index) => [`${index}`, [`${(index + 1) % count}`]]));
      return () => findStronglyConnectedComponents(edges);
    },
    "2§4 conditions on several choices": (count) => {
      const options = makeNumbers(count)
        .map((index) => `Choice ${index}`)
        .join(";");
      const type = "MULTI_CHOICE";
      return () => [
        isAnsweredWith({ type, answer: options, options }, options.toUpperCase()),
        normalizeConditionAnswer({ type, options }, options.toUpperCase()),
      ];
    },
    "2§5 photos of a draft": (count) => {
      const media = makeNumbers(count).map((index) => ({
        ...{
          id: `${index}`,
          kind: "PHOTO" as const,
          taskId: "k",
          name: `Mast_${index}`,
          comment: "",
          type: "image/jpeg",
        },
        ...{ size: 1, sha256: "", md5: "", dateCreated: null, confirmed: false },
      }));
      const tasks = makeNumbers(count).map((index) => ({
        id: `${index}`,
        parentId: index ? `${index - 1}` : null,
        preconditions: [],
      }));
      const draft = { media, tasks } as never;
      return () => [withoutMedia(draft, "0"), findVisibleTasks(draft)];
    },
  };
  it.each(Object.entries(listFunctions))("%s", (_name, make) =>
    expect(findSuperlinearGrowth(make)).toBeNull(),
  );
});

describe("the cost of contract validation grows linearly with the input", () => {
  const contracts = [...requestSchemas.values()].map((schema) => ({
    schema,
    shape: z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }),
  }));

  it("1§7 no pattern of a contract backtracks", () => {
    const patterns = new Set(contracts.flatMap(({ shape }) => patternsOf(shape)));
    expect(patterns.size).toBeGreaterThan(5);
    for (const source of patterns) expect(analyse({ source, flags: "u" }).reports, source).toEqual([]);
  });

  // Many contracts per test: counting the steps of a run takes longer than the run.
  it.each(makeNumbers(Math.ceil(contracts.length / 25)))("1§7 contracts, part %i", (part) => {
    const growth = findSuperlinearGrowth((size) => {
      const inputs = contracts
        .slice(part * 25, part * 25 + 25)
        .map(({ schema, shape }) => ({ schema, value: fillSchema(shape, `${"T ".repeat(size / 2)}\u0001`) }));
      return () => {
        for (const { schema, value } of inputs) validate(schema, value);
      };
    });
    expect(growth).toBeNull();
  });
});

function patternsOf(shape: unknown): string[] {
  if (typeof shape !== "object" || shape === null) return [];
  return Object.entries(shape).flatMap(([key, value]) =>
    key === "pattern" && typeof value === "string" ? [value] : patternsOf(value),
  );
}
