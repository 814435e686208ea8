import ExcelJS from "exceljs";
import { describe, expect, it } from "vitest";
import type { FormMonthData } from "#domain/endpoints/documentation/formMonth.ts";
import { documentationTask, templateReplacementText } from "#worker/db/schema/index.ts";
import { call, db, jsonOf, makeCaller, makeCustomer, makeTemplate } from "#worker/testing/factories.ts";
import { makeVisit } from "#worker/testing/visits.ts";

async function makeDiary() {
  const { id: customerId } = await makeCustomer(["FORM_MONTH"]);
  const as = await makeCaller({ customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
  const template = await makeTemplate(customerId, { name: "Diary" });
  const visit = (dateCreated: string, answer: string, request = {}) =>
    makeVisit(customerId, { template, name: "Etapp 7", dateCreated, answer, creator: "Moa L", ...request });
  // Months begin and end at midnight in Sweden, which in summer is two hours before midnight UTC.
  await visit("2026-05-31T22:30:00Z", "the first of June", { photos: 2 });
  await visit("2026-05-31T21:30:00Z", "still May");
  await visit("2026-06-30T21:59:59Z", '=HYPERLINK("http://x")');
  await visit("2026-06-30T22:00:00Z", "July already");
  await visit("2026-06-12T08:00:00Z", "hidden", { hidden: true });
  const query = `template=${template.id}&startDate=2026-06-01&endDate=2026-06-30`;
  return { as, customerId, template, query, visit };
}

describe("a month of forms", () => {
  it("2§2 has the forms of the month in Swedish time, with a column per task of the template", async () => {
    const { as, customerId, template, query } = await makeDiary();
    const extra = await makeVisit(customerId, {
      template,
      name: "Etapp 7",
      dateCreated: "2026-06-02T08:00:00Z",
    });
    await db()
      .insert(documentationTask)
      .values({ customerId, documentationId: extra.id, name: "Weather", type: "TEXT", answer: "Rain" });
    const path = `/formMonth/getDocumentations/Etapp%207?${query}`;
    const month = await jsonOf<FormMonthData>(call("GET", path, { as }));
    const [overview, remark] = template.tasks;
    expect(month.documentationTasks.map(({ name }) => name)).toEqual(["Overview", "Remark", "Weather"]);
    expect(month.documentations.map(({ creator, answers }) => [creator, answers])).toEqual([
      ["Moa L", { [overview!.id]: "2", [remark!.id]: "the first of June" }],
      ["field", { "TEXT Weather": "Rain" }],
      ["Moa L", { [remark!.id]: '=HYPERLINK("http://x")' }],
    ]);
    expect(month.total).toBe(3);
  });

  it("2§7 is an Excel workbook in which text that looks like a formula stays text", async () => {
    const { as, query } = await makeDiary();
    const path = `/formMonth/exportExcelFile/Etapp%207?${query}&language=sv`;
    const response = await call("GET", path, { as });
    expect(response.headers.get("content-disposition")).toContain("2026-06-01");
    const bytes = await response.arrayBuffer();
    expect(Number(response.headers.get("content-length"))).toBe(bytes.byteLength);
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(bytes);
    const rows = book.worksheets[0]!.getSheetValues().slice(1) as unknown[][];
    expect(rows[0]!.slice(1)).toEqual(["Datum", "Signatur", "Status", "Overview", "Remark"]);
    expect((rows[1]![1] as Date).toISOString()).toBe("2026-06-01T00:30:00.000Z");
    expect(rows[1]!.slice(2)).toEqual(["Moa L", "Uppladdning klar", 2, "the first of June"]);
    expect(rows[2]![5]).toBe('=HYPERLINK("http://x")');
    expect(rows).toHaveLength(3);
    expect(book.worksheets[1]!.getSheetValues().flat()).toContain(
      "Dolda och borttagna dokumentationer. Foton och filer räknas bara.",
    );
    expect((await call("HEAD", path, { as })).headers.get("etag")).toBe(response.headers.get("etag"));
  });

  it("2§3 has titles that differ: equal ones carry their groups, also of tasks that the template no longer has", async () => {
    const { as, customerId, template, query } = await makeDiary();
    const { id: documentationId } = await makeVisit(customerId, {
      template,
      name: "Etapp 7",
      dateCreated: "2026-06-02T08:00:00Z",
    });
    const groupIds = [crypto.randomUUID(), crypto.randomUUID()];
    const task = { customerId, documentationId, type: "TEXT" as const };
    const tasks = [
      { ...task, id: groupIds[0], type: "GROUP" as const, name: "Trench 1" },
      { ...task, id: groupIds[1], type: "GROUP" as const, name: "Trench 2" },
      { ...task, parentId: groupIds[0], name: "Depth", answer: "80" },
      { ...task, parentId: groupIds[1], name: "Depth", answer: "40" },
      { ...task, parentId: groupIds[1], name: "Status", answer: "dry" },
      { ...task, type: "DECIMAL" as const, parentId: groupIds[1], name: "depth", answer: "4" },
      { ...task, name: "remark", type: "INTEGER" as const, answer: "7" },
    ];
    for (const [position, values] of tasks.entries())
      await db()
        .insert(documentationTask)
        .values({ ...values, position });
    const path = `/formMonth/exportExcelFile/Etapp%207?${query}&language=en`;
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(await (await call("GET", path, { as })).arrayBuffer());
    const rows = book.worksheets[0]!.getSheetValues().slice(1) as unknown[][];
    expect(rows[0]!.slice(4)).toEqual([
      "Overview",
      "Remark",
      "Trench 1 › Depth",
      "Trench 2 › Depth",
      "Trench 2 › Status",
      "Trench 2 › depth (2)",
      "remark (2)",
    ]);
    expect(rows[2]!.slice(6)).toEqual(["80", "40", "dry", 4, 7]);
  });

  it("2§7 writes number answers as numbers that spreadsheets can add up, as long as a cell shows them as written", async () => {
    const { as, customerId, template, query } = await makeDiary();
    const answers: [string, "INTEGER" | "DECIMAL" | "TEXT"][] = [
      ["60", "INTEGER"],
      ["+5", "INTEGER"],
      ["007", "INTEGER"],
      ["2.50", "DECIMAL"],
      ["2,5", "DECIMAL"],
      ["-0.1234567", "DECIMAL"],
      ["12345678901234567", "DECIMAL"],
      ["60", "TEXT"],
    ];
    const visitWithAnswers = await makeVisit(customerId, {
      template,
      name: "Etapp 7",
      dateCreated: "2026-06-02T08:00:00Z",
    });
    for (const [index, [answer, type]] of answers.entries())
      await db()
        .insert(documentationTask)
        .values({
          customerId,
          documentationId: visitWithAnswers.id,
          name: `T${index}`,
          type,
          answer,
          position: index,
        });
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(
      await (await call("GET", `/formMonth/exportExcelFile/Etapp%207?${query}`, { as })).arrayBuffer(),
    );
    const sheet = book.worksheets[0]!;
    const headings = sheet.getRow(1).values as string[];
    const cellOf = (name: string) => sheet.getRow(3).getCell(headings.indexOf(name));
    expect(answers.map((_, index) => cellOf(`T${index}`).value)).toEqual([
      ...[60, 5, "007"],
      ...[2.5, 2.5, -0.1234567, "12345678901234567"],
      "60",
    ]);
    expect([cellOf("T0").numFmt, cellOf("T3").numFmt, cellOf("T4").numFmt]).toEqual(["0", "0.00", "0.0"]);
  });

  it("D5 kendo-ui-core#2077 SheetJS#1807 wraps answers in rows that are tall enough, and keeps date and signature in view", async () => {
    const { as, query, visit } = await makeDiary();
    const lines = Array.from({ length: 75 }, (_, index) => `l${String(index).padStart(4, "0")}`);
    const words = Array.from({ length: 333 }, (_, index) => `w${String(index).padStart(4, "0")}`);
    await visit("2026-06-03T08:00:00Z", lines.join("\n"), { creator: "L".repeat(100) });
    await visit("2026-06-04T08:00:00Z", words.join(" "));
    await visit("2026-06-05T08:00:00Z", "one\ntwo\nthree");
    const book = new ExcelJS.Workbook();
    const path = `/formMonth/exportExcelFile/Etapp%207?${query}&language=sv`;
    await book.xlsx.load(await (await call("GET", path, { as })).arrayBuffer());
    const sheet = book.worksheets[0]!;
    expect(sheet.views[0]).toMatchObject({ state: "frozen", xSplit: 2, ySplit: 1, topLeftCell: "C2" });
    const rows = sheet.getRows(2, sheet.rowCount - 1)!;
    const answers = rows.map((row) => String(row.getCell(5).value ?? ""));
    const all = answers.join("\n");
    expect([...lines, ...words].filter((word) => !all.includes(word))).toEqual([]);
    for (const row of rows) {
      const answer = String(row.getCell(5).value ?? "");
      expect(row.getCell(5).alignment?.wrapText ?? !/\n/.test(answer)).toBe(true);
      expect(row.height).toBeLessThanOrEqual(409);
      expect(row.height).toBeGreaterThanOrEqual(12 * answer.split("\n").length);
    }
    // A long answer continues in rows of the same date and signature.
    const continuationRows = rows.filter((row) => String(row.getCell(3).value).includes("(fortsättning)"));
    expect(continuationRows.length).toBeGreaterThan(1);
    for (const row of continuationRows)
      expect(row.getCell(2).value).toBe(sheet.getRow(row.number - 1).getCell(2).value);
  });

  it("3§2 writes the replacement texts of its template in its language", async () => {
    const { as, customerId, template, query } = await makeDiary();
    await db()
      .insert(templateReplacementText)
      .values({ customerId, templateId: template.id, code: "Remark", sv: "Anmärkning", en: "Comment" });
    for (const [language, heading] of [
      ["sv", "Anmärkning"],
      ["en", "Comment"],
    ]) {
      const path = `/formMonth/exportExcelFile/Etapp%207?${query}&language=${language}`;
      const book = new ExcelJS.Workbook();
      await book.xlsx.load(await (await call("GET", path, { as })).arrayBuffer());
      expect(book.worksheets[0]!.getRow(1).values).toContain(heading);
    }
  });

  it("2§4 leaves out handed-over and fetched documentations, lists them, and is refused if nothing else is left", async () => {
    const { as, template, query, visit } = await makeDiary();
    const request = { status: "PAUSED" as const, creator: "Ola K" };
    await visit("2026-06-05T08:00:00Z", "half done", request);
    const path = (days: string) =>
      `/formMonth/exportExcelFile/Etapp%207?template=${template.id}&${days}&language=sv`;
    const book = new ExcelJS.Workbook();
    await book.xlsx.load(await (await call("GET", path(query), { as })).arrayBuffer());
    const [forms, contents] = book.worksheets.map((sheet) => sheet.getSheetValues().flat());
    expect(forms).not.toContain("half done");
    expect(contents).toEqual(
      expect.arrayContaining([
        ...["Överlämnade eller hämtade, ingår inte", 1],
        ...["Överlämnad", "2026-06-05 10:00 Ola K"],
      ]),
    );
    const day = "startDate=2026-06-05&endDate=2026-06-05";
    const refusedResponse = await call("GET", path(day), { as });
    expect([refusedResponse.status, await jsonOf(refusedResponse)]).toMatchObject([
      422,
      { error: { code: "exportRefused" } },
    ]);
  });

  it("2§5 refuses a period that ends before it begins, and finds no group of another template", async () => {
    const { as, customerId, query } = await makeDiary();
    const reversedQuery = query.replace("2026-06-01", "2026-07-01");
    for (const path of ["getDocumentations", "exportExcelFile"]) {
      expect((await call("GET", `/formMonth/${path}/Etapp%207?${reversedQuery}`, { as })).status).toBe(422);
      expect((await call("GET", `/formMonth/${path}/Etapp%208?${query}`, { as })).status).toBe(404);
    }
    const otherTemplate = await makeTemplate(customerId);
    const otherTemplateQuery = query.replace(/template=[^&]*/, `template=${otherTemplate.id}`);
    expect(
      (await call("GET", `/formMonth/getDocumentations/Etapp%207?${otherTemplateQuery}`, { as })).status,
    ).toBe(404);
  });
});
