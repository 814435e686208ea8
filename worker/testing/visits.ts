import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { TaskType } from "#domain/core/documentationTypes.ts";
import { documentationTask, photo } from "#worker/db/schema/index.ts";
import { db, env, makeDocumentation, type makeTemplate } from "./factories.ts";
import { makePlainPhoto } from "./photoTesting.ts";
import { makeStoredPhoto } from "./storedPhoto.ts";

interface Visit extends NonNullable<Parameters<typeof makeDocumentation>[1]> {
  template: Awaited<ReturnType<typeof makeTemplate>>;
  /** Number of photos that have arrived. */
  photos?: number;
  /** Number of photos that have been announced but have not arrived. */
  missing?: number;
  /** The answer to the TEXT task. */
  answer?: string;
}

/** A documentation with its template's tasks, and photos of its PHOTO task. */
export async function makeVisit(
  customerId: number,
  { template, photos = 0, missing: missingCount = 0, answer, ...input }: Visit,
) {
  const row = await makeDocumentation(customerId, {
    templateId: template.id,
    numberOfPhotos: photos + missingCount,
    ...input,
  });
  const tasks = await db()
    .insert(documentationTask)
    .values(
      template.tasks.map(({ id, name, key, type, position }) => ({
        customerId,
        documentationId: row.id,
        templateTaskId: id,
        name,
        key,
        type: type as TaskType,
        position,
        answer: type === "TEXT" ? (answer ?? null) : null,
      })),
    )
    .returning();
  const task = tasks.find(({ type }) => type === "PHOTO")!;
  const photoIds: string[] = [];
  for (let index = 1; index <= photos + missingCount; index += 1) {
    const id = crypto.randomUUID();
    photoIds.push(id);
    const columns = {
      id,
      documentationTaskId: task.id,
      name: `${task.name}_0${index}`,
      dateCreated: row.dateCreated,
    };
    if (index <= photos) await makePhotoWithDerivatives(row, columns);
    else
      await db()
        .insert(photo)
        .values({ ...columns, customerId, documentationId: row.id, creator: "field" });
  }
  return { ...row, tasks, task, photos: photoIds };
}

/** One more photo of a visit, with its derivatives. Returns its id. */
export async function makeVisitPhoto(
  visit: { customerId: number; id: string; dateCreated: string },
  columns: { documentationTaskId: string; name: string; dateCreated?: string },
): Promise<string> {
  const id = crypto.randomUUID();
  await makePhotoWithDerivatives(visit, { dateCreated: visit.dateCreated, ...columns, id });
  return id;
}

async function makePhotoWithDerivatives(owner: { customerId: number; id: string }, columns: { id: string }) {
  const bytes = makePlainPhoto();
  const prefix = `customers/${owner.customerId}/photos/${columns.id}`;
  const rendition = await env.STORAGE.put(`${prefix}/rendition`, bytes);
  const thumbnail = await env.STORAGE.put(`${prefix}/thumbnail`, bytes);
  await makeStoredPhoto(owner, bytes, {
    ...columns,
    sha256: createHash("sha256").update(bytes).digest("hex"),
    width: 96,
    height: 64,
    renditionSize: bytes.length,
    renditionCrc32: crc32(bytes),
    renditionEtag: rendition!.etag,
    renditionWidth: 96,
    renditionHeight: 64,
    thumbnailSize: bytes.length,
    thumbnailEtag: thumbnail!.etag,
  });
}
