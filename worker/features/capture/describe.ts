import { and, eq } from "drizzle-orm";
import type { z } from "zod";
import type { saveFile, savePhoto } from "../../../domain/endpoints/capture";
import { now } from "../../../domain/fields";
import { type FieldFault, problem } from "../../../domain/problem";
import { difference, logged, serviceAuthor } from "../../db/audit";
import type { Database } from "../../db/database";
import { uniqueViolation } from "../../db/errors";
import { documentationTask, type photo } from "../../db/schema";
import { documentationOf, refuseClosed } from "./documentation";
import type { DeviceLicense } from "./license";
import { described, type MediaKind, media, storedAnswer } from "./stored";

type CapturedPhoto = z.output<NonNullable<typeof savePhoto.body>>["photo"];
type CapturedFile = z.output<NonNullable<typeof saveFile.body>>["file"];

/** A device describes a photo. Said again it is brought up to date until its bytes have come; then it stays as it is. */
export const describePhoto = (db: Database, license: DeviceLicense, captured: CapturedPhoto) =>
  describe(db, license, "PHOTO", captured);

export const describeFile = (db: Database, license: DeviceLicense, captured: CapturedFile) =>
  describe(db, license, "FILE", captured);

async function describe(
  db: Database,
  license: DeviceLicense,
  kind: MediaKind,
  captured: CapturedPhoto | CapturedFile,
) {
  const { customerId } = license;
  const { table, objectClass } = media[kind];
  const known = await db
    .select()
    .from(table)
    .where(and(eq(table.customerId, customerId), eq(table.id, captured.id)))
    .get();
  if (known?.hasData) return storedAnswer(await described(db, license, kind, captured.id));
  refuseClosed(await documentationOf(db, license, captured.documentationId));
  const field = kind === "PHOTO" ? "photo" : "file";
  await refuseForeignTask(db, license, captured, field);
  if (known && known.documentationId !== captured.documentationId)
    throw problem("invalid", { fields: { [`${field}.documentationId`]: "readOnly" } });
  const values = {
    ...captured,
    dateCreated: captured.dateCreated ?? now(),
    ...(kind === "PHOTO" && { dateGiven: captured.dateCreated !== null }),
    lastUpdated: now(),
  };
  const log = {
    author: serviceAuthor(customerId),
    objectClass,
    objectId: captured.id,
    params: difference(known ? { name: known.name } : null, {
      name: captured.name,
      documentationId: captured.documentationId,
    }),
  };
  // Photo and file share every column that is written here; which of the two it is, the values have just settled.
  const target = table as typeof photo;
  try {
    await db.batch(
      known
        ? [
            db.update(target).set(values).where(eq(target.id, captured.id)),
            logged(db, { ...log, action: "UPDATE" }),
          ]
        : [
            db.insert(target).values({ ...values, customerId } as typeof photo.$inferInsert),
            logged(db, { ...log, action: "CREATE" }),
          ],
    );
  } catch (error) {
    if (uniqueViolation(error)) throw problem("duplicate", { fields: { [`${field}.id`]: "duplicate" } });
    throw error;
  }
  return storedAnswer(await described(db, license, kind, captured.id));
}

/** A task of another documentation would put the photo where nobody looks for it. */
async function refuseForeignTask(
  db: Database,
  license: DeviceLicense,
  captured: { documentationId: string; documentationTaskId: string | null },
  field: string,
): Promise<void> {
  if (!captured.documentationTaskId) return;
  const task = await db
    .select({ id: documentationTask.id })
    .from(documentationTask)
    .where(
      and(
        eq(documentationTask.customerId, license.customerId),
        eq(documentationTask.id, captured.documentationTaskId),
        eq(documentationTask.documentationId, captured.documentationId),
      ),
    )
    .get();
  const fault: Record<string, FieldFault> = { [`${field}.documentationTaskId`]: "notFound" };
  if (!task) throw problem("invalid", { fields: fault });
}
