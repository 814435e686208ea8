import { and, asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type {
  DocumentationDetails,
  DocumentationTask,
  fileSorts,
  photoSorts,
} from "../../domain/endpoints/documentation";
import { problem } from "../../domain/problem";
import { turnedSize } from "../../domain/rules/photoTurn";
import { inReadingOrder } from "../../domain/rules/taskTree";
import type { Database } from "../db/database";
import {
  customer,
  documentation,
  documentationEvent,
  documentationLink,
  documentationPrecondition,
  documentationTag,
  documentationTask,
  documentationTaskReferencePhoto,
  file,
  photo,
  referencePhoto,
  suggestionList,
  taskEvent,
  template,
  templateTask,
  unexpectedAnswerEvent,
  upload,
} from "../db/schema";
import { type Scope, scopedRow } from "../db/scope";
import { unindexed } from "../db/unindexed";
import { uprightSize } from "../media/derivatives";
import { exportEventsOf } from "./exportEvents";
import { lackingUpload } from "./refused";

const mostEvents = 100;
/** Far more than a device may send at once: what is cut off here would be missing from every export. */
const mostTasks = 20_000;

/** The documentation's own row. @throws notFound where it is not in the scope */
export async function visibleDocumentation(db: Database, scope: Scope, id: string) {
  const found = await db
    .select()
    .from(documentation)
    .where(scopedRow(scope, documentation, id))
    .get();
  if (!found || (found.status === "DELETED" && !scope.deleted)) throw problem("notFound");
  return found;
}

type Row = typeof documentation.$inferSelect;
/** Names a documentation whose row was found: readers of what it holds do not look for it again. */
export type Own = Pick<Row, "customerId" | "id">;

export async function detailsOf(db: Database, row: Row): Promise<DocumentationDetails> {
  const { id } = row;
  const own = <
    T extends {
      customerId: typeof documentationTag.customerId | typeof upload.customerId;
      documentationId: typeof documentationTag.documentationId | typeof upload.documentationId;
    },
  >(
    table: T,
  ) => and(eq(table.customerId, row.customerId), eq(table.documentationId, id));
  const exportEvents = await exportEventsOf(db, row);
  const [owner, origin, tags, linked, refused] = await db.batch([
    db
      .select({
        name: customer.name,
        products: sql<string>`(SELECT json_group_array(p.name) FROM customer_product cp
          JOIN product p ON p.id = cp.product_id WHERE cp.customer_id = ${row.customerId})`,
        statuses: sql<string>`(SELECT json_group_array(s.status) FROM customer_documentation_status s
          WHERE s.customer_id = ${row.customerId})`,
      })
      .from(customer)
      .where(eq(customer.id, row.customerId)),
    db.select({ name: template.name }).from(template).where(eq(template.id, row.templateId)),
    db
      .select({ tag: documentationTag.tag })
      .from(documentationTag)
      .where(own(documentationTag as never))
      .orderBy(asc(documentationTag.tag)),
    db
      .select({ id: documentation.id, name: documentation.name })
      .from(documentationLink)
      .innerJoin(
        documentation,
        and(
          eq(documentation.customerId, documentationLink.customerId),
          eq(documentation.id, documentationLink.linkedId),
        ),
      )
      .where(own(documentationLink as never))
      .orderBy(asc(unindexed(documentation.name))),
    db
      .select({
        id: upload.id,
        kind: upload.kind,
        name: upload.name,
        reason: upload.reason,
        dateCreated: upload.dateCreated,
      })
      .from(upload)
      .where(and(own(upload as never), lackingUpload("upload")))
      .orderBy(asc(upload.dateCreated)),
  ]);
  return {
    ...row,
    customerName: owner[0]?.name ?? "",
    customerProducts: JSON.parse(owner[0]?.products ?? "[]"),
    customerStatuses: JSON.parse(owner[0]?.statuses ?? "[]"),
    templateName: origin[0]?.name ?? "",
    tags: tags.map(({ tag }) => tag),
    documentations: linked,
    exportEvents,
    refusedUploads: refused,
  } as unknown as DocumentationDetails;
}

export async function eventsOf(db: Database, { customerId, id }: Own) {
  return db
    .select()
    .from(documentationEvent)
    .where(and(eq(documentationEvent.customerId, customerId), eq(documentationEvent.documentationId, id)))
    .orderBy(desc(documentationEvent.eventDate), desc(sql`${documentationEvent}.rowid`))
    .limit(mostEvents);
}

/** The tasks of a documentation in reading order, or one of them. */
export async function tasksOf(
  db: Database,
  { customerId, id }: Own,
  taskId?: string,
): Promise<DocumentationTask[]> {
  const ofDocumentation = and(
    eq(documentationTask.customerId, customerId),
    eq(documentationTask.documentationId, id),
    taskId === undefined ? undefined : eq(documentationTask.id, taskId),
  );
  const taskIds = db.select({ id: documentationTask.id }).from(documentationTask).where(ofDocumentation);
  const [tasks, preconditions, unexpected, lists, events, references] = await db.batch([
    db
      .select()
      .from(documentationTask)
      .where(ofDocumentation)
      .orderBy(asc(documentationTask.position))
      .limit(mostTasks),
    db
      .select()
      .from(documentationPrecondition)
      .where(
        and(
          eq(documentationPrecondition.customerId, customerId),
          inArray(documentationPrecondition.taskId, taskIds),
        ),
      ),
    db
      .select()
      .from(unexpectedAnswerEvent)
      .where(
        and(eq(unexpectedAnswerEvent.customerId, customerId), inArray(unexpectedAnswerEvent.taskId, taskIds)),
      ),
    db
      .select({
        taskId: documentationTask.id,
        suggestionListId: templateTask.suggestionListId,
        params: suggestionList.params,
      })
      .from(documentationTask)
      .innerJoin(
        templateTask,
        and(
          eq(templateTask.customerId, documentationTask.customerId),
          eq(templateTask.id, documentationTask.templateTaskId),
        ),
      )
      .innerJoin(
        suggestionList,
        and(
          eq(suggestionList.customerId, templateTask.customerId),
          eq(suggestionList.id, templateTask.suggestionListId),
        ),
      )
      .where(ofDocumentation),
    db
      .select()
      .from(taskEvent)
      .where(and(eq(taskEvent.customerId, customerId), inArray(taskEvent.taskId, taskIds)))
      .orderBy(asc(taskEvent.dateCreated)),
    db
      .select({
        taskId: documentationTaskReferencePhoto.taskId,
        id: referencePhoto.id,
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
          eq(documentationTaskReferencePhoto.customerId, customerId),
          inArray(documentationTaskReferencePhoto.taskId, taskIds),
        ),
      )
      .orderBy(sql`${documentationTaskReferencePhoto}.rowid`),
  ]);
  const listOf = new Map(lists.map((list) => [list.taskId, list]));
  const preconditionsOf = Map.groupBy(preconditions, ({ taskId }) => taskId);
  const eventsOfTask = Map.groupBy(events, ({ taskId }) => taskId);
  const referencesOf = Map.groupBy(references, ({ taskId }) => taskId);
  const unexpectedOf = Map.groupBy(unexpected, ({ taskId }) => taskId);
  return inReadingOrder(tasks).map((task) => ({
    ...task,
    documentation: task.documentationId,
    // Contact persons without columns of their own have those of the list they are suggested from (3§5).
    params: { ...(task.type === "CONTACT_PERSONS" && listOf.get(task.id)?.params), ...task.params },
    suggestionListId: listOf.get(task.id)?.suggestionListId ?? null,
    preconditions: (preconditionsOf.get(task.id) ?? []).map((precondition) => ({
      ...precondition,
      task: precondition.taskId,
    })),
    events: eventsOfTask.get(task.id) ?? [],
    referencePhotos: referencesOf.get(task.id) ?? [],
    unexpectedAnswerEvents: unexpectedOf.get(task.id) ?? [],
  })) as unknown as DocumentationTask[];
}

/** Which rows of a documentation's photos or files, and in which order. */
export interface MediaPage<Sort extends string> {
  sort: Sort;
  order: "asc" | "desc";
  max: number;
  offset: number;
}
export type PhotoSort = (typeof photoSorts)[number];
export type FileSort = (typeof fileSorts)[number];

/** Ties are broken by id. */
function inOrder(table: typeof photo | typeof file, column: SQLiteColumn, order: "asc" | "desc") {
  const direction = order === "asc" ? asc : desc;
  const by = column.dataType === "string" ? sql`${column} COLLATE NOCASE` : sql`${column}`;
  return [direction(by), direction(table.id)];
}

export async function photosOf(
  db: Database,
  { customerId, id }: Own,
  { sort, order, max, offset }: MediaPage<PhotoSort>,
) {
  const rows = await db
    .select(photoColumns)
    .from(photo)
    .where(and(eq(photo.customerId, customerId), eq(photo.documentationId, id), taken(photo)))
    .orderBy(...inOrder(photo, photo[sort], order))
    .limit(max)
    .offset(offset);
  return rows.map(shownPhoto);
}

/** Excludes imports whose bytes have not arrived: nobody announced them, so they are not missing. */
const taken = (table: typeof photo | typeof file) => sql`NOT (${table.imported} AND NOT ${table.hasData})`;

/** A photo's row and the alias it is shown under. */
export const photoColumns = {
  photo,
  // Written out: in a select of one table Drizzle leaves the table's name off, and `name` would be the alias row's own.
  alias: sql<string | null>`coalesce(photo.alias, (
    SELECT a.alias FROM photo_alias a WHERE a.customer_id = photo.customer_id AND a.name = photo.name))`,
};

export const shownPhoto = ({
  photo: row,
  alias,
}: {
  photo: typeof photo.$inferSelect;
  alias: string | null;
}) => ({
  ...row,
  alias,
  ...lookedAt(row),
  // Whoever fetches them gets them turned: what lags behind is made anew before it is given out.
  turned: row.rotation,
  /** What storage holds: the original's size, and the turns that the renditions were made with. */
  stored: { width: row.width, height: row.height, turned: row.turned },
});

/** Width and height as the photo is looked at: upright, and turned as its reviewer left it. */
function lookedAt(row: {
  width: number | null;
  height: number | null;
  orientation: number;
  rotation: number;
}) {
  const { width, height, orientation, rotation } = row;
  if (width === null || height === null) return { width: null, height: null };
  return turnedSize(uprightSize({ width, height, orientation }), rotation);
}

export async function filesOf(
  db: Database,
  { customerId, id }: Own,
  { sort, order, max, offset }: MediaPage<FileSort>,
) {
  return db
    .select()
    .from(file)
    .where(and(eq(file.customerId, customerId), eq(file.documentationId, id), taken(file)))
    .orderBy(...inOrder(file, file[sort], order))
    .limit(max)
    .offset(offset);
}
