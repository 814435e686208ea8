import { describe, expect, it } from "vitest";
import { type TaskType, taskTypes } from "#domain/core/documentationTypes.ts";
import { type AnswerableTask, isExpected, parseAnswer } from "./answers.ts";
import { takesAnswer } from "./types.ts";

const task = (type: TaskType, overrides: Partial<AnswerableTask> = {}): AnswerableTask => ({
  type,
  required: "NO",
  options: null,
  params: {},
  answer: null,
  ...overrides,
});
const colours = { options: "Red; Green;Blue" };
const persons = { params: { columns: "Namn;Telefon", requiredColumns: "Namn" } };

describe("an answer", () => {
  it.each<[TaskType, string, string | null, Partial<AnswerableTask>?]>([
    ["TEXT", "  two\r\nlines ", "two\nlines"],
    ["TEXT", "a\u030A", "å"],
    ["TEXT", "   ", null],
    ["INTEGER", "12", "12"],
    ["INTEGER", "+5", "5"],
    ["INTEGER", "−7", "-7"],
    ["INTEGER", "1 234 567", "1234567"],
    ["DECIMAL", "1,5", "1.5"],
    ["DECIMAL", "-0.25", "-0.25"],
    ["DECIMAL", "1\u00A0234,5", "1234.5"],
    ["DECIMAL", "7", "7"],
    ...(
      [
        [",5", "0.5"],
        [".5", "0.5"],
        ["-,5", "-0.5"],
        ["5,", "5"],
        ["5.", "5"],
        ["+ 5,50", "5.50"],
        ["– 3", "-3"],
        ["1 234,5", "1234.5"],
        ["1\u202f234,5", "1234.5"],
        ["1.234,5", "1234.5"],
        ["1,234.5", "1234.5"],
        ["1.234.567", "1234567"],
        ["1’234.5", "1234.5"],
        ["１２，５", "12.5"],
        ["12,5\r\n", "12.5"],
      ] as const
    ).map(([input, answer]): [TaskType, string, string] => ["DECIMAL", input, answer]),
    // cht-core#7654: keyboards that add joiners; getodk#1297: blanks before choices; formpack#303: double ones in options.
    ["INTEGER", "12\u200d", "12"],
    ["DATE", "\u200c2026-05-04", "2026-05-04"],
    ["SINGLE_CHOICE", " Red", "Red", colours],
    ["MULTI_CHOICE", "Dark\u00a0 red; Blue", "Blue;Dark red", { options: "Blue;Dark red" }],
    // enketo#35 intl-tel-input#2105: digits of Arabic, Persian and Hindi keyboards.
    ["INTEGER", "١٢٣", "123"],
    ["INTEGER", "۴۵۶", "456"],
    ["DECIMAL", "١٬٢٣٤٫٥", "1234.5"],
    ["DECIMAL", "−९.०", "-9.0"],
    // eq-survey-runner#429 Inputmask#564.
    ["INTEGER", "-0", "0"],
    ["DECIMAL", "-0,00", "0.00"],
    ["INTEGER", "12,0", "12"],
    ["INTEGER", "12,", "12"],
    ["INTEGER", "12.00", "12"],
    ["CHECKBOX", "true", "true"],
    ["CHECKBOX", "false", "false"],
    ["DATE", "2028-02-29", "2028-02-29"],
    ["TIME", "7:05", "07:05"],
    ["TIME", "23:59:30", "23:59"],
    ["DATE_TIME", "2026-05-04T7:05", "2026-05-04 07:05"],
    ["DATE_TIME", "2026-05-04 09:30", "2026-05-04 09:30"],
    ["DATE_RANGE", "2026-05-04; 2026-05-04", "2026-05-04;2026-05-04"],
    ["DATE_RANGE", ";", null],
    ["SINGLE_CHOICE", "Green", "Green", colours],
    ["SINGLE_CHOICE", "Pink", "Pink", { ...colours, answer: "Pink" }],
    ["SINGLE_CHOICE", "anything", "anything"],
    ["MULTI_CHOICE", "Blue;Red;Blue", "Red;Blue", colours],
    ["MULTI_CHOICE", ";", null, colours],
    ["SINGLE_CHOICE_SUGGESTION", "Åre", "Åre"],
    ["MULTI_CHOICE_SUGGESTION", " b ; a;b;", "b;a"],
    ["CONTACT_PERSONS", "Alva; 070 \n;;\nHelge;", "Alva;070\nHelge;", persons],
    ["CONTACT_PERSONS", ";\n", null, persons],
    ["PREDEFINED", "Anna", "Anna"],
    ["ZEBRA_SCANNER", "KS-118", "KS-118"],
  ])("2§3 F11 enketo#527 %s %j is stored as %j", (type, input, answer, overrides) =>
    expect(parseAnswer(task(type, overrides), input)).toEqual({ answer }),
  );

  it.each<[TaskType, string, string, Partial<AnswerableTask>?]>([
    ["TEXT", "x".repeat(2001), "tooLong"],
    ["INTEGER", "1,5", "notWholeNumber"],
    ["INTEGER", "twelve", "notWholeNumber"],
    ["INTEGER", "1 2", "notWholeNumber"],
    ["INTEGER", "12,5", "notWholeNumber"],
    // It may mean twelve or twelve thousand.
    ["INTEGER", "12.000", "notWholeNumber"],
    ["INTEGER", ",", "notWholeNumber"],
    ["DECIMAL", ",", "notNumber"],
    ["DECIMAL", "-", "notNumber"],
    ["DECIMAL", "12,5 mm", "notNumber"],
    ["DECIMAL", "1.2.3,4", "notNumber"],
    ["DECIMAL", "1,2,3", "notNumber"],
    ["DECIMAL", "1e5", "notNumber"],
    ["CHECKBOX", "yes", "invalid"],
    ["DATE", "2026-02-29", "invalid"],
    ["DATE", "04/05/2026", "invalid"],
    ["TIME", "24:00", "invalid"],
    ["TIME", "12", "invalid"],
    ["DATE_TIME", "2026-05-04", "invalid"],
    ["DATE_RANGE", "2026-05-05;2026-05-04", "afterEnd"],
    ["DATE_RANGE", "2026-05-05;", "required"],
    ["DATE_RANGE", "2026-05-05;2026-06-31", "invalid"],
    ["SINGLE_CHOICE", "Pink", "notAllowed", colours],
    ["SINGLE_CHOICE", "Red;Blue", "notAllowed", colours],
    ["MULTI_CHOICE", "Red;Pink", "notAllowed", colours],
    ["CONTACT_PERSONS", "Alva;070\n;071", "required", persons],
    ["CONTACT_PERSONS", "Alva;070\nalva;070", "duplicate", persons],
  ])("2§5 %s %j is refused: %s", (type, input, error, overrides) =>
    expect(parseAnswer(task(type, overrides), input)).toEqual({ error }),
  );

  it("2§5 is required only if required is YES", () => {
    for (const type of taskTypes.filter(takesAnswer)) {
      expect([type, parseAnswer(task(type, { required: "YES" }), " ")]).toEqual([
        type,
        { error: "required" },
      ]);
      expect([type, parseAnswer(task(type), null)]).toEqual([type, { answer: null }]);
    }
  });

  it("2§3 does not exist for groups, texts, photos, drawings and files", () => {
    const withoutAnswer = taskTypes.filter((type) => !takesAnswer(type));
    expect(withoutAnswer.toSorted()).toEqual(["DRAWING", "FILE", "GROUP", "HEADER", "PHOTO", "STATIC_TEXT"]);
    for (const type of withoutAnswer) expect(parseAnswer(task(type), "x")).toEqual({ error: "notAllowed" });
  });

  it("2§2 that equals the expected one gives no warning", () => {
    expect(isExpected(" ks-118", "KS-118")).toBe(true);
    expect(isExpected(null, "KS-118")).toBe(false);
  });
});
