import { eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Actor } from "#domain/access/actor.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import { now } from "#domain/core/fields.ts";
import { pick } from "#domain/core/objects.ts";
import { problem } from "#domain/core/problem.ts";
import type { FieldErrors } from "#domain/core/validation.ts";
import { diffLayouts } from "#domain/layout/layoutDifference.ts";
import { createLayoutCopy, type LayoutContent } from "#domain/layout/layoutEdit.ts";
import { type LayoutNode, layoutTree } from "#domain/layout/node.ts";
import { normalizeNodes } from "#domain/layout/normalizeNodes.ts";
import { findPlaceholderErrors } from "#domain/layout/unknownPlaceholders.ts";
import { exportDocumentConfiguration as contract } from "#domain/resources/exportDocumentConfiguration.ts";
import { authorOf } from "#worker/auth/session/actor.ts";
import { auditStatement, type ChangeAction, treeChangeParamsOf } from "#worker/db/audit.ts";
import { batchIf } from "#worker/db/conditionalBatch.ts";
import type { Database } from "#worker/db/database.ts";
import { findUniqueViolation } from "#worker/db/errors.ts";
import { idListParam, idParam, textAsId } from "#worker/db/ids.ts";
import { jsonChunks } from "#worker/db/jsonChunks.ts";
import { selectNumber, selectRows, uuid } from "#worker/db/rows.ts";
import { exportDocumentConfiguration } from "#worker/db/schema/index.ts";
import { statement } from "#worker/db/statement.ts";
import { describeFaults, inspectOfficeFile } from "#worker/export/layouts/office/officeLayout.ts";
import { findLayoutErrors, findOfficeFileErrors } from "#worker/media/layoutImage.ts";
import type { BoundRow } from "#worker/resources/binding.ts";
import { flattenNodesStatement } from "#worker/resources/detachReferences.ts";
import {
  exportDocumentConfigurationBinding,
  findInsertErrorsOnSave,
  insertsValidCondition,
} from "#worker/resources/layoutResource.ts";
import { findRow } from "#worker/resources/resourceReads.ts";

export type LayoutRow = BoundRow<typeof contract>;

/** The content of a layout, and the customer it belongs to; null for the service. */
interface OwnedLayout extends LayoutContent {
  customerId: number | null;
}

/** A layout from a client; its id is null if it has not been saved. */
interface LayoutInput extends Pick<OwnedLayout, "customerId" | "name" | "type" | "nodes"> {
  id: string | null;
}

/** The layouts of a customer, each of which may have 8 MB. */
export const maxCustomerLayouts = 200;

/**
 * Validates a layout and returns its nodes as they are stored and drawn.
 * @throws invalid with all errors by node and param, and with the names along an insertion cycle, or of layouts that would insert
 * too much through this one
 */
export async function checkNodes(
  db: Database,
  layout: LayoutInput,
  { errors: savingErrors, isCode }: SavingErrors = { errors: {}, isCode: undefined },
): Promise<readonly LayoutNode[]> {
  const content = { ...layout, nodes: normalizeNodes(layout.nodes) };
  const layoutFaults = findLayoutErrors(content);
  const insertFaults = await findInsertErrorsOnSave(db, content);
  const errors: FieldErrors = {
    ...savingErrors,
    ...insertFaults.faults,
    ...layoutFaults,
  };
  if (Object.keys(errors).length > 0) {
    const findings = inspectOfficeFile(content, isCode);
    const names = findings ? describeFaults(findings) : insertFaults.names;
    throw problem("invalid", { fields: errors, ...(names.length > 0 && { names }) });
  }
  return content.nodes;
}

/** Errors that prevent neither a preview nor drawing a stored layout. */
interface SavingErrors {
  errors: FieldErrors;
  /** Whether a word is a replacement code; undefined if it does not matter. */
  isCode: ((word: string) => boolean) | undefined;
}

/**
 * Errors for ids that belong to nodes of other layouts. Previews skip this check: a preview requested just before the layout is
 * first saved may run after that, with the same ids.
 */
async function findIdsInUse(db: Database, { id, nodes }: LayoutInput): Promise<FieldErrors> {
  const ids = layoutTree.flatten(nodes).map(({ node }) => node.id);
  const inUse = await selectRows(
    db,
    { id: uuid("n.id") },
    (columns) => sql`SELECT ${columns} FROM export_document_node n
      WHERE n.id IN ${idListParam(ids)} AND n.export_document_configuration_id IS NOT ${idParam(id ?? null)}`,
  );
  return Object.fromEntries(inUse.map((node) => [`nodes.${node.id}.id`, "duplicate" as const]));
}

/** Creates a layout. @throws invalid, duplicate, ruleBroken if the customer has too many */
export async function createLayout(
  db: Database,
  actor: Actor,
  content: OwnedLayout,
  findReplacementCodes: FindReplacementCodes,
): Promise<LayoutRow> {
  const { nodes: inputNodes, ...columnValues } = content;
  const layout = { id: null, ...content };
  return insertLayout(db, actor, {
    ...columnValues,
    nodes: await checkNodes(db, layout, await findErrorsOnSave(db, layout, findReplacementCodes)),
  });
}

/** Finds which of these words are replacement codes of any template, in all databases. */
type FindReplacementCodes = (words: readonly string[]) => Promise<ReadonlySet<string>>;

async function findErrorsOnSave(
  db: Database,
  layout: LayoutInput,
  findReplacementCodes: FindReplacementCodes,
): Promise<SavingErrors> {
  const words = new Set<string>();
  const collect = (word: string) => !words.add(word);
  findPlaceholderErrors(layout.nodes, collect);
  inspectOfficeFile(layout, collect);
  const codes = words.size > 0 ? await findReplacementCodes([...words]) : words;
  const isCode = (word: string) => codes.has(word);
  return {
    errors: {
      ...(await findIdsInUse(db, layout)),
      ...findPlaceholderErrors(layout.nodes, isCode),
      ...findOfficeFileErrors(layout, isCode),
    },
    isCode,
  };
}

/**
 * Copies a layout under new ids, including faults that were once allowed. A super admin's copy belongs to the original's owner, any other
 * copy to the actor's customer.
 * @throws notFound; invalid if the new owner may not use the inserted layouts; ruleBroken if the customer has too many
 */
export async function copyLayout(
  db: Database,
  actor: Actor,
  { id, name }: { id: string; name: string },
): Promise<LayoutRow> {
  const source = await findRow(db, exportDocumentConfigurationBinding, actor, id);
  const customerId = spansCustomers(actor) ? source.customerId : actor.customerId;
  return insertLayout(db, actor, { ...createLayoutCopy(source), name, customerId });
}

async function insertLayout(db: Database, actor: Actor, layout: OwnedLayout): Promise<LayoutRow> {
  const id: string = crypto.randomUUID();
  const { customerId, ...content } = layout;
  const { nodes, ...columnValues } = content;
  const ownCountSql = sql`(SELECT count(*) FROM export_document_configuration WHERE customer_id = ${customerId})`;
  const hasRoomCondition = sql`${ownCountSql} < ${maxCustomerLayouts}`;
  const wasWritten = await runWrite(() =>
    batchIf(db, sql`${insertsValidCondition(id, layout)} AND ${hasRoomCondition}`, [
      db.insert(exportDocumentConfiguration).values({ ...columnValues, customerId, id, dateCreated: now() }),
      auditLayoutStatement(db, actor, { id, customerId }, "CREATE", null, content),
      ...nodeStatements(db, id, [], nodes),
    ]),
  );
  if (!wasWritten)
    throw (await selectNumber(db, sql`SELECT ${ownCountSql}`)) < maxCustomerLayouts
      ? insertChangedProblem(nodes)
      : problem("ruleBroken");
  return findRow(db, exportDocumentConfigurationBinding, actor, id);
}

/** Saves a layout and all its nodes. @throws invalid, staleVersion, duplicate */
export async function changeLayout(
  db: Database,
  actor: Actor,
  existingLayout: LayoutRow,
  change: Partial<LayoutContent>,
  findReplacementCodes: FindReplacementCodes,
): Promise<LayoutRow> {
  const oldContent = toLayoutContent(existingLayout);
  const updatedContent = { ...oldContent, ...change };
  const { id, customerId } = existingLayout;
  const layout = { id, customerId, ...updatedContent };
  const newContent = {
    ...updatedContent,
    nodes: await checkNodes(db, layout, await findErrorsOnSave(db, layout, findReplacementCodes)),
  };
  if (diffLayouts(oldContent, newContent).length === 0) return existingLayout;
  const { nodes, ...columnValues } = newContent;
  const unchangedCondition = versionCondition(existingLayout);
  const wasWritten = await runWrite(() =>
    batchIf(db, sql`${unchangedCondition} AND ${insertsValidCondition(id, { customerId, nodes })}`, [
      db
        .update(exportDocumentConfiguration)
        .set({ ...columnValues, version: existingLayout.version + 1 })
        .where(eq(exportDocumentConfiguration.id, id)),
      auditLayoutStatement(db, actor, existingLayout, "UPDATE", oldContent, newContent),
      ...nodeStatements(db, id, oldContent.nodes, nodes),
    ]),
  );
  const currentLayout = await findRow(db, exportDocumentConfigurationBinding, actor, id);
  if (!wasWritten)
    throw currentLayout.version === existingLayout.version
      ? insertChangedProblem(nodes)
      : problem("staleVersion");
  return currentLayout;
}

export const toLayoutContent = (row: LayoutRow): LayoutContent =>
  pick(row, ["name", "description", "type", "photoSize", "nodes"]);

/** SQL condition: the layout still has the version that was read. */
export const versionCondition = ({ id, version }: LayoutRow): SQL =>
  sql`EXISTS (SELECT 1 FROM export_document_configuration WHERE id = ${idParam(id)} AND version = ${version})`;

/** The problem when inserted layouts have changed since they were checked. */
const insertChangedProblem = (nodes: readonly LayoutNode[]) => {
  const insert = layoutTree.flatten(nodes).find(({ node }) => node.type === "INSERT")?.node;
  return problem("invalid", {
    fields: { [insert ? `nodes.${insert.id}.CONFIGURATION` : "nodes"]: "notAllowed" },
  });
};

/** The entry belongs to the layout's customer; for a layout of the service, to the customer that the actor acts for. */
export const auditLayoutStatement = (
  db: Database,
  actor: Actor,
  { id, customerId }: Pick<LayoutRow, "id" | "customerId">,
  action: ChangeAction,
  oldContent: LayoutContent | null,
  newContent: LayoutContent | null,
) =>
  auditStatement(db, {
    author: { ...authorOf(actor), customerId: customerId ?? actor.customerId },
    objectClass: contract.objectClass,
    objectId: id,
    action,
    params: treeChangeParamsOf(action, diffLayouts(oldContent ?? {}, newContent ?? {})),
  });

const nodeColumns = ["parent_id", "name", "description", "type", "position", "params"];

const nodeRowsById = (nodes: readonly LayoutNode[]) =>
  new Map(
    layoutTree
      .flatten(nodes)
      .map(({ node: { id, parent, name, description, type, position, params } }) => [
        id,
        { id, parent_id: parent, name, description, type, position, params },
      ]),
  );

/**
 * Statements that turn `oldNodes` into `newNodes`, and skip equal ones, so that unchanged pictures are not
 * rewritten. Inserts come first and deletions last, because deleting a node deletes its remaining children.
 */
function nodeStatements(
  db: Database,
  layoutId: string,
  oldNodes: readonly LayoutNode[],
  newNodes: readonly LayoutNode[],
): BatchItem<"sqlite">[] {
  const existingRows = nodeRowsById(oldNodes);
  const rows = nodeRowsById(newNodes);
  const addedRows = [...rows.values()].filter(({ id }) => !existingRows.has(id));
  const changedRows = [...rows.values()].filter(
    (row) => existingRows.has(row.id) && JSON.stringify(existingRows.get(row.id)) !== JSON.stringify(row),
  );
  const removedIds = [...existingRows.keys()].filter((id) => !rows.has(id));
  const columnList = sql.raw(nodeColumns.join(", "));
  const createColumnExpressions = (alias: string) =>
    nodeColumns.map((column) =>
      column === "parent_id"
        ? `unhex(replace(${alias}.value ->> '${column}', '-', ''))`
        : `${alias}.value ->> '${column}'`,
    );
  const layoutCondition = sql`export_document_node.export_document_configuration_id = ${idParam(layoutId)}`;
  const removedCondition = sql`export_document_node.id IN ${idListParam(removedIds)} AND ${layoutCondition}`;
  return [
    ...jsonChunks(addedRows).map((part) =>
      statement(
        db,
        sql`INSERT INTO export_document_node (export_document_configuration_id, id, ${columnList})
          SELECT ${idParam(layoutId)}, ${textAsId("j.value ->> 'id'")}, ${sql.raw(createColumnExpressions("j").join(", "))} FROM json_each(${part}) j`,
      ),
    ),
    ...jsonChunks(changedRows).map((part) =>
      statement(
        db,
        sql`UPDATE export_document_node SET ${sql.raw(nodeColumns.map((column, index) => `${column} = ${createColumnExpressions("j")[index]}`).join(", "))}
          FROM json_each(${part}) j WHERE export_document_node.id = ${textAsId("j.value ->> 'id'")} AND ${layoutCondition}`,
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
async function runWrite<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (findUniqueViolation(error)) throw problem("duplicate", { fields: { nodes: "duplicate" } });
    throw error;
  }
}
