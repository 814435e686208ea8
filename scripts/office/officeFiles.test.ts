import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unzipSync, zipSync } from "fflate";
import { afterAll, describe, expect, it } from "vitest";
import { formatOf } from "#domain/configuration/exportTypes.ts";
import { exportDocumentTypes } from "#domain/core/documentationTypes.ts";
import { exportColumns } from "#domain/documentation/columns.ts";
import { exportFileFor } from "#worker/export/export.ts";
import type { ExportPlan, PlannedTask } from "#worker/export/exportPlanTypes.ts";
import { createLayoutFile } from "#worker/export/layouts/layoutFile.ts";
import type { Report } from "#worker/export/layouts/report.ts";
import { concatBytes } from "#worker/export/segments.ts";
import { hostileTexts } from "#worker/export/testing/documents.ts";
import { layoutOf, picture, randomLayout, type Sketch } from "#worker/export/testing/layouts.ts";
import { everyName, fullReport, makeGroupReport } from "#worker/export/testing/reports.ts";
import { MemorySource, makeFile, makePhoto, makePlan } from "#worker/export/testing/samplePlans.ts";
import { writeInvoiceWorkbook } from "#worker/features/customer/invoice/invoiceWorkbook.ts";
import { writeListWorkbook } from "#worker/features/documentationList/excel/listWorkbook.ts";
import { createFormMonthFile } from "#worker/features/formMonth/formMonthWorkbook.ts";
import { loadFontFile } from "./fontFiles.ts";
import { findOpenXmlFaults, validatorPath } from "./openXmlSdk.ts";

/*
 * The Office files of the exports, validated against the schemas by the Open XML SDK, and searched for every answer and photo of
 * their plan. That our own readers can open a file does not prove that it is valid.
 */

const folder = await mkdtemp(join(tmpdir(), "siteproof-office-"));
afterAll(() => rm(folder, { recursive: true }));
let fileCount = 0;

/** The SDK's errors for a file; none if the SDK is not installed. */
async function faultsOf(bytes: Uint8Array, extension: string): Promise<string[]> {
  if (validatorPath === null) return [];
  fileCount += 1;
  const path = join(folder, `${fileCount}${extension}`);
  await writeFile(path, bytes);
  return findOpenXmlFaults(validatorPath, path);
}

const extensions = { POWERPOINT: ".pptx", WORD: ".docx", EXCEL: ".xlsx" } as const;

/** The texts of a package, with markup removed and entities resolved, and the hashes of its pictures. */
function contentOf(bytes: Uint8Array) {
  const parts = Object.entries(unzipSync(bytes));
  const text = parts
    .filter(([name]) => name.endsWith(".xml") && !name.startsWith("customXml"))
    .map(([, part]) => new TextDecoder().decode(part).replace(/<[^>]*>/g, "\n"))
    .join("\n")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&amp;", "&");
  const pictures = new Set(
    parts
      .filter(([name]) => name.includes("/media/"))
      .map(([, part]) => createHash("sha256").update(part).digest("hex")),
  );
  return { text, pictures };
}

const task = (id: string, type: string, overrides: Partial<PlannedTask> = {}): PlannedTask => ({
  ...{ id, name: `Task ${id}`, type, answer: null, path: [], position: 0 },
  ...overrides,
});

/** Distinct words, which can be found regardless of line breaks. */
const words = (mark: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${mark}${String(index).padStart(4, "0")}`);

/** A plan with every type of task, the longest possible texts and names, and photos in every orientation. */
function largePlan(source: MemorySource): { plan: ExportPlan; answers: string[] } {
  const [text, lines, contact] = [words("t", 333), words("n", 333), words("c", 150)];
  const tasks = [
    task("group", "GROUP", { name: `Group ${"g".repeat(200)}` }),
    task("text", "TEXT", { path: ["Mast"], answer: text.join(" ") }),
    task("lines", "TEXT", { path: ["Mast"], answer: lines.slice(0, 100).join("\n") }),
    task("markup", "TEXT", {
      path: ["Mast"],
      answer: `${hostileTexts.markup} ${hostileTexts.control} ${hostileTexts.emoji}`,
    }),
    task("arabic", "TEXT", { path: ["Mast"], answer: hostileTexts.arabic }),
    task("formula", "TEXT", { path: ["Mast"], answer: hostileTexts.formula }),
    task("integer", "INTEGER", { path: ["Mast"], answer: "60" }),
    task("decimal", "DECIMAL", { path: ["Mast"], answer: "2.50" }),
    task("several", "MULTI_CHOICE", { path: ["Mast"], answer: words("m", 60).join(";") }),
    task("odd", "SINGLE_CHOICE", {
      path: ["Mast"],
      answer: "Odd",
      unexpected: [{ list: "Approvals", answer: "Yes" }],
    }),
    task("lapsed", "TEXT", { path: ["Mast"], answer: "lapsed0001", skipped: true }),
    task("header", "HEADER", { path: ["Mast"], name: "A heading" }),
    task("static", "STATIC_TEXT", { path: ["Mast"], description: words("s", 700).join(" ") }),
    task("persons", "CONTACT_PERSONS", {
      columns: ["Name", "Note"],
      answer: `Alva;${contact.join(" ")}\nHelge;070`,
    }),
    task("photos", "PHOTO", { path: ["Mast", "Before"], name: "Photos" }),
    task("again", "PHOTO", { path: ["Mast", "After"], name: "Photos" }),
    task("file", "FILE", { path: ["Mast"], name: "Protocol" }),
  ];
  const photos = Array.from({ length: 9 }, (_, index) =>
    makePhoto(source, {
      id: `photo-${index}`,
      name: `Photos_${index + 1}`,
      taskId: ["photos", "again", null][index % 3] ?? null,
      comment: index % 2 === 0 ? hostileTexts.markup : hostileTexts.long,
      orientation: (index % 8) + 1,
      rotation: index % 4,
    }),
  );
  const plan = makePlan({
    ...{ tasks, photos, expectedPhotos: 11 },
    files: [makeFile(source, { id: "f", taskId: "file", name: "Protocol.pdf" })],
    missing: [{ id: "m", kind: "PHOTO", name: "Missing_01", taskId: "photos", reason: "notUploaded" }],
  });
  const documentation = {
    ...plan.documentation,
    name: `Odenplan ${"ö".repeat(240)}`,
    tags: words("tag", 80),
  };
  const answers = [
    ...text,
    ...lines.slice(0, 100),
    ...words("m", 60),
    ...words("s", 700),
    ...contact,
    "lapsed0001",
    "60",
  ];
  return { plan: { ...plan, documentation }, answers };
}

describe.each(exportDocumentTypes)("2§7 the Office file %s", (kind) => {
  it("is valid according to the Open XML SDK, and contains every answer and photo of its plan", async () => {
    const source = new MemorySource();
    const { plan, answers } = largePlan(source);
    const bytes = source.bytesOf(await exportFileFor(plan, { kind }));
    expect(await faultsOf(bytes, extensions[formatOf(kind)])).toEqual([]);
    const { text, pictures } = contentOf(bytes);
    // Photo documents of Word and PowerPoint are about photos; their answers are in the form documents.
    const isForm = kind.startsWith("FORM") || kind === "PHOTO_EXCEL_WORKBOOK";
    if (isForm)
      expect(
        answers
          .filter((answer) => !kind.includes("EXCEL") || !answer.startsWith("s"))
          .filter((answer) => !text.includes(answer)),
      ).toEqual([]);
    expect(plan.photos.filter(({ name }) => !text.includes(name)).map(({ name }) => name)).toEqual([]);
    expect(pictures.size).toBeGreaterThanOrEqual(plan.photos.length);
  });
});

describe.each(["POWERPOINT", "WORD", "EXCEL"] as const)("3§3 %s layouts", (type) => {
  it("of any shape are valid according to the Open XML SDK", async () => {
    const faults: string[] = [];
    for (const seed of [0, 7, 11, 18]) {
      const source = new MemorySource();
      const report = fullReport(source, { photos: 11 });
      const layout = randomLayout(seed, type, { ...everyName, layouts: [] });
      const file = await createLayoutFile(layout, report, { fonts: loadFontFile });
      const bytes = source.bytesOf(file);
      for (const fault of await faultsOf(bytes, extensions[type])) faults.push(`seed ${seed}: ${fault}`);
    }
    expect(faults).toEqual([]);
  });

  it("with headings and their contents are valid according to the Open XML SDK", async () => {
    const heading = (LEVEL: string): Sketch => ["TEXT", { TEXT: "{TASK_NAME} <&> '", LEVEL }];
    const columns: Sketch[] = [["COLUMN", {}, [heading("1"), heading("3")]]];
    const nodes: Readonly<Record<typeof type, readonly Sketch[]>> = {
      POWERPOINT: [["CONTENTS"], ["EACH", { IN: "TASKS" }, [["SLIDE", {}, columns]]]],
      WORD: [
        ["CONTENTS"],
        ["EACH", { IN: "TASKS" }, [heading("1"), heading("3"), ["TABLE", {}, [["ROW", {}, columns]]]]],
      ],
      EXCEL: [
        ["CONTENTS"],
        ["SHEET", { NAME: "Bo's <&>" }, [["EACH", { IN: "TASKS" }, [["ROW", {}, columns]]]]],
      ],
    };
    const source = new MemorySource();
    const layout = layoutOf(type, nodes[type]);
    const file = await createLayoutFile(layout, fullReport(source), { fonts: loadFontFile });
    expect(await faultsOf(source.bytesOf(file), extensions[type])).toEqual([]);
  });
});

describe.each(["POWERPOINT", "WORD", "EXCEL"] as const)(
  "3§4 %s layouts of several documentations",
  (type) => {
    const grid: Sketch = [
      "PHOTO_GRID",
      { PER_PAGE: "6", BORDER_WIDTH: "1", CAPTION: "{PHOTO_NUMBER} {DIRECTION} {LINK}" },
    ];
    const comparison: Sketch = [
      "COMPARISON",
      { HEADER_BACKGROUND_COLOR: "#17324D", ROW_BACKGROUND_COLOR: "#F3F5F7", COLUMNS: "2" },
    ];
    const map: Sketch = ["MAP", { SHOW: "PHOTOS" }];
    const code: Sketch = ["QR", { TEXT: "{LINK}" }];
    const heading: Sketch = ["TEXT", { TEXT: "{DOCUMENTATION_NAME} <&>", LEVEL: "1" }];
    const column = (...children: Sketch[]): Sketch => ["COLUMN", {}, children];
    const each = (...children: Sketch[]): Sketch => ["EACH", { IN: "DOCUMENTATIONS" }, children];
    const slide = (...children: Sketch[]): Sketch => ["SLIDE", {}, [column(heading, ...children)]];
    const row = (...children: Sketch[]): Sketch => ["ROW", {}, children.map((child) => column(child))];
    const nodes: Readonly<Record<typeof type, readonly Sketch[]>> = {
      POWERPOINT: [
        ["CONTENTS"],
        slide(comparison),
        each(slide(map, code), slide(["FILES"]), slide(grid), grid, slide(comparison)),
      ],
      WORD: [["CONTENTS"], comparison, each(heading, map, code, ["FILES"], grid, comparison)],
      EXCEL: [
        ["CONTENTS"],
        ["SHEET", { NAME: "All" }, [comparison]],
        each([
          "SHEET",
          { NAME: "{DOCUMENTATION_NAME}" },
          [row(heading, map, code), ["FILES"], grid, comparison],
        ]),
      ],
    };
    const drawMap = () => picture;

    it("with grids, comparisons, contents, maps, files and codes are valid according to the Open XML SDK", async () => {
      const source = new MemorySource();
      const report = makeGroupReport(
        [1, 2, 3].map((id) => withId(fullReport(source, { photos: 8 }), `d${id}`)),
      );
      const layout = layoutOf(type, nodes[type]);
      const file = await createLayoutFile(layout, report, {
        fonts: loadFontFile,
        loadMapDrawer: () => Promise.resolve(drawMap),
      });
      const bytes = source.bytesOf(file);
      expect(await faultsOf(bytes, extensions[type])).toEqual([]);
      const { text, pictures } = contentOf(bytes);
      for (const part of ["Protocol.pdf", "Depth", "Not yet answered", "Contents"])
        expect(text).toContain(part);
      // Photos, the map, and a code for each documentation
      expect(pictures.size).toBeGreaterThan(8 + 3);
    });
  },
);

it("3§4 Word layouts with landscape pages are valid according to the Open XML SDK", async () => {
  const source = new MemorySource();
  const report = makeGroupReport(
    [1, 2, 3, 4].map((id) => withId(fullReport(source, { photos: 4 }), `d${id}`)),
  );
  const text = (TEXT: string): Sketch => ["TEXT", { TEXT }];
  const layout = layoutOf("WORD", [
    ["HEADER", {}, [text("{CUSTOMER_NAME}")]],
    ["FOOTER", {}, [text("{PAGE}")]],
    text("before"),
    ["PAGE_BREAK"],
    ["COMPARISON", { COLUMNS: "4" }],
    ["PAGE_BREAK"],
    text("after"),
  ]);
  const bytes = source.bytesOf(await createLayoutFile(layout, report, { fonts: loadFontFile }));
  expect(await faultsOf(bytes, extensions.WORD)).toEqual([]);
  expect(new TextDecoder().decode(unzipSync(bytes)["word/document.xml"])).toContain('w:orient="landscape"');
});

/** A report of another documentation with the same content. */
const withId = (report: Report, id: string): Report => ({
  ...report,
  documentations: report.documentations.map((reported) => ({
    ...reported,
    documentation: { ...reported.documentation, id, name: `${reported.documentation.name} ${id}` },
  })),
});

it("2§7 the workbook of a month of forms is valid according to the Open XML SDK", async () => {
  const types = ["INTEGER", "DECIMAL", "TEXT", "PHOTO"] as const;
  const answers = ["60", "2.50", hostileTexts.formula, "3"];
  const columns = types.map((type, position) => ({ id: type, name: type, type, path: [], position }));
  const source = new MemorySource();
  const file = createFormMonthFile({
    ...{ name: "Etapp 7", alias: null, customerName: "Norrfiber", templateName: "Diary", language: "sv" },
    ...{ startDate: "2026-06-01", endDate: "2026-06-30", asOf: "2026-06-30T08:00:00Z", columns },
    rows: [
      {
        ...{ id: "d", customerId: 1, templateId: "t", templateName: "Diary", name: "Etapp 7", alias: null },
        ...{ creator: "moa", deviceId: "N/A", dateCreated: "2026-06-02T08:00:00Z", dateUploaded: null },
        ...{ status: "COMPLETED", numberOfPhotos: 3, uploadedPhotos: 3 },
        answers: Object.fromEntries(types.map((type, index) => [type, answers[index]!])),
      },
    ],
    codes: new Map(),
    unfinishedDocumentations: [],
  });
  expect(await faultsOf(source.bytesOf(file), ".xlsx")).toEqual([]);
});

/** A sink that collects its chunks. */
function createCollector() {
  const chunks: Uint8Array[] = [];
  return {
    sink: { write: async (bytes: Uint8Array) => void chunks.push(bytes.slice()) },
    bytes: () => concatBytes(chunks),
  };
}

it("2§2 the workbook of the list is valid to the Open XML SDK, with names of every length and dates that Excel lacks", async () => {
  const { sink, bytes } = createCollector();
  const dates = ["0001-01-01T00:00:00Z", "2026-05-04T11:37:00Z", "9999-12-31T23:59:59Z"];
  const names = [...Object.values(hostileTexts), "n".repeat(255), "1204 Storgatan 5"];
  await writeListWorkbook(sink, {
    ...{ columns: exportColumns, language: "sv", madeAt: "2026-06-30T08:00:00Z", sheetRows: 5 },
    rows: (async function* () {
      yield names.map((name, index) => ({
        ...{ name, alias: null, templateName: name, status: "ONGOING" as const, creator: name },
        ...{ dateCreated: dates[index % 3]!, dateUploaded: null, uploadedPhotos: 1, numberOfPhotos: 2 },
        ...{ deviceId: name, tags: name, phoneModel: name, osVersion: name, appVersion: name },
        ...{ assigneeName: name, dueDay: "2026-05-04" },
      }));
    })(),
  });
  expect(await faultsOf(bytes(), ".xlsx")).toEqual([]);
});

it("2§7 the invoice attachment is valid to the Open XML SDK, with names of every length and dates that Excel lacks", async () => {
  const { sink, bytes } = createCollector();
  const names = [...Object.values(hostileTexts), "n".repeat(255)];
  const ids = names.map((_, index) => `id-${index}`);
  const byId = new Map(ids.map((id, index) => [id, names[index]!]));
  await writeInvoiceWorkbook(sink, {
    customerName: "Norrfiber",
    request: {
      ...{ startDate: "0002-01-01", endDate: "2026-06-30", language: "sv" },
      ...{ licenses: ids, templates: Array.from({ length: 900 }, () => ids.at(-1)!) },
    },
    ...{ madeAt: "2026-06-30T08:00:00Z", licenses: byId, templates: byId, sheetRows: 6 },
    pages: (async function* () {
      yield names.map((name, seq) => ({
        ...{ seq, name, creator: name, status: "COMPLETED" as const, photos: seq, bytes: seq * 1e6 },
        ...{ dateCreated: "0001-01-01T00:00:00Z", dateUploaded: "2026-05-04T11:37:00Z" },
        ...{ licenseId: ids[seq]!, templateId: ids[seq]! },
      }));
    })(),
  });
  expect(await faultsOf(bytes(), ".xlsx")).toEqual([]);
});

it("the Open XML SDK refuses a broken file", async () => {
  if (validatorPath === null) return;
  const source = new MemorySource();
  const { plan } = largePlan(source);
  const files = unzipSync(source.bytesOf(await exportFileFor(plan, { kind: "FORM_WORD_DOCUMENT" })));
  const document = new TextDecoder().decode(files["word/document.xml"]);
  const broken = new TextEncoder().encode(document.replace("<w:body>", "<w:body><w:t>x</w:t>"));
  expect(await faultsOf(zipSync({ ...files, "word/document.xml": broken }), ".docx")).not.toEqual([]);
});
