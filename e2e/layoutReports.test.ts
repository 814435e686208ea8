import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import type { Page } from "playwright-core";
import type { LayoutNodeType, LayoutType } from "#domain/layout/types.ts";
import { findOpenXmlFaults, validatorPath } from "#scripts/office/openXmlSdk.ts";
import { type ApiClient, createApiClient } from "./support/apiClient.ts";
import { describe, expect, openAs, test } from "./support/browser.ts";
import {
  inTemporaryFolder,
  officeText,
  printWithLibreOffice,
  readPdfPages,
  readWithPoppler,
  writeInto,
} from "./support/documentReaders.ts";
import {
  addNode,
  itemOf,
  type Language,
  layoutNameOf,
  setLanguage,
  settingsOf,
  type Texts,
  typeInto,
  waitForAlert,
} from "./support/layoutEditor.ts";

/** A complete report of several visits, built in every type with the mouse, downloaded, and read by other programs. */

interface Group {
  name: string;
  customerId: number;
}

interface Visits {
  approvedCount: number;
  count: number;
  /** Names of the photos that have arrived. */
  photos: string[];
  /** Answers that are printed as they are stored. */
  answers: string[];
}

async function readVisits(admin: ApiClient, { name, customerId }: Group): Promise<Visits> {
  const find = async (path: string) =>
    (
      await admin<{
        items: { name: string; status: string; hasData: boolean; type: string; answer: string | null }[];
      }>(`${path}/${encodeURIComponent(name)}?customerId=${customerId}`)
    ).items;
  const [visits, photos, tasks] = await Promise.all(
    [
      "/documentation/findAllByName",
      "/photo/findAllByDocumentationNameOrTag",
      "/documentationTask/findAllByDocumentationName",
    ].map(find),
  );
  return {
    approvedCount: visits!.filter(({ status }) => status === "APPROVED").length,
    count: visits!.length,
    photos: photos!.filter(({ hasData }) => hasData).map((photo) => photo.name),
    answers: tasks!.flatMap(({ type, answer }) =>
      ["TEXT", "INTEGER", "SINGLE_CHOICE"].includes(type) && answer ? answer.split("\n") : [],
    ),
  };
}

/** A group of the demo with approved and other documentations, and more photos than one page holds. */
async function findGroup(admin: ApiClient): Promise<Group> {
  const { items } = await admin<{ items: (Group & { tag: boolean; documentations: number })[] }>(
    "/documentationGroups?max=100",
  );
  for (const group of items) {
    if (group.tag || group.documentations < 3 || group.documentations > 6) continue;
    const { approvedCount, count, photos } = await readVisits(admin, group);
    if (approvedCount > 0 && approvedCount < count && photos.length > 6) return group;
  }
  throw new Error("The demo has no group with approved and other documentations");
}

type Step = readonly [type: LayoutNodeType, to?: LayoutNodeType];

/** The text that the nth TEXT of a layout has. */
const words = {
  cover: "Report of {CUSTOMER_NAME}",
  page: "Sheet {PAGE} of {PAGES}",
  approved: "Visit approved",
  other: "Visit open",
} as const;

/** Cover and map, contents, a part for each documentation, numbered photos, and the visits side by side. */
const pagesOf = (page: "PAGE" | "SLIDE"): readonly (Step | readonly [...Step, keyof typeof words])[] => [
  [page],
  ["COLUMN", page],
  ["TEXT", "COLUMN", "cover"],
  ["MAP", "COLUMN"],
  ["TEXT", "COLUMN", "page"],
  ["CONTENTS"],
  ["EACH"],
  [page, "EACH"],
  ["COLUMN", page],
  ["IF", "COLUMN"],
  ["TEXT", "IF", "approved"],
  ["ELSE", "COLUMN"],
  ["TEXT", "ELSE", "other"],
  ["PHOTO_GRID"],
  [page],
  ["COLUMN", page],
  ["COMPARISON", "COLUMN"],
];

const flow: typeof pagesOf extends (page: never) => infer Steps ? Steps : never = [
  ["FOOTER"],
  ["TEXT", "FOOTER", "page"],
  ["TEXT", undefined, "cover"],
  ["MAP"],
  ["PAGE_BREAK"],
  ["CONTENTS"],
  ["EACH"],
  ["IF", "EACH"],
  ["TEXT", "IF", "approved"],
  ["ELSE", "EACH"],
  ["TEXT", "ELSE", "other"],
  ["PHOTO_GRID"],
  ["COMPARISON"],
];

const reports: Readonly<Record<LayoutType, { language: Language; steps: typeof flow }>> = {
  PDF: { language: "sv", steps: pagesOf("PAGE") },
  POWERPOINT: { language: "en", steps: pagesOf("SLIDE") },
  WORD: { language: "sv", steps: flow },
  WORD_TO_PDF: { language: "en", steps: flow },
  EXCEL: {
    language: "en",
    steps: [
      ["CONTENTS"],
      ["SHEET"],
      ["ROW", "SHEET"],
      ["COLUMN", "ROW"],
      ["TEXT", "COLUMN", "cover"],
      ["MAP", "COLUMN"],
      ["EACH", "SHEET"],
      ["IF", "EACH"],
      ["ROW", "IF"],
      ["COLUMN", "ROW"],
      ["TEXT", "COLUMN", "approved"],
      ["ELSE", "EACH"],
      ["ROW", "ELSE"],
      ["COLUMN", "ROW"],
      ["TEXT", "COLUMN", "other"],
      ["SHEET"],
      ["PHOTO_GRID", "SHEET"],
      ["SHEET"],
      ["COMPARISON", "SHEET"],
    ],
  },
};

/** Sets what a new node needs, in its open form. */
async function fillIn(
  page: Page,
  texts: Texts,
  type: LayoutNodeType,
  word?: keyof typeof words,
): Promise<void> {
  const settings = settingsOf(page, texts);
  const { layout, documentation } = texts;
  if (type === "EACH") await settings.getByLabel(layout.params.IN).selectOption("DOCUMENTATIONS");
  if (type === "SHEET") await typeInto(settings, layout.params.NAME, "{CUSTOMER_NAME}");
  if (type === "IF")
    await settings.getByRole("checkbox", { name: documentation.status.APPROVED, exact: true }).check();
  if (type === "PHOTO_GRID") {
    await settings.getByRole("radio", { name: layout.grid.perPage_other.replace("{count}", "6") }).check();
    await settings.getByLabel(layout.params.CAPTION).fill("[{PHOTO_NUMBER}] {PHOTO_NAME}");
  }
  if (!word) return;
  await typeInto(settings, layout.params.TEXT, words[word]);
  if (word === "cover") await settings.getByLabel(layout.params.LEVEL).selectOption("1");
}

/** Builds a layout in the editor and saves it. */
async function build(page: Page, type: LayoutType): Promise<string> {
  const { language, steps } = reports[type];
  const texts = await setLanguage(page, language);
  const name = layoutNameOf(`Report ${type}`);
  await page.goto("/exportDocumentConfiguration/create");
  await page.getByLabel(texts.layout.fields.type).selectOption(type);
  await typeInto(page, texts.layout.fields.name, name);
  for (const [node, to, word] of steps) {
    await addNode(page, texts, node, to);
    await fillIn(page, texts, node, word);
  }
  await page.getByRole("button", { name: texts.common.actions.save, exact: true }).click();
  await waitForAlert(page, texts, texts.common.alerts.created);
  await page.waitForURL("**/exportDocumentConfiguration");
  return name;
}

/** Downloads the group's document through a layout, again if concurrent tests have changed the group meanwhile. */
async function download(
  page: Page,
  type: LayoutType,
  { layout, group, admin }: { layout: string; group: Group; admin: ApiClient },
): Promise<{ bytes: Uint8Array; visits: Visits }> {
  const texts = await setLanguage(page, reports[type].language);
  for (;;) {
    const visits = await readVisits(admin, group);
    await page.goto(`/documentationGroup/${encodeURIComponent(group.name)}?customerId=${group.customerId}`);
    await page.getByRole("button", { name: texts.documentation.export.layout, exact: true }).click();
    const downloadEvent = page.waitForEvent("download");
    await itemOf(page, layout).click();
    const bytes = new Uint8Array(await readFile(await (await downloadEvent).path()));
    if (isDeepStrictEqual(visits, await readVisits(admin, group))) return { bytes, visits };
  }
}

const squeeze = (text: string) => text.replace(/\s+/g, "");
const countIn = (text: string, part: string) => squeeze(text).split(squeeze(part)).length - 1;

/** Checks that a reader finds all photos, answers, branches and the contents. */
function expectComplete(text: string, visits: Visits, language: Language): void {
  const squeezed = squeeze(text);
  const missing = [...visits.photos.map((_, index) => `[${index + 1}]`), ...visits.photos, ...visits.answers];
  expect(missing.filter((part) => !squeezed.includes(squeeze(part)))).toEqual([]);
  expect(countIn(text, words.approved)).toBe(visits.approvedCount);
  expect(countIn(text, words.other)).toBe(visits.count - visits.approvedCount);
  expect(squeezed).toContain(language === "sv" ? "Innehåll" : "Contents");
}

const extensions = {
  POWERPOINT: "pptx",
  WORD: "docx",
  EXCEL: "xlsx",
  PDF: "pdf",
  WORD_TO_PDF: "pdf",
} as const satisfies Record<LayoutType, string>;

describe("3§2 complete reports", () => {
  test("3§2 a report of several visits, with cover, map, contents, conditions, numbered photos and a comparison, is built with the mouse in every type, and other programs find it valid and complete", async ({
    page,
  }) => {
    const admin = await createApiClient("super");
    const group = await findGroup(admin);
    await openAs(page, "super", "/exportDocumentConfiguration");
    const types: LayoutType[] = ["PDF", "POWERPOINT", "WORD", "WORD_TO_PDF", "EXCEL"];
    const names = new Map<LayoutType, string>();
    for (const type of types) names.set(type, await build(page, type));
    await inTemporaryFolder(async (folder) => {
      interface Document {
        type: LayoutType;
        file: string;
        bytes: Uint8Array;
        visits: Visits;
      }
      const [officeDocuments, pdfs]: [Document[], Document[]] = [[], []];
      for (const type of types) {
        const layout = names.get(type) as string;
        const { bytes, visits } = await download(page, type, { layout, group, admin });
        const file = `${type}.${extensions[type]}`;
        const path = await writeInto(folder, file, bytes);
        if (extensions[type] === "pdf") {
          pdfs.push({ type, file, bytes, visits });
          continue;
        }
        officeDocuments.push({ type, file, bytes, visits });
        const { text, pictures } = officeText(bytes);
        expectComplete(text, visits, reports[type].language);
        expect(pictures).toBeGreaterThanOrEqual(visits.photos.length);
        if (validatorPath) expect(await findOpenXmlFaults(validatorPath, path)).toEqual([]);
      }
      const prints = await printWithLibreOffice(
        folder,
        officeDocuments.map(({ file }) => file),
      );
      const printed = (prints ?? []).map((bytes, index) => {
        const document = officeDocuments[index]!;
        return { ...document, file: document.file.replace(/\w+$/, "pdf"), bytes };
      });
      for (const { type, file, bytes, visits } of [...pdfs, ...printed]) {
        const pages = await readPdfPages(bytes);
        expectComplete(pages.join(" "), visits, reports[type].language);
        if (type !== "EXCEL") expect(countIn(pages.join(" "), `Sheet 1 of ${pages.length}`)).toBe(1);
        const found = await readWithPoppler(`${folder}/${file}`);
        if (!found) continue;
        expectComplete(found.text, visits, reports[type].language);
        // The map as well.
        expect(found.pictures).toBeGreaterThan(visits.photos.length);
      }
    });
  });
});
