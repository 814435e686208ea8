import http from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";
import { type BenchCustomer, benchCustomerSchema, createDeviceCalls, put } from "./field.ts";

/*
 * A sender in its own process, to be killed: takes each photo to the requested point, reports that, and halts.
 */

/** The points at which a sender can be killed, in order. */
export const killPoints = [
  "after describing",
  "after reserving",
  "in the middle of its PUT",
  "after its PUT",
  "while it settles",
  "after settling",
  "while it completes",
] as const;

const killedUploadSchema = z.object({
  id: z.string(),
  documentationId: z.string(),
  killPoint: z.enum(killPoints),
  /** Base64. */
  bytes: z.string(),
});
export type KilledUpload = z.output<typeof killedUploadSchema>;

/** Returns the reservation's id, if it got that far. */
export async function sendUntilKillPoint(
  field: BenchCustomer,
  { killPoint, ...upload }: KilledUpload,
): Promise<string> {
  const shot = { ...upload, name: "Photo_01", bytes: Buffer.from(upload.bytes, "base64") };
  const calls = createDeviceCalls(field);
  await calls.describe(shot);
  if (killPoint === "after describing") return "";
  const { answer } = await calls.reserve(shot);
  if (killPoint === "after reserving") return answer.uploadId;
  if (killPoint === "in the middle of its PUT") {
    const headers = { ...answer.headers, "content-length": shot.bytes.length };
    const request = http.request(answer.url, { method: "PUT", headers });
    request.on("error", () => undefined);
    await new Promise((resolve) => request.write(shot.bytes.subarray(0, shot.bytes.length / 2), resolve));
    return answer.uploadId;
  }
  await put(answer.url, answer.headers, shot.bytes);
  if (killPoint === "after its PUT") return answer.uploadId;
  const settlement = calls.settle(answer.uploadId);
  if (killPoint === "while it settles") return answer.uploadId;
  await settlement;
  if (killPoint === "while it completes") calls.complete(shot.documentationId).catch(() => undefined);
  return answer.uploadId;
}

if (import.meta.filename === process.argv[1]) {
  const { field, uploads } = z
    .object({ field: benchCustomerSchema, uploads: z.array(killedUploadSchema) })
    .parse(await json(process.stdin));
  await Promise.all(uploads.map((upload) => sendUntilKillPoint(field, upload)));
  process.stdout.write("halted\n");
  // Keeps running until it is killed.
  setInterval(() => undefined, 1000);
}
