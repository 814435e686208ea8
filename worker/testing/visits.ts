import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";
import type { TaskType } from "#domain/core/documentationTypes.ts";
import { documentationTask, photo } from "#worker/db/schema/index.ts";
import { db, env, makeDocumentation, type makeTemplate } from "./factories.ts";
import { plainPhoto } from "./photoTesting.ts";
import { makeStoredPhoto } from "./stored.ts";

interface Visit extends NonNullable<Parameters<typeof makeDocumentation>[1]> {
  template: Awaited<ReturnType<typeof makeTemplate>>;
  /** Numbers of photos that have and have not arrived. */
  photos?: number;
  lacking?: number;
  /** Of the TEXT task. */
  answer?: string;
}

/** A documentation with its template's tasks, and photos of its PHOTO task. */
export async function makeVisit(
  customerId: number,
  { template, photos = 0, lacking = 0, answer, ...request }: Visit,
) {
  const row = await makeDocumentation(customerId, {
    templateId: template.id,
    numberOfPhotos: photos + lacking,
    ...request,
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
  const ids: string[] = [];
  for (let index = 1; index <= photos + lacking; index += 1) {
    const id = crypto.randomUUID();
    ids.push(id);
    const described = {
      id,
      documentationTaskId: task.id,
      name: `${task.name}_0${index}`,
      dateCreated: row.dateCreated,
    };
    if (index <= photos) await makeShownPhoto(row, described);
    else
      await db()
        .insert(photo)
        .values({ ...described, customerId, documentationId: row.id, creator: "field" });
  }
  return { ...row, tasks, task, photos: ids };
}

async function makeShownPhoto(owner: { customerId: number; id: string }, request: { id: string }) {
  const bytes = plainPhoto();
  const place = `customers/${owner.customerId}/photos/${request.id}`;
  const rendition = await env.STORAGE.put(`${place}/rendition`, bytes);
  const thumbnail = await env.STORAGE.put(`${place}/thumbnail`, bytes);
  await makeStoredPhoto(owner, bytes, {
    ...request,
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
