import { expect, it, test } from "vitest";
import { layoutNode } from "#domain/testing/layouts.ts";
import { layoutPlaceholders } from "./types.ts";
import { findPlaceholderErrors, unknownPlaceholdersIn } from "./unknownPlaceholders.ts";

const codes: ReadonlySet<string> = new Set(["REMARK", "Site no"]);
const unknownIn = (text: string) => unknownPlaceholdersIn(text, (code) => codes.has(code));

test.each([
  "",
  "no braces",
  "{DOCUMENTATION_NAME} by {CREATOR}",
  "{TASK_ANSWER:roof} {TASK_ANSWER: any text: at all }",
  "{REMARK} { REMARK } {Site no}",
  "{see the appendix} {} { } { note: dry }",
  "{ not closed, } not opened",
  layoutPlaceholders.map((word) => `{${word}}`).join(" "),
])("3§4 accepts %j", (text) => {
  expect(unknownIn(text)).toEqual([]);
});

test.each([
  ["{UNKNOWN}", "UNKNOWN"],
  ["{documentation_name}", "documentation_name"],
  ["{Documentation Name}", "Documentation Name"],
  ["{documentation-name}", "documentation-name"],
  ["{ DOCUMENTATION_NAME }", " DOCUMENTATION_NAME "],
  ["{task_answer:roof}", "task_answer:roof"],
  ["{CREATOR:first}", "CREATOR:first"],
  ["{remark}", "remark"],
  ["{åtgärd}", "åtgärd"],
  ["{{DOCUMENTATION_NAMES}}", "DOCUMENTATION_NAMES"],
])("3§4 refuses %s", (text, unknown) => {
  expect(unknownIn(`${text} and ${text}`)).toEqual([unknown]);
});

it("3§4 errors name the node and the param: a text, a sheet's name or a caption, but not a task's name", () => {
  const nodes = [
    layoutNode("TEXT", { TEXT: "{UNKNOWN}" }),
    layoutNode("SHEET", { NAME: "{UNKNOWN}" }),
    layoutNode("PHOTO_GRID", { CAPTION: "{UNKNOWN}" }),
    layoutNode("CHILD", { NAME: "{UNKNOWN}" }),
  ];
  const parent = layoutNode("COLUMN", {}, nodes);
  expect(findPlaceholderErrors([parent], () => false)).toEqual({
    [`nodes.${nodes[0]!.id}.TEXT`]: "unknownPlaceholder",
    [`nodes.${nodes[1]!.id}.NAME`]: "unknownPlaceholder",
    [`nodes.${nodes[2]!.id}.CAPTION`]: "unknownPlaceholder",
  });
});
