import { z } from "zod";
import { documentJob, listDocumentJobs } from "#domain/endpoints/exports/exportDocumentCalls.ts";
import { drain, get, logIn, postToBench, timeAlternating, timeBestOfTwo } from "./benchClient.ts";
import { address } from "./benchServer.ts";
import { findRuntime, peakGrowth, peakOf, resetPeak } from "./memory.ts";
import { type AlbumSize, albumId, albumKeys, albumSizes } from "./photos.ts";
import { usernameOf } from "./scale.ts";
import { type Row, row } from "./table.ts";

/** Bypasses the product's limit for documents made while the user waits. */
const requestDocument = (request: object) =>
  fetch(`${address}/bench/document`, {
    method: "POST",
    body: JSON.stringify({ ...request, username: usernameOf(1_000) }),
  });

const exports = [
  {
    name: "zip",
    open: (size: AlbumSize, headers: Record<string, string>) =>
      fetch(`${address}/api/documentation/downloadZipFile/${albumId(size)}`, { headers }),
  },
  ...(["PHOTO_POWERPOINT_PRESENTATION", "PHOTO_WORD_DOCUMENT", "PHOTO_EXCEL_WORKBOOK"] as const).map(
    (type, index) => ({
      name: ["pptx", "docx", "xlsx"][index]!,
      open: (size: AlbumSize) =>
        requestDocument({ documentationId: albumId(size), type, photos: "original" }),
    }),
  ),
] as const;

/**
 * Measures a background document from the call to state READY, with its messages, steps and parts, against a direct download of
 * the same document.
 */
export async function measureDocumentJob(say: (text: string) => void): Promise<Row[]> {
  const headers = await logIn(1_000);
  const size = albumSizes.at(-1)!;
  const request = { documentationId: albumId(size), type: "PHOTO_WORD_DOCUMENT", photos: "original" };
  const downloadDirectly = async () => drain(await requestDocument(request));
  const makeDocument = async () => {
    const response = await fetch(`${address}/api/exportDocument/createExportDocumentJob`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ ...request, email: "bench@siteproof.example" }),
    });
    if (!response.ok) throw new Error(`document: ${response.status} ${await response.text()}`);
    const { id } = documentJob.parse(await response.json());
    for (;;) {
      const text = await get(`/api/exportDocument/jobs/${request.documentationId}`, headers);
      const { items } = listDocumentJobs.response!.parse(JSON.parse(text));
      const job = items.find((item) => item.id === id);
      if (job?.state === "READY") return;
      if (job?.state !== "MAKING") throw new Error(`document: ${job?.reason}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const [ours, reference] = await timeAlternating(makeDocument, downloadDirectly);
  say(
    `  a document of ${size} photos: ${Math.round(ours)} ms, downloaded directly ${Math.round(reference)} ms`,
  );
  const stored = await postToBench("store", { keys: albumKeys(size, "original") });
  const label = `document job of ${size} photos`;
  return [
    row(label, ours, reference, "ms", 1.5, "the same document downloaded directly, not stored"),
    row(
      "the same",
      ours,
      z.number().parse(await stored.json()),
      "ms",
      1.5,
      "its photos copied within storage",
    ),
  ];
}

const photoSizes = z.object({ items: z.array(z.object({ dataSize: z.number() })) });

export async function measureExports(say: (text: string) => void): Promise<Row[]> {
  const headers = await logIn(1_000);
  const runtime = findRuntime();
  const rows: Row[] = [];
  const copy = async (size: AlbumSize) => {
    const { items } = photoSizes.parse(
      JSON.parse(await get(`/api/photos?documentationId=${albumId(size)}`, headers)),
    );
    const length = items.reduce((sum, { dataSize }) => sum + dataSize, 0);
    const body = JSON.stringify({ keys: albumKeys(size, "original"), length });
    return drain(await fetch(`${address}/bench/copy`, { method: "POST", body }));
  };
  const copies = new Map<AlbumSize, number>();
  for (const size of albumSizes) copies.set(size, await timeBestOfTwo(() => copy(size)));
  for (const { name, open } of exports) {
    const peaks: number[] = [];
    for (const size of albumSizes) {
      if (runtime) resetPeak(runtime);
      const exportMs = await timeBestOfTwo(async () => drain(await open(size, headers)));
      if (runtime) peaks.push(peakOf(runtime));
      say(
        `  ${name} of ${size} photos: ${Math.round(exportMs)} ms, the copy ${Math.round(copies.get(size)!)} ms`,
      );
      rows.push(
        row(
          `${name} of ${size} photos`,
          exportMs,
          copies.get(size)!,
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
