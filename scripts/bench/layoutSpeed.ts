import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { keysOf, recordOf } from "#domain/core/objects.ts";
import type { LayoutType } from "#domain/layout/types.ts";
import { type NodeSketch, nodesOf } from "../support/layoutNodes.ts";
import { uuidOf } from "../support/uuid.ts";
import { drain, logInAsAdmin, postToBench, timeAlternating } from "./benchClient.ts";
import { address, type BenchServer } from "./benchServer.ts";
import { findRuntime, peakGrowth, peakOf, processorTimeOf, resetPeak } from "./memory.ts";
import { type AlbumSize, albumId, albumKeys, albumSizes } from "./photos.ts";
import { type Row, row } from "./table.ts";

type Headers = Record<string, string>;
type Say = (text: string) => void;

const text = (TEXT: string): NodeSketch => ["TEXT", { TEXT, SIZE: "10" }];
const cells = (...columns: (readonly NodeSketch[])[]): NodeSketch => [
  "ROW",
  {},
  columns.map((children) => ["COLUMN", {}, children]),
];
const each = (IN: "PHOTOS" | "TASKS", ...children: NodeSketch[]): NodeSketch => ["EACH", { IN }, children];

const caption = [text("{PHOTO_NAME}"), text("{PHOTO_COMMENT}"), text("{TASK_NAME}")];
const photoTable: readonly NodeSketch[] = [
  ["HEADER", {}, [text("{DOCUMENTATION_NAME}")]],
  ["FOOTER", {}, [text("{PAGE} / {PAGES}")]],
  ["TABLE", {}, [each("PHOTOS", cells([["PHOTO", { HEIGHT: "70" }]], caption))]],
];

/** Every photo with its name and comment, as each layout type is typically used. */
const photoLayouts: Readonly<Record<LayoutType, readonly NodeSketch[]>> = {
  POWERPOINT: [
    each("PHOTOS", [
      "SLIDE",
      {},
      [
        ["COLUMN", {}, [["PHOTO"]]],
        ["COLUMN", {}, caption],
      ],
    ]),
  ],
  WORD: photoTable,
  EXCEL: [
    [
      "SHEET",
      { NAME: "Photos" },
      [
        each(
          "PHOTOS",
          cells([["PHOTO", { HEIGHT: "40" }]], [text("{PHOTO_NAME}")], [text("{PHOTO_COMMENT}")]),
        ),
      ],
    ],
  ],
  PDF: [each("PHOTOS", ["PAGE", {}, [["COLUMN", {}, [["PHOTO"], ...caption]]]])],
  WORD_TO_PDF: photoTable,
};

const taskRowTexts = ["{TASK_NAME}", "{TASK_DESCRIPTION}", "{TASK_ANSWER}", "{CREATOR}"];
const taskHeaderTexts = ["Point", "What", "Answer", "Who"];
const taskTable: readonly NodeSketch[] = [
  [
    "TABLE",
    { HEADER_BACKGROUND_COLOR: "#D0D7DE", ROW_BACKGROUND_COLOR: "#F3F5F7" },
    [
      cells(...taskHeaderTexts.map((cell) => [text(cell)])),
      each("TASKS", cells(...taskRowTexts.map((cell) => [text(cell)]))),
    ],
  ],
];
const slideRow = (texts: readonly string[]): NodeSketch => [
  "TABLE_ROW",
  {},
  texts.map((cell) => ["TABLE_CELL", {}, [text(cell)]]),
];
/** A row of four cells per task. PDF layouts have no tables, so they have a page per task. */
const rowLayouts: Readonly<Record<LayoutType, readonly NodeSketch[]>> = {
  POWERPOINT: [
    [
      "SLIDE",
      {},
      [["COLUMN", {}, [["TABLE", {}, [slideRow(taskHeaderTexts), each("TASKS", slideRow(taskRowTexts))]]]]],
    ],
  ],
  WORD: taskTable,
  EXCEL: [
    [
      "SHEET",
      { NAME: "Points" },
      [
        cells(...taskHeaderTexts.map((cell) => [text(cell)])),
        each("TASKS", cells(...taskRowTexts.map((cell) => [text(cell)]))),
      ],
    ],
  ],
  PDF: [each("TASKS", ["PAGE", {}, [["COLUMN", {}, taskRowTexts.map(text)]]])],
  WORD_TO_PDF: taskTable,
};

const formatLabels: Readonly<Record<LayoutType, string>> = {
  POWERPOINT: "pptx",
  WORD: "docx",
  EXCEL: "xlsx",
  PDF: "pdf",
  WORD_TO_PDF: "Word to pdf",
};
const types = keysOf(formatLabels);
const taskCount = 5_000;

export async function measureLayouts(say: Say, server: BenchServer): Promise<Row[]> {
  const headers = await logInAsAdmin();
  const layoutIds = await saveLayouts(headers);
  return [
    ...(await measurePhotos(headers, layoutIds, say, server)),
    ...(await measureRows(say)),
    ...(await measureOffice(headers, layoutIds.WORD, say)),
  ];
}

/** Saves the layouts with the product's own call, under new ids in every run. */
async function saveLayouts(headers: Headers): Promise<Record<LayoutType, string>> {
  const run = Date.now();
  const ids = recordOf(types, () => "");
  const saves = types.map(async (type) => {
    const nodes = nodesOf(`bench ${type} ${run}`, type, photoLayouts[type]);
    const response = await fetch(`${address}/api/exportDocumentConfigurations`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ name: `Bench ${type} ${run}`, type, nodes }),
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`a layout of type ${type}: ${response.status} ${answer}`);
    ids[type] = z.object({ id: z.string() }).parse(JSON.parse(answer)).id;
  });
  await Promise.all(saves);
  return ids;
}

const download = (size: AlbumSize, layout: string, headers: Headers, pdf = false) =>
  fetch(`${address}/bench/document`, {
    method: "POST",
    headers,
    body: JSON.stringify({
      documentationId: albumId(size),
      username: "benchadmin",
      configuration: layout,
      pdf,
    }),
  });

/**
 * Measures complete downloads of an album in each type, alternating with the plain copy, and the growth of the runtime's memory.
 * Each type has its own runtime, because a runtime does not return memory; storage has already allocated its share.
 */
async function measurePhotos(
  headers: Headers,
  layoutIds: Record<LayoutType, string>,
  say: Say,
  server: BenchServer,
): Promise<Row[]> {
  const lengths = new Map<AlbumSize, number>();
  for (const size of albumSizes) {
    const sizes = await postToBench("sizes", { keys: albumKeys(size, "rendition") });
    lengths.set(size, z.number().parse(await sizes.json()));
  }
  const copy = async (size: AlbumSize) => {
    const body = JSON.stringify({ keys: albumKeys(size, "rendition"), length: lengths.get(size) });
    await drain(await fetch(`${address}/bench/copy`, { method: "POST", body }));
  };
  const rows: Row[] = [];
  for (const type of types) {
    await server.killAndRestart();
    const runtime = findRuntime();
    const name = `layout as ${formatLabels[type]}`;
    const peaks: number[] = [];
    const drainLayout = async (size: AlbumSize) => {
      await drain(await download(size, layoutIds[type], headers));
    };
    // The copy alone grows a new runtime by 100 MB before it levels off.
    for (let time = 0; time < 3; time += 1) await copy(1000);
    await drainLayout(100);
    for (const size of albumSizes) {
      if (runtime) resetPeak(runtime);
      const [layoutMs, copyMs] = await timeAlternating(
        () => drainLayout(size),
        () => copy(size),
      );
      if (runtime) peaks.push(peakOf(runtime));
      say(`  ${name}, ${size} photos: ${Math.round(layoutMs)} ms, the copy ${Math.round(copyMs)} ms`);
      rows.push(
        row(
          `${name}, ${size} photos`,
          layoutMs,
          copyMs,
          "ms",
          1.3,
          "a plain in-Worker copy of the same bytes",
        ),
      );
    }
    rows.push(...peakGrowth(name, peaks));
  }
  return rows;
}

/** CPU time to draw 5 000 tasks in each type, after warming up. */
async function measureRows(say: Say): Promise<Row[]> {
  const runtime = findRuntime();
  if (runtime === null) return [];
  const measureCpu = async (run: () => Promise<unknown>): Promise<number> => {
    const cpuMs: number[] = [];
    for (let time = 0; time < 3; time += 1) {
      const before = processorTimeOf(runtime);
      await run();
      cpuMs.push(processorTimeOf(runtime) - before);
    }
    return Math.min(...cpuMs);
  };
  const layoutOf = (type: LayoutType) => ({
    id: uuidOf("bench rows", type),
    name: "Rows",
    type,
    nodes: nodesOf("bench rows", type, rowLayouts[type]),
  });
  const rows: Row[] = [];
  for (const type of types) {
    const draw = (count: number) => async () =>
      (await postToBench("rows", { layout: layoutOf(type), tasks: count })).json();
    await draw(200)();
    const durations = await measureCpu(draw(taskCount));
    // A PDF layout has no tables: the same number of pages may take twice as long.
    const [unit, target] = type === "PDF" ? ["pages", 2] : ["rows", 1];
    say(`  ${taskCount} ${unit} as ${formatLabels[type]}: ${durations} ms of processor time`);
    rows.push(
      row(`layout as ${formatLabels[type]}, ${taskCount} ${unit}, CPU`, durations, 1000, "ms", target, "1 s"),
    );
  }
  const timeResolving = (count: number) =>
    measureCpu(async () =>
      (await postToBench("rows", { layout: layoutOf("WORD"), tasks: count, resolveAlone: true })).json(),
    );
  const [smallMs, largeMs] = [await timeResolving(taskCount * 2), await timeResolving(taskCount * 8)];
  rows.push(
    row(
      `resolving a layout, ${taskCount * 8} tasks, CPU`,
      largeMs,
      smallMs * 4,
      "ms",
      1.3,
      `four times that of ${taskCount * 2}`,
    ),
  );
  return rows;
}

/** A Word layout of 100 photos as PDF: our own writer against LibreOffice converting the Word file, if installed. */
async function measureOffice(headers: Headers, layout: string, say: Say): Promise<Row[]> {
  const run = promisify(execFile);
  try {
    await run("soffice", ["--version"]);
  } catch {
    say("  LibreOffice is not installed; not compared");
    return [];
  }
  const folder = await mkdtemp(path.join(tmpdir(), "siteproof-bench-"));
  try {
    const word = path.join(folder, "album.docx");
    await writeFile(word, Buffer.from(await (await download(100, layout, headers)).arrayBuffer()));
    const convert = () =>
      run("soffice", [
        "--headless",
        `-env:UserInstallation=file://${folder}/profile`,
        ...["--convert-to", "pdf", "--outdir", folder, word],
      ]);
    const writeOwnPdf = async () => drain(await download(100, layout, headers, true));
    const [ourMs, officeMs] = await timeAlternating(writeOwnPdf, convert);
    return [
      row(
        "a Word layout of 100 photos as PDF",
        ourMs,
        officeMs,
        "ms",
        1,
        "LibreOffice converts the Word file",
      ),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
