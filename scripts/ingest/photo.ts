import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { problemMessage } from "#domain/core/problem.ts";
import { announcePhotos, type ItemFailure, settlePhotos } from "#domain/endpoints/capture/captureMedia.ts";
import { createNumberedName } from "#domain/media/photoName.ts";
import { mapConcurrent } from "../support/concurrently.ts";
import { photoIdOf } from "./captured.ts";
import { type DeviceClient, RefusedError } from "./deviceClient.ts";

/** A file named on the command line, identified by its content. */
export interface LocalPhoto {
  file: string;
  id: string;
  size: number;
  sha256: string;
  name: string;
}

/** Outcome: stored with the same hash, refused by the server, or not delivered. */
export type Outcome =
  | { photo: LocalPhoto; state: "verified"; wasStored: boolean }
  | { photo: LocalPhoto; state: "refused"; code: string; reason: string }
  | { photo: LocalPhoto; state: "failed"; reason: string };

export interface Destination {
  client: DeviceClient;
  documentationId: string;
  taskId: string;
  creator: string;
}

/** Hashes the files and names them `taskName_NN` in order. Identical files are one photo. */
export async function readPhotos(
  files: readonly string[],
  documentationId: string,
  taskName: string,
): Promise<LocalPhoto[]> {
  const photos = new Map<string, LocalPhoto>();
  for (const file of files) {
    const sha256 = createHash("sha256")
      .update(await readFile(file))
      .digest("hex");
    const id = photoIdOf(documentationId, sha256, path.basename(file));
    const { size } = await stat(file);
    if (!photos.has(id))
      photos.set(id, { file, id, size, sha256, name: createNumberedName(taskName, photos.size + 1) });
  }
  return [...photos.values()];
}

/** Photos announced and settled per call, and the number sent concurrently. */
const batchSize = 20;
const putConcurrency = 4;

/**
 * Uploads photos in batches: announces them, sends their bytes, settles them, and compares the server's hashes with the files'.
 * Calls `onOutcome` for each photo. Outcomes are in the order of the photos.
 */
export async function uploadPhotos(
  photos: readonly LocalPhoto[],
  destination: Destination,
  onOutcome: (photo: LocalPhoto) => void,
): Promise<Outcome[]> {
  const outcomes = new Map<LocalPhoto, Outcome>();
  const record = (outcome: Outcome) => {
    outcomes.set(outcome.photo, outcome);
    onOutcome(outcome.photo);
  };
  // An upload of 0 bytes cannot be signed, so empty files are refused here.
  for (const photo of photos)
    if (photo.size === 0)
      record({ photo, state: "refused", code: "photoEmpty", reason: problemMessage.photoEmpty });
  const nonEmpty = photos.filter(({ size }) => size > 0);
  for (let start = 0; start < nonEmpty.length; start += batchSize)
    await uploadBatch(nonEmpty.slice(start, start + batchSize), destination, record);
  return photos.map((photo) => outcomes.get(photo)!);
}

async function uploadBatch(
  photos: readonly LocalPhoto[],
  { client, documentationId, taskId, creator }: Destination,
  record: (outcome: Outcome) => void,
): Promise<void> {
  const fail = (photo: LocalPhoto, error: unknown) => record(toFailure(photo, error));
  const pendingPhotos = new Map<string, LocalPhoto>();
  try {
    const digests = new Map(
      await mapConcurrent(
        photos,
        putConcurrency,
        async (photo) => [photo, await readMd5(photo.file)] as const,
      ),
    );
    const { items } = await client.call(announcePhotos, {
      photos: photos.map((photo) => ({
        photo: { id: photo.id, documentationId, documentationTaskId: taskId, name: photo.name, creator },
        size: photo.size,
        md5: digests.get(photo)!,
      })),
    });
    await mapConcurrent([...photos.entries()], putConcurrency, async ([index, photo]) => {
      const { stored, upload, failure } = items[index]!;
      if (stored) return record(outcomeOf(photo, stored.sha256, true));
      if (!upload) return fail(photo, failure);
      try {
        await client.put(upload.url, upload.headers, new Uint8Array(await readFile(photo.file)));
        pendingPhotos.set(upload.uploadId, photo);
      } catch (error) {
        fail(photo, error);
      }
    });
    // The server settles as many as it has time for; the others are requested again.
    while (pendingPhotos.size > 0) {
      const result = await client.call(settlePhotos, { uploadIds: [...pendingPhotos.keys()] });
      const settledItems = result.items.filter(({ stored, failure }) => stored ?? failure);
      if (settledItems.length === 0) throw new Error("the server settled no photo");
      for (const { uploadId, stored, failure } of settledItems) {
        const photo = pendingPhotos.get(uploadId)!;
        pendingPhotos.delete(uploadId);
        if (stored) record(outcomeOf(photo, stored.sha256, false));
        else fail(photo, failure);
      }
    }
  } catch (error) {
    const remaining = pendingPhotos.size > 0 ? pendingPhotos.values() : photos;
    for (const photo of remaining) fail(photo, error);
  }
}

const readMd5 = async (file: string) =>
  createHash("md5")
    .update(await readFile(file))
    .digest("base64");

/** The outcome of an item that was refused or failed. */
function toFailure(photo: LocalPhoto, error: unknown): Outcome {
  const refusal = refusalOf(error);
  if (refusal) return { photo, state: "refused", ...refusal };
  const reason = error instanceof Error || isFailure(error) ? error.message : String(error);
  return { photo, state: "failed", reason };
}

const isFailure = (error: unknown): error is ItemFailure =>
  typeof error === "object" && error !== null && "status" in error && "message" in error;

function refusalOf(error: unknown): { code: string; reason: string } | null {
  if (error instanceof RefusedError) return { code: error.code, reason: error.message };
  if (isFailure(error) && error.status < 500) return { code: error.code, reason: error.message };
  return null;
}

function outcomeOf(photo: LocalPhoto, sha256: string | null, wasStored: boolean): Outcome {
  return sha256 === photo.sha256
    ? { photo, state: "verified", wasStored }
    : { photo, state: "failed", reason: `the server stored other bytes (${sha256 ?? "none"})` };
}
