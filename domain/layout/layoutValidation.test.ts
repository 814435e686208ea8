import { describe, expect, it, test } from "vitest";
import { allChains, layoutChain, layoutNode, nestedChain, smallestPng } from "#domain/testing/layouts.ts";
import { getAllowedChildren, getParamRules, type ParamRule } from "./grammar.ts";
import {
  computeNodeBudget,
  findInsertCycle,
  findInsertsOverBudget,
  findTransitiveInserters,
  InsertCounts,
} from "./inserts.ts";
import { validateLayout } from "./layoutValidation.ts";
import type { LayoutNode } from "./node.ts";
import { isOfficeFileType } from "./officeFile.ts";
import {
  type LayoutNodeType,
  type LayoutParam,
  type LayoutType,
  layoutNodeTypes,
  layoutTypes,
  maxColumns,
  maxInsertedNodes,
  maxLayoutTextLength,
  maxLevels,
  maxNodes,
} from "./types.ts";

const errorsOf = (type: LayoutType, ...nodes: LayoutNode[]) => validateLayout({ id: null, type, nodes });

/** The types allowed in the last node of a chain according to 3§4; "" is the top level. */
const allowedTypes: Record<LayoutType, Record<string, string>> = {
  POWERPOINT: {
    "": "EACH SLIDE PHOTO_GRID CONTENTS IF ELSE",
    EACH: "SLIDE PHOTO_GRID IF ELSE",
    SLIDE: "COLUMN",
    "SLIDE COLUMN": "PHOTO_GRID MAP TEXT PHOTO IMAGE TABLE QR FILES COMPARISON IF ELSE",
    "SLIDE COLUMN TABLE": "TABLE_ROW EACH PAGE_BREAK IF ELSE",
    "SLIDE COLUMN TABLE EACH": "TABLE_ROW IF ELSE",
    "SLIDE COLUMN TABLE TABLE_ROW": "TABLE_CELL",
    "SLIDE COLUMN TABLE TABLE_ROW TABLE_CELL": "TEXT IF ELSE",
    "SLIDE COLUMN TEXT": "",
    IF: "CONTENTS EACH SLIDE PHOTO_GRID IF ELSE",
    "SLIDE COLUMN IF": "PHOTO_GRID MAP TEXT PHOTO IMAGE TABLE QR FILES COMPARISON IF ELSE",
    PHOTO_GRID: "",
  },
  WORD: {
    "": "CONTENTS MAP HEADER FOOTER EACH TABLE TEXT PHOTO PHOTO_GRID PAGE_BREAK LINE_BREAK QR FILES COMPARISON IF ELSE",
    HEADER: "TABLE TEXT IF ELSE",
    FOOTER: "TABLE TEXT IF ELSE",
    EACH: "EACH TEXT PHOTO PHOTO_GRID TABLE PAGE_BREAK LINE_BREAK QR FILES COMPARISON IF ELSE",
    TABLE: "ROW EACH IF ELSE",
    "TABLE EACH": "EACH ROW IF ELSE",
    "TABLE ROW": "COLUMN",
    "TABLE ROW COLUMN": "MAP CHILD TEXT PHOTO IMAGE QR IF ELSE",
    "TABLE ROW COLUMN CHILD": "TEXT IF ELSE",
    PAGE_BREAK: "",
    CONTENTS: "",
  },
  EXCEL: {
    "": "EACH SHEET CONTENTS IF ELSE",
    EACH: "SHEET IF ELSE",
    "EACH SHEET": "EACH ROW PHOTO_GRID FILES COMPARISON IF ELSE",
    "SHEET EACH": "ROW PHOTO_GRID FILES COMPARISON IF ELSE",
    SHEET: "EACH ROW PHOTO_GRID FILES COMPARISON IF ELSE",
    "SHEET ROW": "COLUMN",
    "SHEET ROW COLUMN": "MAP CHILD TEXT PHOTO IMAGE QR IF ELSE",
    "SHEET IF": "EACH ROW PHOTO_GRID FILES COMPARISON IF ELSE",
    "SHEET ROW COLUMN CHILD": "TEXT IF ELSE",
  },
  PDF: {
    "": "EACH PAGE PHOTO_GRID CONTENTS IF ELSE",
    EACH: "PAGE PHOTO_GRID IF ELSE",
    PAGE: "COLUMN",
    "PAGE COLUMN": "PHOTO_GRID MAP TEXT PHOTO IMAGE QR FILES COMPARISON IF ELSE",
  },
  WORD_TO_PDF: {
    "": "CONTENTS MAP HEADER FOOTER EACH TABLE TEXT PHOTO PHOTO_GRID PAGE_BREAK LINE_BREAK TASK INSERT QR FILES COMPARISON IF ELSE",
    HEADER: "TABLE TEXT IF ELSE",
    FOOTER: "TABLE TEXT IF ELSE",
    EACH: "EACH TEXT PHOTO PHOTO_GRID TABLE PAGE_BREAK LINE_BREAK QR FILES COMPARISON IF ELSE",
    TABLE: "ROW EACH IF ELSE",
    "TABLE EACH": "EACH ROW IF ELSE",
    "TABLE ROW": "COLUMN",
    "TABLE ROW COLUMN": "MAP EACH CHILD TEXT PHOTO IMAGE TASK QR IF ELSE",
    "TABLE ROW COLUMN CHILD": "TEXT IF ELSE",
    TASK: "TEXT EACH PHOTO_GRID CONTACT_PERSONS_TABLE FILES IF ELSE",
    IF: "CONTENTS MAP HEADER FOOTER EACH TABLE TEXT PHOTO PHOTO_GRID PAGE_BREAK LINE_BREAK TASK INSERT IMAGE QR FILES COMPARISON IF ELSE",
    "TASK IF": "TEXT EACH PHOTO_GRID CONTACT_PERSONS_TABLE PHOTO IMAGE TASK FILES IF ELSE",
    "TABLE IF": "ROW EACH IF ELSE",
    INSERT: "",
  },
};

describe.each(layoutTypes)("3§4 %s", (type) => {
  it.each(Object.entries(allowedTypes[type]))("allows in %j: %s", (chainTypes, allowedChildren) => {
    const chain = layoutChain(type, ...(chainTypes.split(" ").filter(Boolean) as LayoutNodeType[]));
    for (const child of layoutNodeTypes) {
      // The rules of a layout that consists of a file are tested in fileTags.test.ts.
      if (child === "OFFICE_FILE" && chain.length === 0 && isOfficeFileType(type)) continue;
      const isAllowed = allowedChildren.split(" ").includes(child);
      const node = layoutChain(type, ...chain.map((ancestor) => ancestor.type), child).at(-1)!;
      const siblings =
        child === "ELSE" && isAllowed
          ? [layoutChain(type, ...chain.map(({ type }) => type), "IF").at(-1)!, node]
          : [node];
      const parent = chain.at(-1);
      const errors = errorsOf(
        type,
        ...(parent ? [nestedChain([...chain.slice(0, -1), { ...parent, children: siblings }])] : siblings),
      );
      expect(errors, child).toEqual(isAllowed ? {} : { [`nodes.${node.id}.type`]: "notAllowed" });
    }
  });

  const chains = allChains(type);
  it("accepts every node that the grammar allows, with all of its params", () => {
    expect(chains.length).toBeGreaterThan(5);
    for (const chain of chains) expect(errorsOf(type, nestedChain(layoutChain(type, ...chain)))).toEqual({});
  });

  /** Every param of every node in every position. */
  const forEachParam = (
    visit: (
      param: LayoutParam,
      rule: ParamRule,
      errorOf: (value: string | null) => string | undefined,
    ) => void,
  ) => {
    for (const types of chains) {
      const chain = layoutChain(type, ...types);
      const node = chain.at(-1)!;
      const rules = getParamRules(type, node, chain.slice(0, -1).toReversed());
      for (const [param, rule] of Object.entries(rules) as [LayoutParam, ParamRule][])
        visit(param, rule, (value) => {
          const { [param]: _, ...otherParams } = node.params;
          const params = value === null ? otherParams : { ...otherParams, [param]: value };
          const errors = errorsOf(type, nestedChain([...chain.slice(0, -1), { ...node, params }]));
          return errors[`nodes.${node.id}.${param}`];
        });
    }
  };

  it("3§5 requires only the required params", () =>
    forEachParam((param, { required }, errorOf) => {
      expect([param, errorOf(null)]).toEqual([param, required ? "required" : undefined]);
      expect([param, errorOf("")]).toEqual([param, required ? "required" : undefined]);
    }));

  it("3§5 refuses values that are not among the options, of the wrong type or out of range", () =>
    forEachParam((param, rule, errorOf) => {
      for (const [value, error] of invalidValues(rule))
        expect([param, value.slice(0, 50), errorOf(value)]).toEqual([param, value.slice(0, 50), error]);
    }));

  it("3§3 reports params that a node does not have in its position", () => {
    for (const types of chains) {
      const chain = layoutChain(type, ...types);
      const node = chain.at(-1)!;
      const params = { ...node.params, SURPRISE: "1", ["__proto__"]: "1", constructor: "1" };
      const errors = errorsOf(type, nestedChain([...chain.slice(0, -1), { ...node, params }]));
      const rules = getParamRules(type, node, chain.slice(0, -1).toReversed());
      expect(errors[`nodes.${node.id}.SURPRISE`]).toBe("unknown");
      expect(errors[`nodes.${node.id}.constructor`]).toBe("unknown");
      if (!rules.CONFIGURATION) {
        const nodeWithConfiguration = { ...node, params: { ...node.params, CONFIGURATION: "x" } };
        expect(errorsOf(type, nestedChain([...chain.slice(0, -1), nodeWithConfiguration]))).toEqual({
          [`nodes.${node.id}.CONFIGURATION`]: "notAllowed",
        });
      }
    }
  });
});

/** Values that a param refuses, with the expected errors. */
function invalidValues(rule: ParamRule): [string, string][] {
  switch (rule.kind) {
    case "choice":
      return ["NOTHING", " ", "__proto__", `${rule.options[0]} `].map((value) => [value, "notAllowed"]);
    case "choices":
      return [
        ["NOTHING", "notAllowed"],
        [`${rule.options[0]};`, "notAllowed"],
        [`${rule.options[0]};${rule.options[0]}`, "duplicate"],
        [`${rule.options[0]};`.repeat(100_000), "tooLong"],
      ];
    case "text":
      return [
        ["x".repeat(rule.maxLength + 1), "tooLong"],
        ["a\u0000b", "invalid"],
        ["\ud800", "invalid"],
        ...(rule.isMultiline ? [] : ([["a\nb", "invalid"]] as [string, string][])),
        ...(rule.required
          ? ([[" \t", rule.isMultiline ? "required" : "invalid"]] as [string, string][])
          : []),
      ];
    case "number":
      return [
        ["1,5", "wrongType"],
        ["1e3", "wrongType"],
        ["0x10", "wrongType"],
        [" 1", "wrongType"],
        ["NaN", "wrongType"],
        ["٣", "wrongType"],
        ["1".repeat(400), "wrongType"],
        ...(rule.isInteger ? ([["1.5", "wrongType"]] as [string, string][]) : []),
        [String(rule.min - 1), "tooSmall"],
        [String(rule.max + 1), "tooLarge"],
      ];
    case "color":
      return ["red", "#fff", "#12345g", "#1234567", "#123456 "].map((value) => [value, "invalid"]);
    case "flag":
      return ["yes", "TRUE", "1"].map((value) => [value, "notAllowed"]);
    case "image":
      return [
        ["aGVq", "invalid"],
        ["<svg/>", "invalid"],
        [smallestPng.slice(0, -1), "invalid"],
        [`${smallestPng}\n`, "invalid"],
        ["A".repeat(1_400_000), "tooLarge"],
        [makeBombPng(4000, 4000), "tooLarge"],
        [makeBombPng(0, 5), "invalid"],
      ];
    case "layout":
      return ["x", "{0b9c2b1e-5a41-4f0e-9a55-6f2d1c7e8a90}"].map((value) => [value, "invalid"]);
  }
}

/** A PNG with this size in its header. */
function makeBombPng(width: number, height: number): string {
  const bytes = Buffer.from(smallestPng, "base64");
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes.toString("base64");
}

/** The required params of 3§5, written out to check the grammar's rules. */
const requiredParams: [LayoutType, string, LayoutNode["params"], string[]][] = [
  ["POWERPOINT", "EACH", {}, ["IN"]],
  ["POWERPOINT", "SLIDE COLUMN TEXT", {}, ["TEXT", "SIZE", "POSITION"]],
  ["POWERPOINT", "SLIDE COLUMN IMAGE", {}, ["DATA", "TYPE", "POSITION"]],
  ["POWERPOINT", "SLIDE COLUMN TABLE TABLE_ROW TABLE_CELL TEXT", {}, ["TEXT", "SIZE"]],
  ["WORD", "TEXT", {}, ["TEXT", "SIZE", "STYLE", "ALIGNMENT"]],
  ["WORD", "TABLE ROW COLUMN IMAGE", {}, ["DATA", "TYPE"]],
  ["WORD", "TABLE ROW COLUMN CHILD", {}, ["NAME"]],
  ["EXCEL", "SHEET", {}, ["NAME"]],
  ["EXCEL", "SHEET ROW COLUMN TEXT", {}, ["TEXT", "SIZE"]],
  ["PDF", "PAGE COLUMN TEXT", {}, ["TEXT", "SIZE", "POSITION"]],
  ["PDF", "PAGE COLUMN IMAGE", {}, ["DATA", "TYPE", "POSITION"]],
  ["PDF", "PAGE COLUMN MAP", {}, ["SHOW"]],
  ["WORD_TO_PDF", "IF", {}, ["TYPE", "STATUS"]],
  ["WORD_TO_PDF", "IF", { TYPE: "TASK_ANSWER" }, ["TASK_IDENTIFIER", "OPERATOR", "ANSWER"]],
  ["WORD_TO_PDF", "TASK", {}, ["TASK_IDENTIFIER"]],
  ["WORD_TO_PDF", "INSERT", {}, ["CONFIGURATION"]],
];
it.each(requiredParams)("3§5 %s: %s with %j needs %j", (type, chainTypes, params, missingParams) => {
  const chain = layoutChain(type, ...(chainTypes.split(" ") as LayoutNodeType[]));
  const node = { ...chain.at(-1)!, params };
  expect(errorsOf(type, nestedChain([...chain.slice(0, -1), node]))).toEqual(
    Object.fromEntries(missingParams.map((param) => [`nodes.${node.id}.${param}`, "required"])),
  );
});

test.each<[LayoutType, string, string, string | undefined]>([
  ["WORD_TO_PDF", "TASK", "TASK_ANSWERS", undefined],
  ["WORD_TO_PDF", "", "TASK_ANSWERS", "notAllowed"],
  ["WORD_TO_PDF", "", "DOCUMENTATION_EVENTS", undefined],
  ["WORD", "", "DOCUMENTATION_EVENTS", "notAllowed"],
  ["WORD", "", "UNEXPECTED_ANSWER_EVENTS", undefined],
  ["EXCEL", "", "GROUPS", "notAllowed"],
  ["PDF", "", "GROUPS", undefined],
  ["PDF", "", "TEMPLATES", "notAllowed"],
  ["POWERPOINT", "", "TEMPLATE_TASKS", undefined],
  ...layoutTypes.map((type): [LayoutType, string, string, undefined] => [
    type,
    "",
    "DOCUMENTATIONS",
    undefined,
  ]),
])("3§4 an EACH of %s in %j over %s: %s", (type, chainTypes, IN, error) => {
  const chain = layoutChain(type, ...(chainTypes.split(" ").filter(Boolean) as LayoutNodeType[]));
  const eachNode = layoutNode("EACH", { IN });
  expect(errorsOf(type, nestedChain([...chain, eachNode]))[`nodes.${eachNode.id}.IN`]).toBe(error);
});

it.each([
  ["POWERPOINT", "SLIDE PHOTO_GRID EACH IF ELSE"],
  ["PDF", "PAGE PHOTO_GRID EACH IF ELSE"],
  ["EXCEL", "SHEET EACH IF ELSE"],
  ["WORD", "EACH TEXT PHOTO PHOTO_GRID QR FILES COMPARISON TABLE PAGE_BREAK LINE_BREAK MAP IF ELSE"],
  [
    "WORD_TO_PDF",
    "EACH TEXT PHOTO PHOTO_GRID QR FILES COMPARISON TABLE PAGE_BREAK LINE_BREAK MAP TASK IF ELSE",
  ],
] as const)("3§4 an EACH over DOCUMENTATIONS of %s contains a whole report: %s", (type, expected) =>
  expect(getAllowedChildren(type, layoutNode("EACH", { IN: "DOCUMENTATIONS" }))).toEqual(expected.split(" ")),
);

it("3§4 a COMPARISON has at most six documentations side by side", () => {
  const errorOf = (COLUMNS: string) => {
    const node = layoutNode("COMPARISON", { COLUMNS });
    return errorsOf("WORD", node)[`nodes.${node.id}.COLUMNS`];
  };
  expect(errorOf("6")).toBeUndefined();
  expect(errorOf("7")).toBeDefined();
  expect(errorOf("1.5")).toBeDefined();
});

it("3§4 an EACH in PowerPoint can contain another EACH only if it visits templates or their tasks", () => {
  const innerNode = layoutNode("EACH", { IN: "PHOTOS" });
  for (const [IN, error] of [
    ["TEMPLATES", undefined],
    ["TEMPLATE_TASKS", undefined],
    ["TASKS", "notAllowed"],
  ] as const)
    expect(
      errorsOf("POWERPOINT", layoutNode("EACH", { IN }, [innerNode]))[`nodes.${innerNode.id}.type`],
    ).toBe(error);
});

it.each(layoutTypes)(
  "3§4 texts of %s have the heading levels 1 to 3, except in headers and footers",
  (type) => {
    for (const chain of allChains(type).filter((types) => types.at(-1) === "TEXT")) {
      const nodes = layoutChain(type, ...chain);
      const node = nodes.at(-1)!;
      const errorOf = (LEVEL: string) =>
        errorsOf(type, nestedChain([...nodes.slice(0, -1), { ...node, params: { ...node.params, LEVEL } }]))[
          `nodes.${node.id}.LEVEL`
        ];
      const isInHeaderOrFooter = chain.includes("HEADER") || chain.includes("FOOTER");
      expect([chain, errorOf("1"), errorOf("3")]).toEqual(
        isInHeaderOrFooter ? [chain, "notAllowed", "notAllowed"] : [chain, undefined, undefined],
      );
      expect(errorOf("4")).toBe("notAllowed");
    }
  },
);

it("3§4 an ELSE directly follows an IF or EACH", () => {
  const condition = layoutChain("WORD", "IF")[0]!;
  const [firstNode, secondNode] = [layoutNode("ELSE"), layoutNode("ELSE")];
  const text = layoutChain("WORD", "TEXT")[0]!;
  expect(errorsOf("WORD", condition, firstNode)).toEqual({});
  expect(errorsOf("WORD", layoutChain("WORD", "EACH")[0]!, firstNode)).toEqual({});
  expect(errorsOf("WORD", firstNode)).toEqual({ [`nodes.${firstNode.id}.type`]: "notAllowed" });
  expect(errorsOf("WORD", condition, text, firstNode)).toEqual({
    [`nodes.${firstNode.id}.type`]: "notAllowed",
  });
  expect(errorsOf("WORD", condition, firstNode, secondNode)).toEqual({
    [`nodes.${secondNode.id}.type`]: "notAllowed",
  });
});

it("3§4 an answer is compared as greater or less only with a number, date or time", () => {
  const conditionOf = (OPERATOR: string, ANSWER: string) =>
    layoutNode("IF", { TYPE: "TASK_ANSWER", TASK_IDENTIFIER: "depth", OPERATOR, ANSWER });
  for (const [operator, value, error] of [
    ["GREATER", "2,5", undefined],
    ["LESS", "2026-11-26", undefined],
    ["LESS", "12:30", undefined],
    ["GREATER", "much", "wrongType"],
    ["CONTAINS", "much", undefined],
    ["ANSWERED", "much", "notAllowed"],
  ] as const) {
    const condition = conditionOf(operator, value);
    expect(errorsOf("PDF", condition)[`nodes.${condition.id}.ANSWER`], operator).toBe(error);
  }
});

describe("3§5 an image", () => {
  const jpeg = Buffer.from([
    ...[0xff, 0xd8, 0xff, 0xff, 0xe0, 0, 4, 0, 0],
    ...[0xff, 0xc0, 0, 11, 8, 0, 2, 0, 3, 1, 0x11, 0, 0, 0xff, 0xd9],
  ]).toString("base64");
  const errorOf = (DATA: string, TYPE: string) => {
    const image = layoutNode("IMAGE", { DATA, TYPE });
    const row = layoutNode("ROW", {}, [layoutNode("COLUMN", {}, [image])]);
    return errorsOf("WORD", layoutNode("TABLE", {}, [row]))[`nodes.${image.id}.DATA`];
  };
  it("must be a PNG or JPEG by its bytes, and match its TYPE", () => {
    expect(errorOf(smallestPng, "image/png")).toBeUndefined();
    expect(errorOf(jpeg, "image/jpeg")).toBeUndefined();
    expect(errorOf(smallestPng, "image/jpeg")).toBe("invalid");
    expect(errorOf(jpeg, "image/png")).toBe("invalid");
  });
  it.each([
    ["image/jpeg", jpeg],
    ["image/png", smallestPng],
  ])("%s is invalid if truncated", (type, complete) => {
    const bytes = Buffer.from(complete, "base64");
    for (let end = 1; end < bytes.length - 1; end += 1)
      expect(errorOf(bytes.subarray(0, end).toString("base64"), type)).toBe("invalid");
  });
});

describe("3§5 the images of a layout", () => {
  const makeTable = (...images: LayoutNode[]) =>
    layoutNode("TABLE", {}, [layoutNode("ROW", {}, [layoutNode("COLUMN", {}, images)])]);
  const image = (DATA: string) => layoutNode("IMAGE", { DATA, TYPE: "image/png" });

  it("have at most 12 megapixels in total, and the one that exceeds them is reported; a repeated image counts once", () => {
    const largeImages = [1999, 2000, 1998].map((width) => image(makeBombPng(width, 2000)));
    const copies = largeImages.map(({ params }) => image(params.DATA!));
    expect(errorsOf("WORD", makeTable(...largeImages, ...copies))).toEqual({});
    const [smallImage, largerImage] = [image(makeBombPng(2, 2000)), image(makeBombPng(100, 100))];
    expect(errorsOf("WORD", makeTable(...largeImages, smallImage, largerImage, ...copies))).toEqual({
      [`nodes.${largerImage.id}.DATA`]: "tooLarge",
    });
  });

  it("are each decoded once if a decoder is given, and never if too large", () => {
    const decodedWidths: number[] = [];
    const [complete, brokenImage, large] = [
      makeBombPng(3, 3),
      makeBombPng(4, 4),
      makeBombPng(4000, 4000),
    ].map(image) as [LayoutNode, LayoutNode, LayoutNode];
    const copies = image(brokenImage.params.DATA!);
    const nodes = [makeTable(complete, brokenImage, copies, large)];
    const errors = validateLayout({ id: null, type: "WORD", nodes }, ({ size }) => {
      decodedWidths.push(size.width);
      return size.width !== 4;
    });
    expect(decodedWidths).toEqual([3, 4]);
    expect(errors).toEqual({
      [`nodes.${brokenImage.id}.DATA`]: "invalid",
      [`nodes.${copies.id}.DATA`]: "invalid",
      [`nodes.${large.id}.DATA`]: "tooLarge",
    });
  });
});

describe("a whole layout", () => {
  const makeTexts = (count: number) =>
    Array.from({ length: count }, () => layoutChain("WORD", "TEXT")[0] as LayoutNode);

  it("3§3 has at most 500 nodes", () => {
    expect(errorsOf("WORD", ...makeTexts(maxNodes))).toEqual({});
    expect(errorsOf("WORD", ...makeTexts(maxNodes + 1))).toEqual({ nodes: "tooLarge" });
    expect(Object.keys(errorsOf("WORD", ...makeTexts(50_000)))).toEqual(["nodes"]);
  });

  it("3§3 has at most 20 levels, and reports the node that exceeds them", () => {
    const eachNode = (count: number) =>
      Array.from({ length: count }, () => layoutNode("EACH", { IN: "TASKS" }));
    expect(errorsOf("WORD", nestedChain(eachNode(maxLevels)))).toEqual({});
    const deepNodes = eachNode(maxLevels + 1);
    expect(errorsOf("WORD", nestedChain(deepNodes))).toEqual({
      [`nodes.${deepNodes[maxLevels - 1]!.id}.children`]: "tooLarge",
    });
    expect(Object.keys(errorsOf("WORD", nestedChain(eachNode(2000))))).toHaveLength(1);
  });

  describe.each<[LayoutType, LayoutNodeType[], LayoutNodeType, number]>([
    ["POWERPOINT", ["SLIDE", "COLUMN", "TABLE", "TABLE_ROW"], "TABLE_CELL", 63],
    ["WORD", ["TABLE", "ROW"], "COLUMN", 63],
    ["WORD_TO_PDF", ["TABLE", "EACH", "ROW"], "COLUMN", 63],
    ["EXCEL", ["SHEET", "ROW"], "COLUMN", 500],
  ])("3§5 a row of %s", (type, ancestorTypes, cellType, max) => {
    const errorOf = (...spans: (string | undefined)[]) => {
      const chain = layoutChain(type, ...ancestorTypes);
      const row = { ...chain.at(-1)!, id: "row" };
      const cells = spans.map((COLSPAN) => layoutNode(cellType, COLSPAN === undefined ? {} : { COLSPAN }));
      return errorsOf(type, nestedChain([...chain.slice(0, -1), { ...row, children: cells }]));
    };
    const makeSpans = (sum: number) => [
      ...Array.from({ length: Math.floor(sum / 100) }, () => "100"),
      `${sum % 100 || 1}`,
    ];
    it(`has at most ${max} columns, counting column spans`, () => {
      expect(maxColumns[type]).toBe(max);
      const maxSpans = max % 100 === 0 ? makeSpans(max).slice(0, -1) : makeSpans(max);
      expect(errorOf(...maxSpans)).toEqual({});
      expect(errorOf(...maxSpans, undefined)).toEqual({ "nodes.row.children": "tooLarge" });
      if (max >= 100) return;
      const singleSpans = Array.from({ length: max }, () => undefined);
      expect(errorOf(...singleSpans)).toEqual({});
      expect(errorOf(...singleSpans, undefined)).toEqual({ "nodes.row.children": "tooLarge" });
    });
    it("counts an invalid COLSPAN as one column", () => {
      for (const colspan of ["0", "1e3", "x", "-5", "9".repeat(12)])
        expect(errorOf(colspan)["nodes.row.children"]).toBeUndefined();
    });
  });

  it("3§3 has unique ids", () => {
    const [firstNode, secondNode] = makeTexts(2) as [LayoutNode, LayoutNode];
    expect(errorsOf("WORD", firstNode, { ...secondNode, id: firstNode.id })).toEqual({
      [`nodes.${firstNode.id}.id`]: "duplicate",
    });
  });

  it("3§3 has nodes with single-line names and multi-line descriptions", () => {
    const [node] = makeTexts(1) as [LayoutNode];
    for (const [overrides, expectedErrors] of [
      [{ name: "x".repeat(255), description: "a\nb" }, {}],
      [{ name: "x".repeat(256) }, { name: "tooLong" }],
      [{ name: "a\nb" }, { name: "invalid" }],
      [{ description: "x".repeat(5001) }, { description: "tooLong" }],
      [{ description: "\u0000" }, { description: "invalid" }],
    ] as const)
      expect(errorsOf("WORD", { ...node, ...overrides })).toEqual(
        Object.fromEntries(
          Object.entries(expectedErrors).map(([field, error]) => [`nodes.${node.id}.${field}`, error]),
        ),
      );
  });

  it("3§3 reports an unknown node type, and does not validate its contents", () => {
    for (const type of ["CAROUSEL", "constructor", "__proto__", "toString"]) {
      const node = { ...layoutNode("EACH", { IN: "NOTHING" }, makeTexts(1)), type: type as LayoutNodeType };
      expect(errorsOf("WORD", node)).toEqual({ [`nodes.${node.id}.type`]: "unknown" });
    }
  });

  it("3§5 cannot insert itself", () => {
    const insert = layoutChain("WORD_TO_PDF", "INSERT")[0]!;
    const layoutId = insert.params.CONFIGURATION!;
    expect(validateLayout({ id: layoutId, type: "WORD_TO_PDF", nodes: [insert] })).toEqual({
      [`nodes.${insert.id}.CONFIGURATION`]: "circle",
    });
    expect(validateLayout({ id: crypto.randomUUID(), type: "WORD_TO_PDF", nodes: [insert] })).toEqual({});
  });

  it("3§3 has a maximum total length of all params", () => {
    const IDS = "x".repeat(5000);
    const eachNode = Array.from({ length: 100 }, () => layoutNode("EACH", { IN: "PHOTOS", IDS }));
    expect(errorsOf("WORD", ...eachNode)).toEqual({});
    const makeDataImage = (size: number) => layoutNode("IMAGE", { DATA: "A".repeat(size) });
    const cell = layoutNode(
      "COLUMN",
      {},
      Array.from({ length: 6 }, () => makeDataImage(maxLayoutTextLength / 5)),
    );
    const table = layoutNode("TABLE", {}, [layoutNode("ROW", {}, [cell])]);
    expect(errorsOf("WORD", table).nodes).toBe("tooLarge");
  });

  it("reports at most 1000 errors", () => {
    const params = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`P${index}`, "1"]));
    expect(Object.keys(errorsOf("WORD", layoutNode("TEXT", params))).length).toBeLessThanOrEqual(1000);
  });
});

describe("3§5 INSERT cycles", () => {
  const findCycle = (edges: Record<string, string[]>, startId: string) =>
    findInsertCycle(startId, (layout) => edges[layout] ?? []);
  it.each<[string, Record<string, string[]>, string[] | null]>([
    ["none", { a: ["b"], b: ["c"] }, null],
    ["directly", { a: ["a"] }, ["a", "a"]],
    ["through two", { a: ["b"], b: ["c"], c: ["a"] }, ["a", "b", "c", "a"]],
    ["the shortest", { a: ["b", "d"], b: ["c"], c: ["a"], d: ["a"] }, ["a", "d", "a"]],
    ["none if only others form a cycle", { a: ["b"], b: ["c"], c: ["b"] }, null],
  ])("are found: %s", (_name, edges, expected) => expect(findCycle(edges, "a")).toEqual(expected));
});

it("3§5 the transitive inserters of a layout are those that insert it, directly or through others", () => {
  const inserts = new Map(Object.entries({ a: ["b"], b: ["c", "e"], c: ["b"], d: ["a"], e: [] }));
  expect([...findTransitiveInserters("c", inserts)].sort()).toEqual(["a", "b", "c", "d"]);
  expect([...findTransitiveInserters("d", inserts)]).toEqual([]);
});

describe("3§5 nodes that INSERTs add", () => {
  /** Layouts by name: their node counts, and the layouts that they insert. */
  const graphOf = (layouts: Record<string, [count: number, inserts?: string]>) =>
    new Map(
      Object.entries(layouts).map(([id, [count, inserts = ""]]) => [
        id,
        { count, inserts: inserts.split(" ").filter(Boolean) },
      ]),
    );
  it.each<[string, Parameters<typeof graphOf>[0], number]>([
    ["none", { a: [7] }, 0],
    ["those of the inserted layout, for each INSERT", { a: [2, "b b"], b: [30] }, 60],
    ["including nested INSERTs", { a: [2, "b c"], b: [30, "c c"], c: [5] }, 45],
    ["up to the maximum", { a: [10, "b b b b b b b b b b"], b: [500] }, maxInsertedNodes],
    [
      "one more than the maximum",
      { a: [10, "b b b b b b b b b b c"], b: [500], c: [1] },
      maxInsertedNodes + 1,
    ],
    [
      "over the maximum for an indirect cycle",
      { a: [1, "b"], b: [1, "c"], c: [1, "b"] },
      maxInsertedNodes + 1,
    ],
    ["over the maximum for a direct cycle", { a: [1, "a"] }, maxInsertedNodes + 1],
    ["not those of a missing layout", { a: [2, "b gone"], b: [3] }, 3],
  ])("are %s", (_name, layouts, expected) =>
    expect(new InsertCounts(graphOf(layouts)).countInserted("a")).toBe(expected),
  );

  it("are computed per layout, not per INSERT", () => {
    const layouts = graphOf({ end: [1] });
    for (let index = 0; index < 5000; index += 1) {
      const nextId = index === 0 ? "end" : `${index - 1}`;
      layouts.set(`${index}`, { count: 10, inserts: Array.from({ length: 10 }, () => nextId) });
    }
    const counts = new InsertCounts(layouts);
    expect(counts.countInserted("4999")).toBe(maxInsertedNodes + 1);
    expect([
      counts.countInserted("0"),
      counts.countInserted("1"),
      counts.countInserted("2"),
      counts.countTotal("0"),
    ]).toEqual([10, 200, 2100, 20]);
  });

  it("are refused at the INSERTs that exceed the budget left by earlier ones", () => {
    const inserts = ["big", "small", "big", "small"].map((layout, index) => ({ node: `${index}`, layout }));
    const counts = new InsertCounts(graphOf({ big: [60], small: [20] }));
    const findOverBudgetNodes = (budget: number) =>
      findInsertsOverBudget(inserts, counts, budget).map(({ node }) => node);
    expect([
      findOverBudgetNodes(160),
      findOverBudgetNodes(100),
      findOverBudgetNodes(79),
      findOverBudgetNodes(0),
    ]).toEqual([[], ["2"], ["1", "2", "3"], ["0", "1", "2", "3"]]);
  });

  it("limit a layout to the budget left in the layouts that insert it", () => {
    const budget = (layouts: Parameters<typeof graphOf>[0], ...inserters: string[]) =>
      computeNodeBudget("own", inserters, graphOf(layouts));
    expect(budget({ own: [9] })).toBe(maxInsertedNodes);
    expect(budget({ own: [9], a: [1, "own"] }, "a")).toBe(maxInsertedNodes);
    expect(budget({ own: [9], a: [1, "own own b"], b: [1000] }, "a")).toBe(2000);
    expect(budget({ own: [9], a: [1, "b b"], b: [100, "own own"] }, "a", "b")).toBe(1200);
    expect(budget({ own: [9], a: [1, "own b"], b: [maxInsertedNodes + 1] }, "a")).toBeLessThan(0);
  });
});
