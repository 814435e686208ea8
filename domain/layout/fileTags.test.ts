import { describe, expect, test } from "vitest";
import { parseFileTag } from "./fileTags.ts";
import { validateLayout } from "./layoutValidation.ts";
import { createOfficeFileNodes, findOfficeFile, readOfficeFileData } from "./officeFile.ts";

const parse = (tagText: string) => parseFileTag(tagText, "WORD", (code) => code === "REMARK");

describe("3§4 the tags of an uploaded file", () => {
  test.each([
    ["#each photos", { IN: "PHOTOS" }],
    ["#photos", { IN: "PHOTOS" }],
    ["#each answers", { IN: "TASK_ANSWERS" }],
    ["# each  Photos name", { IN: "PHOTOS", SORT_BY: "NAME" }],
    ["#each tasks HAS_PHOTOS ANSWERED", { IN: "TASKS", FILTERS: "HAS_PHOTOS;ANSWERED" }],
    ["#each tasks: depth; Permit number", { IN: "TASKS", IDS: "depth;Permit number" }],
    ["#each groups PRE_POST", { IN: "GROUPS", GROUPS_TYPE: "PRE_POST" }],
  ])("{%s} is a loop", (tagText, params) => {
    expect(parse(tagText)).toEqual({ kind: "each", params });
  });

  test.each([
    ["#if photos", { TYPE: "HAS_PHOTOS" }, false],
    ["#if not photos: mast", { TYPE: "HAS_PHOTOS", TASK_IDENTIFIER: "mast" }, true],
    ["#if TASK_ANSWER:ok", { TYPE: "TASK_ANSWER", TASK_IDENTIFIER: "ok", OPERATOR: "ANSWERED" }, false],
    [
      "#if TASK_ANSWER:ok == “Yes”",
      { TYPE: "TASK_ANSWER", TASK_IDENTIFIER: "ok", OPERATOR: "EQUALS", ANSWER: "Yes" },
      false,
    ],
    [
      "#if TASK_ANSWER > 1,5",
      { TYPE: "TASK_ANSWER", TASK_IDENTIFIER: "", OPERATOR: "GREATER", ANSWER: "1,5" },
      false,
    ],
    [
      "#if PHOTO_COMMENT contains crack",
      { TYPE: "PLACEHOLDER", TEXT: "{PHOTO_COMMENT}", OPERATOR: "CONTAINS", ANSWER: "crack" },
      false,
    ],
    ["#if !REMARK", { TYPE: "PLACEHOLDER", TEXT: "{REMARK}", OPERATOR: "ANSWERED" }, true],
    ["#if status != approved; handled", { TYPE: "DOCUMENTATION_STATUS", STATUS: "APPROVED;HANDLED" }, true],
  ])("{%s} is a condition", (tagText, params, isNegated) => {
    expect(parse(tagText)).toEqual({ kind: "if", params, isNegated });
  });

  test("else tags, closing tags, placeholders and other texts in braces are distinguished", () => {
    expect(
      ["else", "#else", "/each", "/if", "/", "/photos", "PHOTO_NAME", "REMARK", "some words"].map(parse),
    ).toEqual([
      { kind: "else" },
      { kind: "else" },
      { kind: "end", block: "each" },
      { kind: "end", block: "if" },
      { kind: "end", block: null },
      { kind: "end", block: "each" },
      ...Array.from({ length: 3 }, () => ({ kind: "text" })),
    ]);
  });

  test.each([
    ["#each fotos", "unknownLoop"],
    ["#each photos ANSWERED", "unknownOption"],
    ["#each events: key", "unknownOption"],
    ["#if", "invalidCondition"],
    ["#if UNKNOWN", "invalidCondition"],
    ["#if status == NOWHERE", "invalidCondition"],
    ["#if TASK_ANSWER:depth > deep", "invalidCondition"],
    ["#if not TASK_ANSWER:a == b", "invalidCondition"],
    ["/while", "unopened"],
    ["photo_name", "unknownPlaceholder"],
    ["UNKNOWN", "unknownPlaceholder"],
  ])("{%s} is an error: %s", (tagText, error) => {
    expect(parse(tagText)).toEqual({ kind: "error", error });
  });
});

describe("3§3 a layout that consists of a file", () => {
  const data = Buffer.from("PK".repeat(600_000)).toString("base64");
  const nodes = createOfficeFileNodes("own.docx", data);
  const file = findOfficeFile(nodes)!;

  test("keeps all bytes, in parts that the database can hold", () => {
    expect(readOfficeFileData(file)).toBe(data);
    expect(file.children.map(({ params }) => params.DATA!.length)).toEqual([1_000_000, 600_000]);
    expect(validateLayout({ id: null, type: "WORD", nodes })).toEqual({});
  });

  test.each([
    ["a type without files", "PDF" as const, nodes, "type"],
    ["no name", "WORD" as const, [{ ...file, params: {} }], "NAME"],
    ["other params", "WORD" as const, [{ ...file, params: { ...file.params, TEXT: "x" } }], "TEXT"],
    ["no bytes", "WORD" as const, [{ ...file, children: [] }], "DATA"],
    ["data that is not base64", "WORD" as const, createOfficeFileNodes("own.docx", "***="), "DATA"],
    ["more than 4 MB", "WORD" as const, createOfficeFileNodes("own.docx", "AAAA".repeat(1_333_400)), "DATA"],
    [
      "parts of parts",
      "WORD" as const,
      [{ ...file, children: [{ ...file.children[0]!, children: nodes }] }],
      "DATA",
    ],
  ])("is refused with %s", (_, type, faultyNodes, field) => {
    expect(Object.keys(validateLayout({ id: null, type, nodes: faultyNodes }))).toEqual([
      `nodes.${faultyNodes[0]!.id}.${field}`,
    ]);
  });

  test("has no other nodes", () => {
    const otherNode = { ...file, id: "other", type: "TEXT" as const, children: [] };
    expect(validateLayout({ id: null, type: "WORD", nodes: [file, otherNode] })).toEqual({
      "nodes.other.type": "notAllowed",
    });
  });
});
