import { createHash } from "node:crypto";
import { type FieldError, problem } from "#domain/core/problem.ts";
import { hasExtension, parseFileExtensions } from "#domain/task/fileExtensions.ts";
import type { Link } from "#worker/auth/linkAuth.ts";
import type { Database } from "#worker/db/database.ts";
import type { Env } from "#worker/env.ts";
import { storeBytes } from "#worker/ingest/reserve.ts";
import { assertStored } from "#worker/ingest/settleUpload.ts";
import { findMedia } from "#worker/ingest/storedMedia.ts";
import { inspectPhoto } from "#worker/media/inspectPhoto.ts";
import {
  assertSameBytes,
  countAnnouncements,
  findReceiver,
  findSameFile,
  findUpload,
  readRemainingQuota,
} from "./announce.ts";
import { listLaterTasks } from "./uploadLater.ts";

/** A file sent in the body of a call (2§7). */
export interface InlineFile {
  /** The sender's id; without an id, equal bytes under the same name are the same file. */
  id?: string | undefined;
  name: string;
  bytes: Uint8Array;
  documentationTaskId?: string | undefined;
  comment?: string | null | undefined;
}

/**
 * Stores the files of a call, all or none. All files are validated before any file is stored; after a failure, repeating the call continues.
 * A file that has arrived already, by name and bytes, is not stored again (2§5): the response has the earlier file.
 * @param listField the field of the files in the body, for field names in errors
 * @throws linkFull; invalid, naming the file; the reason a photo is refused for; duplicate for an id of other bytes
 */
export async function storeInlineFiles(
  env: Env,
  db: Database,
  link: Link,
  items: readonly InlineFile[],
  { remoteAddr, listField }: { remoteAddr: string; listField: string },
) {
  await countAnnouncements(db, link);
  const newItems = items.map((item) => {
    const sha256 = createHash("sha256").update(item.bytes).digest("hex");
    return { ...item, sha256, id: item.id ?? deriveId(link, item, item.bytes) };
  });
  const remainingQuota = await readRemainingQuota(db, link);
  const fitsQuota = (files: readonly InlineFile[]) =>
    files.length <= remainingQuota.files &&
    files.reduce((sum, { bytes }) => sum + bytes.length, 0) <= remainingQuota.bytes;
  // Stored and announced files already count, so that a repeated call succeeds on a full link.
  if (!fitsQuota(newItems) && !fitsQuota(await filterNewItems(db, link, newItems))) throw problem("linkFull");
  await assertItemsValid(db, link, items, listField);
  const storedItems = [];
  for (const { bytes, ...item } of newItems) {
    // Read inside the loop, because a call may contain the same file twice.
    const existingUpload = await findUpload(db, link, { targetId: item.id });
    if (existingUpload?.state === "STORED") assertSameBytes(existingUpload, item);
    let storedRow = existingUpload?.state === "STORED" ? existingUpload : await findSameFile(db, link, item);
    let kind = storedRow?.kind;
    if (!kind) {
      const reservedUpload = existingUpload?.state === "RESERVED" ? existingUpload : undefined;
      const receiver = await findReceiver(
        db,
        link,
        { ...item, size: bytes.length },
        remoteAddr,
        reservedUpload,
      );
      const settleResult = await storeBytes(env, db, receiver, bytes);
      // Another call may have stored the same file in the meantime.
      if (settleResult.state === "REFUSED") storedRow = await findSameFile(db, link, item);
      if (!storedRow) assertStored(settleResult);
      ({ kind } = receiver);
    }
    const id = storedRow?.targetId ?? item.id;
    const { name, sha256 } = await findMedia(db, link.token.customerId, kind, id);
    storedItems.push({ id, name, sha256: sha256 ?? "" });
  }
  return storedItems;
}

/** The items that are neither stored nor announced, without duplicates. */
async function filterNewItems<T extends { id: string }>(
  db: Database,
  link: Link,
  items: readonly T[],
): Promise<T[]> {
  const newItems = new Map<string, T>();
  for (const item of items) {
    const existingUpload = await findUpload(db, link, { targetId: item.id });
    if (existingUpload?.state !== "STORED" && existingUpload?.state !== "RESERVED")
      newItems.set(item.id, item);
  }
  return [...newItems.values()];
}

async function assertItemsValid(
  db: Database,
  link: Link,
  items: readonly InlineFile[],
  listField: string,
): Promise<void> {
  const laterTasks = link.token.purpose === "LATER" ? await listLaterTasks(db, link) : null;
  const tasksById = laterTasks && new Map(laterTasks.map((task) => [task.id, task]));
  const errors: Record<string, FieldError> = {};
  for (const [index, { name, bytes, documentationTaskId, comment }] of items.entries()) {
    const addError = (field: string, error: FieldError) => {
      errors[`${listField}.${index}.${field}`] = error;
    };
    if (bytes.length === 0) addError("data", "required");
    if (!tasksById) continue;
    const task = tasksById.get(documentationTaskId ?? "");
    if (!task) addError("documentationTask", "notFound");
    else if (task.type === "PHOTO") {
      if (!comment?.trim()) addError("comment", "required");
      const inspection = await inspectPhoto(new Blob([bytes]).stream());
      if (!inspection.ok)
        throw problem(inspection.reason, { fields: { [`${listField}.${index}.data`]: "invalid" } });
    } else if (!hasExtension(name, parseFileExtensions(task.options))) addError("name", "notAllowed");
  }
  if (Object.keys(errors).length > 0) throw problem("invalid", { fields: errors });
}

/** Derives a UUID from the link, the name, the task and the bytes. */
function deriveId(
  link: Link,
  { name, documentationTaskId }: Omit<InlineFile, "bytes">,
  bytes: Uint8Array,
): string {
  const hash = createHash("sha256")
    .update(`${link.token.id}\n${documentationTaskId ?? ""}\n${name}\n`)
    .update(bytes)
    .digest("hex");
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
