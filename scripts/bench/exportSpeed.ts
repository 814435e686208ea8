import type { DocumentJob } from "#domain/endpoints/exports/exportDocumentCalls.ts";
import { best, drain, get, logIn, shortest } from "./benchClient.ts";
import { address } from "./benchServer.ts";
import { findRuntime, peakGrowth, peakOf, resetPeak } from "./memory.ts";
import { type AlbumSize, albumId, albumKeys, albumSizes } from "./photos.ts";
import { usernameOf } from "./scale.ts";
import { type Row, row } from "./table.ts";

/** Past the limit of what the product lets anybody wait for. */
const documentOf = (request: object) =>
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
      open: (size: AlbumSize) => documentOf({ documentationId: albumId(size), type, photos: "original" }),
    }),
  ),
] as const;

/**
 * A document made in the background from the call to the state READY, with its messages, steps and parts, against the copy of the same
 * bytes to a client who waits.
 */
export async function measureDocumentJob(say: (text: string) => void): Promise<Row[]> {
  const headers = await logIn(1_000);
  const size = albumSizes.at(-1)!;
  const request = { documentationId: albumId(size), type: "PHOTO_WORD_DOCUMENT", photos: "original" };
  const direct = async () => drain(await documentOf(request));
  const made = async () => {
    const response = await fetch(`${address}/api/exportDocument/createExportDocumentJob`, {
      method: "POST",
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ ...request, email: "bench@siteproof.example" }),
    });
    if (!response.ok) throw new Error(`document: ${response.status} ${await response.text()}`);
    const { id } = (await response.json()) as DocumentJob;
    for (;;) {
      const answer = await get(`/api/exportDocument/jobs/${request.documentationId}`, headers);
      const { items } = JSON.parse(answer) as { items: DocumentJob[] };
      const at = items.find((item) => item.id === id);
      if (at?.state === "READY") return;
      if (at?.state !== "MAKING") throw new Error(`document: ${at?.reason}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };
  const [ours, reference] = await shortest(made, direct);
  say(
    `  a document of ${size} photos: ${Math.round(ours)} ms, downloaded directly ${Math.round(reference)} ms`,
  );
  const body = JSON.stringify({ keys: albumKeys(size, "original") });
  const stored = await fetch(`${address}/bench/store`, { method: "POST", body });
  if (!stored.ok) throw new Error(`store: ${stored.status}`);
  const what = `document job of ${size} photos`;
  return [
    row(what, ours, reference, "ms", 1.5, "the same document downloaded directly, stored nowhere"),
    row("the same", ours, (await stored.json()) as number, "ms", 1.5, "its photos copied within storage"),
  ];
}

export async function measureExports(say: (text: string) => void): Promise<Row[]> {
  const headers = await logIn(1_000);
  const runtime = findRuntime();
  const rows: Row[] = [];
  const copy = async (size: AlbumSize) => {
    const { items } = JSON.parse(await get(`/api/photos?documentationId=${albumId(size)}`, headers)) as {
      items: { dataSize: number }[];
    };
    const length = items.reduce((sum, { dataSize }) => sum + dataSize, 0);
    const body = JSON.stringify({ keys: albumKeys(size, "original"), length });
    return drain(await fetch(`${address}/bench/copy`, { method: "POST", body }));
  };
  const copies = new Map<AlbumSize, number>();
  for (const size of albumSizes) copies.set(size, await best(() => copy(size)));
  for (const { name, open } of exports) {
    const peaks: number[] = [];
    for (const size of albumSizes) {
      if (runtime) resetPeak(runtime);
      const taken = await best(async () => drain(await open(size, headers)));
      if (runtime) peaks.push(peakOf(runtime));
      say(
        `  ${name} of ${size} photos: ${Math.round(taken)} ms, the copy ${Math.round(copies.get(size)!)} ms`,
      );
      rows.push(
        row(
          `${name} of ${size} photos`,
          taken,
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
