import { z } from "zod";
import { documentJob, listDocumentJobs } from "#domain/endpoints/exports/exportDocumentCalls.ts";
import { drain, get, logInAs, measureAlternating, postToBench } from "./benchClient.ts";
import { address } from "./benchServer.ts";
import type { MeasureContext } from "./measure.ts";
import { albumId, albumKeys, albumSizes, albumUser } from "./photos.ts";
import { createComparisonRow, type Row } from "./table.ts";

const size = albumSizes[1];
const request = { documentationId: albumId(size), type: "PHOTO_WORD_DOCUMENT", photos: "original" };

/** Measures a background document from the call to state READY, with its messages, steps and parts. */
export async function measureDocumentJob({ log }: MeasureContext): Promise<Row[]> {
  const headers = await logInAs(albumUser);
  const downloadDirectly = async () =>
    drain(await postToBench("document", { ...request, username: albumUser }));
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
  const [jobMs, directMs] = await measureAlternating(makeDocument, downloadDirectly);
  log(`  a document of ${size} photos: ${Math.round(jobMs)} ms, directly ${Math.round(directMs)} ms`);
  const stored = await postToBench("store", { keys: albumKeys(size, "original") });
  const name = `document job of ${size} photos`;
  return [
    createComparisonRow(name, jobMs, "ms", 1.5, {
      value: directMs,
      label: "the same document downloaded, not stored",
    }),
    createComparisonRow(name, jobMs, "ms", 1.5, {
      value: z.number().parse(await stored.json()),
      label: "its photos copied within storage",
    }),
  ];
}
