import { createHash } from "node:crypto";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { reservePhotoUpload, savePhoto, settlePhotoUpload } from "../../domain/endpoints/captureMedia";
import { problemMessage } from "../../domain/problem";
import { numberedName } from "../../domain/rules/photoName";
import { photoIdOf } from "./captured.ts";
import { type DeviceClient, Refused } from "./client.ts";

/** A file named on the command line, identified by its content. */
export interface GivenPhoto {
  file: string;
  id: string;
  size: number;
  sha256: string;
  name: string;
}

/** Outcome: stored with the same hash, refused by the server, or not delivered. */
export type Outcome =
  | { photo: GivenPhoto; state: "verified"; already: boolean }
  | { photo: GivenPhoto; state: "refused"; code: string; reason: string }
  | { photo: GivenPhoto; state: "failed"; reason: string };

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
): Promise<GivenPhoto[]> {
  const photos = new Map<string, GivenPhoto>();
  for (const file of files) {
    const sha256 = createHash("sha256")
      .update(await readFile(file))
      .digest("hex");
    const id = photoIdOf(documentationId, sha256, path.basename(file));
    const { size } = await stat(file);
    if (!photos.has(id))
      photos.set(id, { file, id, size, sha256, name: numberedName(taskName, photos.size + 1) });
  }
  return [...photos.values()];
}

/** Describes, reserves, uploads and settles a photo, then compares the server's hash with the file's. */
export async function bringIn(
  photo: GivenPhoto,
  { client, documentationId, taskId, creator }: Destination,
): Promise<Outcome> {
  // An upload of 0 bytes cannot be signed, so an empty file is refused here and not by the server.
  if (photo.size === 0)
    return { photo, state: "refused", code: "photoEmpty", reason: problemMessage.photoEmpty };
  try {
    const described = await client.call(savePhoto, {
      photo: { id: photo.id, documentationId, documentationTaskId: taskId, name: photo.name, creator },
    });
    if (described.hasData) return judge(photo, described.sha256, true);
    const bytes = new Uint8Array(await readFile(photo.file));
    const reserved = await client.call(reservePhotoUpload, {
      id: photo.id,
      size: bytes.length,
      contentType: "image/jpeg",
      md5: createHash("md5").update(bytes).digest("base64"),
    });
    await client.put(reserved.url, reserved.headers, bytes);
    const settled = await client.call(settlePhotoUpload, { uploadId: reserved.uploadId });
    return judge(photo, settled.sha256, false);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return error instanceof Refused
      ? { photo, state: "refused", code: error.code, reason }
      : { photo, state: "failed", reason };
  }
}

function judge(photo: GivenPhoto, sha256: string | null, already: boolean): Outcome {
  return sha256 === photo.sha256
    ? { photo, state: "verified", already }
    : { photo, state: "failed", reason: `the server stored other bytes (${sha256 ?? "none"})` };
}
