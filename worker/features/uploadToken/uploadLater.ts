import { and, eq, getTableName, sql } from "drizzle-orm";
import { problem } from "#domain/core/problem.ts";
import { takesLaterUpload } from "#domain/links/uploadLink.ts";
import type { Link } from "#worker/auth/linkAuth.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam } from "#worker/db/ids.ts";
import { naturalOrder } from "#worker/db/naturalOrder.ts";
import {
  documentationTaskReferencePhoto,
  type file,
  type photo,
  referencePhoto,
} from "#worker/db/schema/index.ts";
import { createCustomerScope, type Scope } from "#worker/db/scope.ts";
import type { TableWith } from "#worker/db/tableWith.ts";
import { listTasks } from "#worker/documentation/listTasks.ts";
import type { Importer } from "#worker/documentation/mediaImport.ts";

/** The scope of a link: its customer. The tasks of the link narrow the scope further. */
export const createLinkScope = ({ token }: Link): Scope => createCustomerScope(token.customerId);

export const createLinkImporter = (link: Link): Importer => ({
  scope: createLinkScope(link),
  // The holder of the link is unknown, and the creator of the link did not take the photo.
  creator: "",
});

/** The applicable tasks that may be answered later, in reading order. */
export const listLaterTasks = async (db: Database, link: Link) =>
  (await listTasks(db, link.documentation)).filter((task) => task.enabled && takesLaterUpload(task));

const listLaterTaskIds = async (db: Database, link: Link) =>
  idListParam((await listLaterTasks(db, link)).map(({ id }) => id));

type MediaTable = TableWith<
  "id" | "documentationId" | "customerId" | "documentationTaskId" | "hasData" | "dateCreated"
>;

/** The photos or files, of the tasks that may be answered later, whose bytes have arrived. */
export async function listLaterMedia<T extends typeof photo | typeof file>(
  db: Database,
  link: Link,
  table: T,
): Promise<T["$inferSelect"][]>;
export async function listLaterMedia(db: Database, link: Link, table: MediaTable): Promise<unknown[]> {
  const { id, documentationId, customerId, documentationTaskId, hasData, dateCreated } = table;
  return db
    .select()
    .from(table)
    .where(
      and(
        eq(customerId, link.token.customerId),
        eq(documentationId, link.documentation.id),
        eq(hasData, true),
        sql`${documentationTaskId} IN ${await listLaterTaskIds(db, link)}`,
      ),
    )
    .orderBy(dateCreated, ...naturalOrder(`${getTableName(table)}.name`), id);
}

export const listLaterReferencePhotos = async (db: Database, link: Link) =>
  db
    .select({
      id: referencePhoto.id,
      documentationTaskId: documentationTaskReferencePhoto.taskId,
      name: referencePhoto.name,
    })
    .from(documentationTaskReferencePhoto)
    .innerJoin(
      referencePhoto,
      and(
        eq(referencePhoto.customerId, documentationTaskReferencePhoto.customerId),
        eq(referencePhoto.id, documentationTaskReferencePhoto.referencePhotoId),
      ),
    )
    .where(
      and(
        eq(documentationTaskReferencePhoto.customerId, link.token.customerId),
        eq(referencePhoto.hasData, true),
        sql`${documentationTaskReferencePhoto.taskId} IN ${await listLaterTaskIds(db, link)}`,
      ),
    );

/** @throws notFound for an item that the link does not give access to */
export function assertInLink(items: readonly { id: string }[], id: string): void {
  if (!items.some((item) => item.id === id)) throw problem("notFound");
}
