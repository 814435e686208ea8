import { expect, test } from "vitest";
import { formatAnswer } from "./answerText.ts";
import { documentTexts } from "./documentTexts.ts";

test.each([
  ["TEXT", "as it is; really", "as it is; really"],
  ["TEXT", null, "Inte besvarad"],
  ["TEXT", "  ", "Inte besvarad"],
  ["CHECKBOX", "true", "Ja"],
  ["CHECKBOX", "false", "Nej"],
  ["MULTI_CHOICE", "Sand;Makadam; ;Asfalt", "Sand, Makadam, Asfalt"],
  ["DATE_RANGE", "2026-05-01;2026-05-20", "2026-05-01 – 2026-05-20"],
  ["DATE_TIME", "2026-05-01 12:00", "2026-05-01 12:00"],
  ["DATE_TIME", "2026-05-01T12:00:00Z", "2026-05-01 14:00"],
  ["DECIMAL", "72.5", "72,5"],
  ["DECIMAL", "-0.50", "-0,50"],
  ["DECIMAL", "12345.5", "12345,5"],
  ["INTEGER", "007", "007"],
  ["DECIMAL", "about 1.5", "about 1.5"],
  ["TEXT", "72.5", "72.5"],
  ["CONTACT_PERSONS", "Eva;070-1;eva@x.se\n;;\nBo;070-2;", "Eva, 070-1, eva@x.se\nBo, 070-2"],
])("2§3 answers: %s %j reads %j", (type, answer, text) => {
  const task = { id: "t", name: "Task", type, answer, path: [], position: 0 };
  expect(formatAnswer(task, documentTexts.sv)).toBe(text);
});

test.each([
  ["72.5", "72.5"],
  ["72,5", "72.5"],
  ["1 234,5", "1234.5"],
])("2§3 an English document writes the number %s as %s", (answer, text) => {
  expect(formatAnswer({ type: "DECIMAL", answer }, documentTexts.en)).toBe(text);
});
