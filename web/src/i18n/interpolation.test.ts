import i18next from "i18next";
import { expect, test } from "vitest";
import { loadTexts } from "./i18n.ts";

test("2§9 a date in a text stays on one line, and other values are as they were", async () => {
  await loadTexts("retake");
  expect(i18next.t("retake:answerByDay", { day: "2026-05-04" })).toBe("answer by 2026\u201105\u201104");
  expect(i18next.t("retake:otherAnswerFor", { task: "Mast 2026-05-04 <b>" })).toContain(
    "Mast 2026-05-04 <b>",
  );
});
