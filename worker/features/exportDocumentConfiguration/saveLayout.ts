import { eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Actor } from "#domain/access/actor.ts";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import type { FieldErrors } from "#domain/core/validation.ts";
import { layoutDifference } from "#domain/layout/layoutDifference.ts";
import { copiedLayout, type LayoutContent } from "#domain/layout/layoutEdit.ts";
import { type LayoutNode, layoutTree } from "#domain/layout/node.ts";
import { storedNodes } from "#domain/layout/stored.ts";
import { exportDocumentConfiguration as contract } from "#domain/resources/exportDocumentConfiguration.ts";
import { authorOf } from "#worker/auth/session/actor.ts";
import { auditStatement, type ChangeAction, diffParams } from "#worker/db/audit.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { uniqueViolation } from "#worker/db/errors.ts";
import { idListParam, idParam, textAsId } from "#worker/db/ids.ts";
import { jsonChunks } from "#worker/db/jsonChunks.ts";
import { selectRows, uuid } from "#worker/db/rows.ts";
import { exportDocumentConfiguration } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import { faultsOfLayout } from "#worker/media/layoutImage.ts";
import type { FoundRow } from "#worker/resources/binding.ts";
import { flattenNodesStatement } from "#worker/resources/detachReferences.ts";
import {
  exportDocumentConfigurationBinding,
  findInsertFaultsOnSave,
  insertsValidCondition,
} from "#worker/resources/layoutResource.ts";
import { findRow } from "#worker/resources/reading.ts";

export type FoundLayout = FoundRow<typeof contract>;

/** A layout from a client; its id is null if it has not been saved. */
interface LayoutInput extends Pick<LayoutContent, "name" | "type" | "nodes"> {
  id: string | null;
}

/**
 * Validates a layout and returns its nodes as they are stored and drawn.
 * @throws invalid with all errors by node and param, and with the names along an insertion cycle, or of layouts that would insert
 * too much through this one
 */
export async function checkedNodes(
  db: Database,
  layout: LayoutInput,
  idErrors: FieldErrors = {},
): Promise<readonly LayoutNode[]> {
  const content = { ...layout, nodes: storedNodes(layout.nodes) };
  const ownFaults = faultsOfLayout(content);
  const inserts = await findInsertFaultsOnSave(db, content);
  const errors: FieldErrors = {
    ...idErrors,
    ...inserts.faults,
    ...ownFaults,
  };
  if (Object.keys(errors).length > 0)
    throw problem("invalid", { fields: errors, ...(inserts.names.length > 0 && { names: inserts.names }) });
  return content.nodes;
}

/**
 * Errors for ids that belong to nodes of other layouts. Previews skip this check: a preview requested just before the layout is
 * first saved may run after that, with the same ids.
 */
async function idsInUse(db: Database, { id, nodes }: LayoutInput): Promise<FieldErrors> {
  const ids = layoutTree.flatten(nodes).map(({ node }) => node.id);
  const inUse = await selectRows(
    db,
    { id: uuid("n.id") },
    (columns) => sql`SELECT ${columns} FROM export_document_node n
      WHERE n.id IN ${idListParam(ids)} AND n.export_document_configuration_id IS NOT ${idParam(id ?? null)}`,
  );
  return Object.fromEntries(inUse.map((node) => [`nodes.${node.id}.id`, "duplicate" as const]));
}

/** Creates a layout. @throws invalid, duplicate */
export async function createLayout(db: Database, actor: Actor, content: LayoutContent): Promise<FoundLayout> {
  const { nodes: inputNodes, ...own } = content;
  const layout = { id: null, ...content };
  return storeLayout(db, actor, {
    ...own,
    nodes: await checkedNodes(db, layout, await idsInUse(db, layout)),
  });
}

/** Copies a layout under new ids, including faults that were once allowed. */
export async function copyLayout(
  db: Database,
  actor: Actor,
  { id, name }: { id: string; name: string },
): Promise<FoundLayout> {
  const source = await findRow(db, exportDocumentConfigurationBinding, actor, id);
  return storeLayout(db, actor, { ...copiedLayout(source), name });
}

async function storeLayout(db: Database, actor: Actor, content: LayoutContent): Promise<FoundLayout> {
  const id: string = crypto.randomUUID();
  const { nodes, ...own } = content;
  const written = await write(() =>
    batchIf(db, insertsValidCondition(id, nodes), [
      db.insert(exportDocumentConfiguration).values({ ...own, id, dateCreated: now() }),
      line(db, actor, id, "CREATE", null, content),
      ...nodeStatements(db, id, [], nodes),
    ]),
  );
  if (!written) throw insertChangedProblem(nodes);
  return findRow(db, exportDocumentConfigurationBinding, actor, id);
}

/** Saves a layout and all its nodes. @throws invalid, staleVersion, duplicate */
export async function changeLayout(
  db: Database,
  actor: Actor,
  before: FoundLayout,
  change: Partial<LayoutContent>,
): Promise<FoundLayout> {
  const was = contentOf(before);
  const updated = { ...was, ...change };
  const layout = { id: before.id, ...updated };
  const after = { ...updated, nodes: await checkedNodes(db, layout, await idsInUse(db, layout)) };
  if (layoutDifference(was, after).length === 0) return before;
  const { nodes, ...own } = after;
  const unchanged = versionCondition(before);
  const written = await write(() =>
    batchIf(db, sql`${unchanged} AND ${insertsValidCondition(before.id, nodes)}`, [
      db
        .update(exportDocumentConfiguration)
        .set({ ...own, version: before.version + 1 })
        .where(eq(exportDocumentConfiguration.id, before.id)),
      line(db, actor, before.id, "UPDATE", was, after),
      ...nodeStatements(db, before.id, was.nodes, nodes),
    ]),
  );
  const found = await findRow(db, exportDocumentConfigurationBinding, actor, before.id);
  if (!written)
    throw found.version === before.version ? insertChangedProblem(nodes) : problem("staleVersion");
  return found;
}

export const contentOf = ({ name, description, type, nodes }: FoundLayout): LayoutContent => ({
  name,
  description,
  type,
  nodes,
});

/** SQL condition: the layout still has the version that was read. */
export const versionCondition = ({ id, version }: FoundLayout): SQL =>
  sql`EXISTS (SELECT 1 FROM export_document_configuration WHERE id = ${idParam(id)} AND version = ${version})`;

/** The problem when inserted layouts have changed since they were checked. */
const insertChangedProblem = (nodes: readonly LayoutNode[]) => {
  const insert = layoutTree.flatten(nodes).find(({ node }) => node.type === "INSERT")?.node;
  return problem("invalid", {
    fields: { [insert ? `nodes.${insert.id}.CONFIGURATION` : "nodes"]: "notAllowed" },
  });
};

export const line = (
  db: Database,
  actor: Actor,
  id: string,
  action: ChangeAction,
  before: LayoutContent | null,
  after: LayoutContent | null,
) =>
  auditStatement(db, {
    author: authorOf(actor),
    objectClass: contract.objectClass,
    objectId: id,
    action,
    params: diffParams(action, layoutDifference(before ?? {}, after ?? {})),
  });

const columns = ["parent_id", "name", "description", "type", "position", "params"];

const rowsByNode = (nodes: readonly LayoutNode[]) =>
  new Map(
    layoutTree
      .flatten(nodes)
      .map(({ node: { id, parent, name, description, type, position, params } }) => [
        id,
        { id, parent_id: parent, name, description, type, position, params },
      ]),
  );

/**
 * Statements that turn the nodes of `before` into those of `after`, and skip equal ones, so that unchanged pictures are not
 * rewritten. Inserts come first and deletions last, because deleting a node deletes its remaining children.
 */
function nodeStatements(
  db: Database,
  layoutId: string,
  before: readonly LayoutNode[],
  after: readonly LayoutNode[],
): BatchItem<"sqlite">[] {
  const existing = rowsByNode(before);
  const rows = rowsByNode(after);
  const added = [...rows.values()].filter(({ id }) => !existing.has(id));
  const changed = [...rows.values()].filter(
    (row) => existing.has(row.id) && JSON.stringify(existing.get(row.id)) !== JSON.stringify(row),
  );
  const removedIds = [...existing.keys()].filter((id) => !rows.has(id));
  const list = sql.raw(columns.join(", "));
  const read = (from: string) =>
    columns.map((column) =>
      column === "parent_id"
        ? `unhex(replace(${from}.value ->> '${column}', '-', ''))`
        : `${from}.value ->> '${column}'`,
    );
  const ofLayout = sql`export_document_node.export_document_configuration_id = ${idParam(layoutId)}`;
  const removedCondition = sql`export_document_node.id IN ${idListParam(removedIds)} AND ${ofLayout}`;
  return [
    ...jsonChunks(added).map((part) =>
      statement(
        db,
        sql`INSERT INTO export_document_node (export_document_configuration_id, id, ${list})
          SELECT ${idParam(layoutId)}, ${textAsId("j.value ->> 'id'")}, ${sql.raw(read("j").join(", "))} FROM json_each(${part}) j`,
      ),
    ),
    ...jsonChunks(changed).map((part) =>
      statement(
        db,
        sql`UPDATE export_document_node SET ${sql.raw(columns.map((column, index) => `${column} = ${read("j")[index]}`).join(", "))}
          FROM json_each(${part}) j WHERE export_document_node.id = ${textAsId("j.value ->> 'id'")} AND ${ofLayout}`,
      ),
    ),
    ...(removedIds.length > 0
      ? [
          flattenNodesStatement(db, removedCondition),
          statement(db, sql`DELETE FROM export_document_node WHERE ${removedCondition}`),
        ]
      : []),
  ];
}

/**
 * Runs a write.
 * @throws duplicate if another layout got a node with the same id in the meantime
 */
async function write<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (uniqueViolation(error)) throw problem("duplicate", { fields: { nodes: "duplicate" } });
    throw error;
  }
}
