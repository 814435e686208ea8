import { asc, eq, type SQL, sql } from "drizzle-orm";
import type { Actor } from "#domain/access/actor.ts";
import { problem } from "#domain/core/problem.ts";
import { normalizeLine } from "#domain/core/text/normalizeText.ts";
import { sortKeyOf } from "#domain/core/text/sortKey.ts";
import type { GroupedTask, NamedExportEvent } from "#domain/endpoints/documentation/groups.ts";
import type { DocumentationSummary } from "#domain/endpoints/documentation/list.ts";
import type { Database } from "#worker/db/database.ts";
import { naturalOrder } from "#worker/db/naturalOrder.ts";
import {
  json,
  nullable,
  number,
  type Projection,
  selectNumber,
  selectRows,
  text,
  uuid,
} from "#worker/db/rows.ts";
import { documentation, documentationGroupMember as member, photo } from "#worker/db/schema/index.ts";
import { scopeOf } from "#worker/db/scope.ts";
import { photoColumns, toPhotoRow } from "#worker/documentation/details.ts";
import { listNamedExportEvents } from "#worker/documentation/exportEvents.ts";
import { taskGroupsSql } from "#worker/documentation/taskGroups.ts";
import { summaryColumns } from "./projection.ts";

/** A group: the documentations of a customer that share a name or tag, except hidden and deleted ones. */
export interface Group {
  customerId: number;
  name: string;
  /** Which members: those with the name, those with the tag, or both. */
  matchedBy?: "name" | "tag" | "nameOrTag";
}

export interface Page {
  max: number;
  offset: number;
}

/** Maximum number of groups with names outside the normal form that are compared. */
const maxUnnormalizedGroups = 20_000;

/**
 * The group with a name in its normal form. Until the job `normalizeTexts` has run, the stored name of an older group may have another
 * form.
 * @throws forbidden for a customer outside the actor's scope
 */
export async function findGroup(
  db: Database,
  actor: Actor,
  name: string,
  customerId = actor.customerId,
): Promise<Group> {
  scopeOf(actor, customerId);
  const isKnown = await selectNumber(
    db,
    sql`EXISTS (SELECT 1 FROM documentation_group WHERE customer_id = ${customerId} AND name_key = ${sortKeyOf(name)} AND name = ${name})`,
  );
  if (isKnown) return { customerId, name };
  const unnormalizedGroups = await selectRows(
    db,
    { name: text("name") },
    (columns) => sql`SELECT ${columns} FROM documentation_group
      WHERE customer_id = ${customerId} AND (name GLOB '*[^ -~]*' OR name LIKE '%  %' OR name LIKE ' %' OR name LIKE '% ')
      LIMIT ${maxUnnormalizedGroups}`,
  );
  return {
    customerId,
    name: unnormalizedGroups.find((group) => normalizeLine(group.name) === name)?.name ?? name,
  };
}

const memberCondition = ({ customerId, name, matchedBy = "nameOrTag" }: Group): SQL => {
  const groupCondition = sql`m.customer_id = ${customerId} AND m.name = ${name}`;
  if (matchedBy === "name") return sql`${groupCondition} AND m.tagged = 0`;
  if (matchedBy === "nameOrTag") return groupCondition;
  return sql`${groupCondition} AND EXISTS (SELECT 1 FROM documentation_tag x WHERE x.documentation_id = d.id AND x.tag = m.name)`;
};

/** CROSS JOIN fixes the order of reading: the members by their key, then their documentations. */
const memberJoinSql = sql`documentation_group_member m CROSS JOIN documentation d ON d.seq = m.documentation_seq`;
const memberOrderSql = sql`m.template_id, m.date_created, m.documentation_seq`;

/** A group's documentations. @param extraCondition an additional condition */
export const listMembers = (
  db: Database,
  group: Group,
  { max, offset }: Page,
  extraCondition: SQL = sql`1`,
): Promise<DocumentationSummary[]> =>
  selectRows(
    db,
    summaryColumns,
    (columns) => sql`SELECT ${columns} FROM ${memberJoinSql} JOIN template t ON t.id = d.template_id
      WHERE ${memberCondition(group)} AND ${extraCondition} ORDER BY ${memberOrderSql} LIMIT ${max} OFFSET ${offset}`,
  );

/** All rows, read in large pages because each page sorts the whole group again. @throws tooLarge for more than `maxRows` */
export async function readAllPages<T>(maxRows: number, readPage: (page: Page) => Promise<T[]>): Promise<T[]> {
  const pageSize = 3000;
  const rows: T[] = [];
  for (;;) {
    const pageRows = await readPage({ max: pageSize, offset: rows.length });
    rows.push(...pageRows);
    if (rows.length > maxRows) throw problem("tooLarge");
    if (pageRows.length < pageSize) return rows;
  }
}

export async function listGroupPhotos(db: Database, group: Group, { max, offset }: Page) {
  const rows = await db
    .select(photoColumns)
    .from(member)
    .innerJoin(documentation, eq(documentation.seq, member.documentationSeq))
    .innerJoin(
      photo,
      sql`${photo.customerId} = ${documentation.customerId} AND ${photo.documentationId} = ${documentation.id}`,
    )
    .where(sql`${member.customerId} = ${group.customerId} AND ${member.name} = ${group.name}`)
    .orderBy(
      asc(member.templateId),
      asc(member.dateCreated),
      asc(member.documentationSeq),
      asc(photo.dateCreated),
      ...naturalOrder("photo.name"),
      asc(photo.id),
    )
    .limit(max)
    .offset(offset);
  return rows.map(toPhotoRow);
}

export type GroupPhoto = Awaited<ReturnType<typeof listGroupPhotos>>[number];

const taskColumns = {
  id: uuid("k.id"),
  documentationId: uuid("k.documentation_id"),
  parentId: nullable(uuid("k.parent_id")),
  templateTaskId: nullable(uuid("k.template_task_id")),
  name: text("k.name"),
  key: nullable(text("k.key")),
  type: text<GroupedTask["type"]>("k.type"),
  answer: nullable(text("k.answer")),
  position: number("k.position"),
  groups: json<string[]>(taskGroupsSql),
} satisfies Projection<GroupedTask>;

/** @param hasPhotosOnly only tasks that have photos */
export const listGroupTasks = (
  db: Database,
  group: Group,
  { max, offset }: Page,
  hasPhotosOnly: boolean,
): Promise<GroupedTask[]> =>
  selectRows(
    db,
    taskColumns,
    (
      columns,
    ) => sql`SELECT ${columns} FROM ${memberJoinSql} CROSS JOIN documentation_task k ON k.customer_id = d.customer_id AND k.documentation_id = d.id
    WHERE ${memberCondition(group)}${
      hasPhotosOnly
        ? sql` AND EXISTS (SELECT 1 FROM photo p WHERE p.customer_id = k.customer_id AND p.documentation_task_id = k.id)`
        : sql``
    }
    ORDER BY ${memberOrderSql}, k.position, k.id LIMIT ${max} OFFSET ${offset}`,
  );

/** The exports of a group's documentations. */
export const listGroupExportEvents = (db: Database, group: Group): Promise<NamedExportEvent[]> =>
  listNamedExportEvents(db, memberJoinSql, memberCondition(group));
