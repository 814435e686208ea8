import { type SQL, sql } from "drizzle-orm";
import { pick } from "#domain/core/objects.ts";
import type { FieldErrors } from "#domain/core/validation.ts";
import {
  computeNodeBudget,
  findInsertCycle,
  findInsertsOverBudget,
  findTransitiveInserters,
  type Insert,
  InsertCounts,
  type InsertSummary,
  insertsOf,
  summarizeInserts,
} from "#domain/layout/inserts.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import { type LayoutNodeType, type LayoutType, maxInsertedNodes } from "#domain/layout/types.ts";
import type { PhotoSize } from "#domain/media/photoSize.ts";
import { exportDocumentConfiguration as contract } from "#domain/resources/exportDocumentConfiguration.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam, idParam, textAsId } from "#worker/db/ids.ts";
import { json, nullable, number, type Projection, selectRows, text, uuid } from "#worker/db/rows.ts";
import { exportDocumentConfiguration } from "#worker/db/schema/index.ts";
import { findLayoutErrors } from "#worker/media/layoutImage.ts";
import { createBinding } from "./binding.ts";
import { buildTree } from "./buildTree.ts";
import { customerNameField } from "./customerName.ts";
import { detachExportDocumentConfigurationStatements } from "./detachReferences.ts";
import { isGrantedLayoutSql, isUsableLayoutSql } from "./layoutOwners.ts";

/** A layout as stored, which may be invalid by the current rules. */
export interface StoredLayout {
  id: string;
  /** Null for a layout of the service. */
  customerId: number | null;
  name: string;
  type: LayoutType;
  photoSize: PhotoSize;
  nodes: readonly LayoutNode[];
}

interface LayoutInput extends Omit<StoredLayout, "id" | "photoSize"> {
  id: string | null;
}

/** Report layouts (3§3). Their nodes are read row by row, because a layout with pictures exceeds the size of a D1 value. */
export const exportDocumentConfigurationBinding = createBinding(contract, exportDocumentConfiguration, {
  derived: customerNameField(exportDocumentConfiguration),
  grantedCondition: (customerId) => isGrantedLayoutSql(customerId, "export_document_configuration"),
  detachStatements: detachExportDocumentConfigurationStatements,
  extra: {
    fields: ["nodes", "faults"],
    async read(db, { id, customerId, name, type }) {
      const nodes = (await findNodes(db, [id])).get(id) ?? [];
      const layout = { id, customerId, name, type, nodes };
      return {
        nodes,
        faults: { ...findLayoutErrors(layout), ...(await findInsertErrors(db, layout)).faults },
      };
    },
  },
});

interface NodeRow extends Omit<LayoutNode, "children"> {
  layout: string;
  children: NodeRow[];
}

const nodeColumns = {
  layout: uuid("n.export_document_configuration_id"),
  id: uuid("n.id"),
  parent: nullable(uuid("n.parent_id")),
  name: nullable(text("n.name")),
  description: nullable(text("n.description")),
  type: text<LayoutNodeType>("n.type"),
  position: number("n.position"),
  params: json<LayoutNode["params"]>("n.params"),
} satisfies Projection<Omit<NodeRow, "children">>;

/** The node trees of layouts by the layouts' ids. */
async function findNodes(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly LayoutNode[]>> {
  const rows = await selectRows(
    db,
    nodeColumns,
    (columns) => sql`SELECT ${columns} FROM export_document_node n
      WHERE n.export_document_configuration_id IN ${idListParam(ids)} ORDER BY n.position, n.rowid`,
  );
  const rowsByLayout = Map.groupBy(
    rows.map((row): NodeRow => ({ ...row, children: [] })),
    ({ layout }) => layout,
  );
  return new Map(
    [...rowsByLayout].map(([id, layoutRows]) => [
      id,
      buildTree(layoutRows, ({ children }) => children).map(toLayoutNode),
    ]),
  );
}

const toLayoutNode = ({ layout: _, children, ...node }: NodeRow): LayoutNode => ({
  ...node,
  children: children.map(toLayoutNode),
});

/** A CTE `reached` of the layouts with these ids and all that they insert, transitively, as far as each may use what it inserts. */
const createReachedCte = (ids: SQL) => sql`WITH RECURSIVE reached(id, owner) AS (
    SELECT s.id, s.customer_id FROM ${ids} i JOIN export_document_configuration s ON s.id = i.value
    UNION
    SELECT s.id, s.customer_id FROM reached r JOIN export_document_node n ON n.export_document_configuration_id = r.id
    JOIN export_document_configuration s ON s.id = ${textAsId("n.params ->> '$.CONFIGURATION'")}
    WHERE n.type = 'INSERT' AND ${isUsableLayoutSql(sql`r.owner`, "s")}
  )`;

/** The ids of a layout and of all that insert it, transitively. */
const createInsertersSql = (id: string) => sql`(WITH RECURSIVE
    links AS MATERIALIZED (
      SELECT export_document_configuration_id AS holder, ${textAsId("params ->> '$.CONFIGURATION'")} AS inserted
      FROM export_document_node WHERE type = 'INSERT'
    ),
    holding(value) AS (
      SELECT ${idParam(id)}
      UNION
      SELECT l.holder FROM holding h JOIN links l ON l.inserted = h.value
    )
    SELECT value FROM holding)`;

const insertColumns = {
  id: uuid("e.id"),
  name: text("e.name"),
  type: text<LayoutType>("e.type"),
  count: number(
    "(SELECT count(*) FROM export_document_node n WHERE n.export_document_configuration_id = e.id)",
  ),
  inserts: json<
    (string | null)[]
  >(`(SELECT json_group_array(n.params ->> '$.CONFIGURATION') FROM export_document_node n
    WHERE n.export_document_configuration_id = e.id AND n.type = 'INSERT')`),
};

/** The stored layouts of `ids` and all that they insert, transitively, by id. */
async function findReachedLayouts(db: Database, ids: SQL) {
  const storedLayouts = await selectRows(
    db,
    insertColumns,
    (columns) => sql`${createReachedCte(ids)}
      SELECT ${columns} FROM reached r JOIN export_document_configuration e ON e.id = r.id`,
  );
  return new Map(
    storedLayouts.map((layout) => [
      layout.id,
      { ...layout, inserts: layout.inserts.filter((insert) => insert !== null) },
    ]),
  );
}
type LayoutsById = Awaited<ReturnType<typeof findReachedLayouts>>;

/** The ids of inserted layouts; null for text that is not an id, which matches no layout. */
const createInsertedIdsSql = (inserts: readonly Insert[]) =>
  sql`(SELECT ${textAsId("value")} AS value FROM json_each(${JSON.stringify([...new Set(inserts.map(({ layout }) => layout))])}))`;

/** The ids of those inserted layouts that their owner may use. Others count as missing, so that errors say nothing about them. */
const createUsableInsertsSql = (inserts: readonly Insert[], customerId: number | null) =>
  sql`(SELECT u.id AS value FROM export_document_configuration u
    WHERE u.id IN ${createInsertedIdsSql(inserts)} AND ${isUsableLayoutSql(sql`${customerId}`, "u")})`;

export interface InsertErrors {
  faults: FieldErrors;
  /** The names of the layouts in a cycle, joined into one, or the names of the inserting layouts that would become too large. */
  names: string[];
}

/** The faults of a layout's INSERTs that depend on other layouts. */
export async function findInsertErrors(db: Database, layout: LayoutInput): Promise<InsertErrors> {
  const inserts = insertsOf(layout.nodes);
  if (inserts.length === 0) return { faults: {}, names: [] };
  const usableInsertsSql = createUsableInsertsSql(inserts, layout.customerId);
  return createInsertErrors(layout, inserts, await findReachedLayouts(db, usableInsertsSql));
}

/** The same for a layout that is about to be saved, including the effects on layouts that insert it. */
export async function findInsertErrorsOnSave(db: Database, layout: LayoutInput): Promise<InsertErrors> {
  if (layout.id === null) return findInsertErrors(db, layout);
  const inserts = insertsOf(layout.nodes);
  const storedLayouts = await findReachedLayouts(
    db,
    sql`(SELECT value FROM ${createUsableInsertsSql(inserts, layout.customerId)} UNION SELECT value FROM ${createInsertersSql(layout.id)})`,
  );
  return createInsertErrors(layout, inserts, storedLayouts);
}

function createInsertErrors(
  layout: LayoutInput,
  inserts: readonly Insert[],
  storedLayouts: LayoutsById,
): InsertErrors {
  const layoutId = layout.id ?? "";
  const graph = new Map([...storedLayouts, [layoutId, summarizeInserts(layout.nodes)]]);
  const insertsById = new Map([...graph].map(([id, summary]) => [id, summary.inserts]));
  const circularIds = layoutId ? findTransitiveInserters(layoutId, insertsById) : new Set<string>();
  const getName = (id: string) => (id === layoutId ? layout.name : (storedLayouts.get(id)?.name ?? id));
  const { nodeBudget, inserters } = findInsertLimits(layoutId, graph, storedLayouts);
  const counts = new InsertCounts(graph);
  const overBudgetNodes = new Set(findInsertsOverBudget(inserts, counts, nodeBudget).map(({ node }) => node));
  const errors: FieldErrors = nodeBudget < 0 ? { nodes: "tooLarge" } : {};
  for (const { node, layout: id } of inserts) {
    const insertedLayout = storedLayouts.get(id);
    const error =
      id === layoutId || circularIds.has(id)
        ? "circle"
        : !insertedLayout
          ? "notFound"
          : insertedLayout.type !== "WORD_TO_PDF"
            ? "notAllowed"
            : overBudgetNodes.has(node)
              ? "tooLarge"
              : null;
    if (error) errors[`nodes.${node}.CONFIGURATION`] = error;
  }
  const cycle = layoutId ? findInsertCycle(layoutId, (id) => insertsById.get(id) ?? []) : null;
  if (cycle) return { faults: errors, names: [cycle.map(getName).join(" › ")] };
  return {
    faults: errors,
    names: inserters.filter((id) => counts.countInserted(id) > maxInsertedNodes).map(getName),
  };
}

/**
 * How many nodes the INSERTs of a layout may add, limited by the layout itself and by those that insert it. Its inserters do not limit a
 * layout that is no larger than stored, so that layouts that are too large can be reduced step by step.
 */
function findInsertLimits(
  layoutId: string,
  graph: ReadonlyMap<string, InsertSummary>,
  storedLayouts: LayoutsById,
): { nodeBudget: number; inserters: string[] } {
  const inserters = [
    ...findTransitiveInserters(
      layoutId,
      new Map([...storedLayouts].map(([id, { inserts: insertedIds }]) => [id, insertedIds])),
    ),
  ].filter((id) => id !== layoutId);
  if (
    inserters.length === 0 ||
    new InsertCounts(graph).countTotal(layoutId) <= new InsertCounts(storedLayouts).countTotal(layoutId)
  )
    return { nodeBudget: maxInsertedNodes, inserters: [] };
  const nodeBudget = computeNodeBudget(layoutId, inserters, graph) - (graph.get(layoutId)?.count ?? 0);
  return { nodeBudget: Math.min(nodeBudget, maxInsertedNodes), inserters };
}

/**
 * Condition that a layout's INSERTs are valid: all insert WORD_TO_PDF layouts that its owner may use, none of which inserts it in turn.
 */
export const insertsValidCondition = (
  id: string,
  { customerId, nodes }: Pick<StoredLayout, "customerId" | "nodes">,
): SQL => {
  const insertedIdsSql = createInsertedIdsSql(insertsOf(nodes));
  return sql`NOT EXISTS (SELECT 1 FROM ${insertedIdsSql} j WHERE NOT EXISTS (
      SELECT 1 FROM export_document_configuration e
      WHERE e.id = j.value AND e.type = 'WORD_TO_PDF' AND ${isUsableLayoutSql(sql`${customerId}`, "e")}))
    AND NOT EXISTS (${createReachedCte(insertedIdsSql)} SELECT 1 FROM reached r WHERE r.id = ${idParam(id)})`;
};

/** The layouts with these ids and all that they insert and may use, transitively, by id. */
export async function findLayoutsWithInserts(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredLayout>> {
  if (ids.length === 0) return new Map();
  const storedLayouts = await selectRows(
    db,
    {
      ...pick(insertColumns, ["id", "name", "type"]),
      customerId: nullable(number("e.customer_id")),
      photoSize: text<PhotoSize>("e.photo_size"),
    },
    (columns) => sql`${createReachedCte(idListParam(ids))}
      SELECT ${columns} FROM reached r JOIN export_document_configuration e ON e.id = r.id`,
  );
  const nodes = await findNodes(
    db,
    storedLayouts.map(({ id }) => id),
  );
  return new Map(
    storedLayouts.map((layout) => [layout.id, { ...layout, nodes: nodes.get(layout.id) ?? [] }]),
  );
}
