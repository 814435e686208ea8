import { unzipSync } from "fflate";
import type { ExportPlan, MissingItem } from "../exportPlanTypes.ts";
import type { ExportFile } from "../segments.ts";
import { type MemorySource, makeFile, makePhoto, makePlan } from "./samplePlans.ts";

/** Reads the files of an export file with an independent reader. */
export function unzipExport(source: MemorySource, exportFile: ExportFile) {
  const files = unzipSync(source.bytesOf(exportFile));
  const text = (name: string) => new TextDecoder().decode(files[name] ?? fail(`no ${name}`));
  const names = Object.keys(files);
  /** The text of all parts whose name matches, without tags. */
  const textOf = (pattern: RegExp) =>
    names
      .filter((name) => pattern.test(name))
      .map((name) => text(name).replace(/<[^>]*>/g, "\n"))
      .join("\n")
      .replaceAll("&lt;", "<")
      .replaceAll("&gt;", ">")
      .replaceAll("&quot;", '"')
      .replaceAll("&apos;", "'")
      .replaceAll("&amp;", "&");
  return { files, names, text, words: textOf };
}

function fail(message: string): never {
  throw new Error(message);
}

export const missingItems: MissingItem[] = [
  { id: "m1", kind: "PHOTO", name: "After_07", taskId: "after", reason: "notUploaded" },
  { id: "m2", kind: "FILE", name: "Permit.pdf", taskId: null, reason: "somethingNew" },
];

/** Texts that can break documents: formulas, markup, control characters, other scripts, long texts. */
export const hostileTexts = {
  formula: '=HYPERLINK("http://x","y")',
  markup: "<b>&amp;</b> ]]> \"quoted\" 'single'",
  control: "null\u0000 bell\u0007 escape\u001b\uffff lone\ud800",
  emoji: "🚧👷‍♀️ 日本語",
  arabic: "مخطط الحفر في الشارع",
  excelCode: "_x0041_ 77000001 \ue0000\ue001 \ue002",
  long: "långt ".repeat(42),
} as const;

/** A plan with one of everything: tasks, orientations, rotations, aliases, hostile texts, files and missing items. */
export function fullPlan(source: MemorySource, overrides: Partial<ExportPlan> = {}): ExportPlan {
  const photos = [
    makePhoto(source, { id: "p1", name: "Before_01", taskId: "before", comment: hostileTexts.long }),
    makePhoto(source, {
      id: "p2",
      name: hostileTexts.formula,
      taskId: "before",
      comment: hostileTexts.markup,
    }),
    makePhoto(source, {
      id: "p3",
      name: hostileTexts.arabic,
      taskId: "after",
      comment: hostileTexts.control,
      orientation: 6,
    }),
    makePhoto(source, {
      id: "p4",
      name: hostileTexts.emoji,
      alias: hostileTexts.excelCode,
      reviewComment: "Approved on site",
      rotation: 1,
      orientation: 5,
    }),
    makePhoto(source, { id: "p5", name: "Nowhere", lat: 1000, lng: 1000, comment: "one\ntwo\r\nthree" }),
    makePhoto(source, { id: "p1", name: "Before_01", taskId: "after", comment: "the same photo again" }),
  ];
  const plan = makePlan({
    photos,
    files: [makeFile(source, { id: "f1", name: "Drawing A.pdf", taskId: "permit" })],
    missing: missingItems,
    expectedPhotos: 8,
  });
  const documentation = {
    ...plan.documentation,
    name: `${hostileTexts.excelCode} ${hostileTexts.markup}`,
    alias: "Odenplan & co",
  };
  return { ...plan, documentation, ...overrides };
}
