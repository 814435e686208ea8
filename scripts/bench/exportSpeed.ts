import { z } from "zod";
import type { NodeSketch } from "#domain/layout/nodeSketch.ts";
import { type LayoutType, layoutTypes } from "#domain/layout/types.ts";
import { nodesOf } from "../support/layoutNodes.ts";
import { drain, logInAs, measureAlternating, postToBench } from "./benchClient.ts";
import { address } from "./benchServer.ts";
import type { MeasureContext } from "./measure.ts";
import { findRuntime, measurePeakGrowth, readPeakBytes, resetPeak } from "./memory.ts";
import { type AlbumSize, albumId, albumKeys, albumSizes, albumUser, type StoredForm } from "./photos.ts";
import { createComparisonRow, type Row } from "./table.ts";

type Headers = Record<string, string>;

interface Export {
  name: string;
  /** The form of the photos in it. */
  form: StoredForm;
  open: (size: AlbumSize) => Promise<Response>;
}

/** Bypasses the product's limit for documents made while the user waits. */
const requestDocument = (size: AlbumSize, request: object) =>
  postToBench("document", { documentationId: albumId(size), username: albumUser, ...request });

const text = (TEXT: string): NodeSketch => ["TEXT", { TEXT, SIZE: "10" }];
const forEachPhoto = (...children: NodeSketch[]): NodeSketch => ["EACH", { IN: "PHOTOS" }, children];
const row = (...columns: (readonly NodeSketch[])[]): NodeSketch => [
  "ROW",
  {},
  columns.map((children) => ["COLUMN", {}, children]),
];
const caption = [text("{PHOTO_NAME}"), text("{PHOTO_COMMENT}"), text("{TASK_NAME}")];
const photoTable: readonly NodeSketch[] = [
  ["HEADER", {}, [text("{DOCUMENTATION_NAME}")]],
  ["FOOTER", {}, [text("{PAGE} / {PAGES}")]],
  ["TABLE", {}, [forEachPhoto(row([["PHOTO", { HEIGHT: "70" }]], caption))]],
];

/** Every photo with its name and comment, as each layout type is typically used. */
const photoLayouts: Readonly<Record<LayoutType, readonly NodeSketch[]>> = {
  POWERPOINT: [
    forEachPhoto([
      "SLIDE",
      {},
      [
        ["COLUMN", {}, [["PHOTO"]]],
        ["COLUMN", {}, caption],
      ],
    ]),
  ],
  WORD: photoTable,
  EXCEL: [["SHEET", { NAME: "Photos" }, [forEachPhoto(row([["PHOTO", { HEIGHT: "40" }]], caption))]]],
  PDF: [forEachPhoto(["PAGE", {}, [["COLUMN", {}, [["PHOTO"], ...caption]]]])],
  WORD_TO_PDF: photoTable,
};

/** Saves the layout with the product's own call, under a new id in every run. Returns the id. */
async function saveLayout(type: LayoutType, headers: Headers): Promise<string> {
  const name = `Bench ${type} ${Date.now()}`;
  const response = await fetch(`${address}/api/exportDocumentConfigurations`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ name, type, nodes: nodesOf(name, type, photoLayouts[type]) }),
  });
  if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`);
  return z.object({ id: z.string() }).parse(await response.json()).id;
}

async function listLayoutExports(headers: Headers): Promise<Export[]> {
  const layouts = await Promise.all(
    layoutTypes.map(async (type) => ({ type, configuration: await saveLayout(type, headers) })),
  );
  return layouts.map(({ type, configuration }) => ({
    name: `layout ${type}`,
    form: "rendition",
    open: (size) => requestDocument(size, { configuration }),
  }));
}

function listExports(headers: Headers): Export[] {
  const documents = ["PHOTO_POWERPOINT_PRESENTATION", "PHOTO_WORD_DOCUMENT", "PHOTO_EXCEL_WORKBOOK"];
  return [
    {
      name: "zip",
      form: "original",
      open: (size) => fetch(`${address}/api/documentation/downloadZipFile/${albumId(size)}`, { headers }),
    },
    ...documents.map(
      (type): Export => ({
        name: type,
        form: "original",
        open: (size) => requestDocument(size, { type, photos: "original" }),
      }),
    ),
  ];
}

/** Measures the zip file and the standard documents, with original photos. */
export const measureExports = async (context: MeasureContext) =>
  measureDownloads(context, listExports(await logInAs(albumUser)));

/** Measures report layouts of each type, with photos in the size that they use. */
export const measureLayouts = async (context: MeasureContext) =>
  measureDownloads(context, await listLayoutExports(await logInAs(albumUser)));

/**
 * Measures complete downloads of both albums, alternating with a plain copy of the same photos, and how the runtime's memory grows
 * with their number. Each export has its own runtime, because a runtime does not return memory.
 */
async function measureDownloads(
  { log, server }: MeasureContext,
  downloads: readonly Export[],
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { name, form, open } of downloads) {
    await server.killAndRestart();
    const runtime = findRuntime();
    const peaks: number[] = [];
    const copy = async (size: AlbumSize) => drain(await postToBench("copy", { keys: albumKeys(size, form) }));
    // The copy alone grows a new runtime by 100 MB before it levels off.
    for (let time = 0; time < 3; time += 1) await copy(1000);
    for (const size of albumSizes) {
      if (runtime) resetPeak(runtime);
      const [jobMs, value] = await measureAlternating(
        async () => drain(await open(size)),
        () => copy(size),
      );
      if (runtime) peaks.push(readPeakBytes(runtime));
      log(`  ${name} of ${size} photos: ${Math.round(jobMs)} ms, the copy ${Math.round(value)} ms`);
      const reference = { value, label: "a plain copy of the same photos in the Worker" };
      rows.push(createComparisonRow(`${name} of ${size} photos`, jobMs, "ms", 1.3, reference));
    }
    rows.push(...measurePeakGrowth(name, peaks));
  }
  return rows;
}
