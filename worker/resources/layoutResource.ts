import { type SQL, sql } from "drizzle-orm";
import type { FieldErrors } from "#domain/core/validation.ts";
import {
  findInsertCycle,
  type Insert,
  InsertCounts,
  type InsertSummary,
  insertsOf,
  insertsOverBudget,
  remainingNodeBudget,
  summarizeInserts,
  transitiveInserters,
} from "#domain/layout/inserts.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import { type LayoutNodeType, type LayoutType, maxInsertedNodes } from "#domain/layout/types.ts";
import { exportDocumentConfiguration as contract } from "#domain/resources/exportDocumentConfiguration.ts";
import type { Database } from "#worker/db/database.ts";
import { idListParam, idParam, textAsId } from "#worker/db/ids.ts";
import { json, nullable, number, type Projection, selectRows, text, uuid } from "#worker/db/rows.ts";
import { exportDocumentConfiguration } from "#worker/db/schema/index.ts";
import { faultsOfLayout } from "#worker/media/layoutImage.ts";
import { bind } from "./binding.ts";
import { detachExportDocumentConfiguration } from "./detachReferences.ts";
import { buildTree } from "./nested.ts";

/** A layout as stored, which may be invalid in the current grammar. */
export interface StoredLayout {
  id: string;
  name: string;
  type: LayoutType;
  nodes: readonly LayoutNode[];
}

interface LayoutToCheck extends Omit<StoredLayout, "id"> {
  id: string | null;
}

/** Report layouts (3§3). Their nodes are read row by row, because a layout with pictures exceeds the size of a D1 value. */
export const exportDocumentConfigurationBinding = bind(contract, exportDocumentConfiguration, {
  detachStatements: detachExportDocumentConfiguration,
  extra: {
    fields: ["nodes", "faults"],
    async read(db, { id, name, type }) {
      const nodes = (await findNodes(db, [id])).get(id) ?? [];
      const layout = { id, name, type, nodes };
      return { nodes, faults: { ...faultsOfLayout(layout), ...(await findInsertFaults(db, layout)).faults } };
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
  const byLayout = Map.groupBy(
    rows.map((row): NodeRow => ({ ...row, children: [] })),
    ({ layout }) => layout,
  );
  return new Map(
    [...byLayout].map(([id, layoutRows]) => [
      id,
      buildTree(layoutRows, ({ children }) => children).map(plainNode),
    ]),
  );
}

const plainNode = ({ layout: _, children, ...node }: NodeRow): LayoutNode => ({
  ...node,
  children: children.map(plainNode),
});

/** A CTE `reached` of the layouts with these ids and all that they insert, transitively. */
const reachedCte = (ids: SQL) => sql`WITH RECURSIVE reached(id) AS (
    SELECT value FROM ${ids}
    UNION
    SELECT ${textAsId("n.params ->> '$.CONFIGURATION'")} FROM reached r JOIN export_document_node n ON n.export_document_configuration_id = r.id
    WHERE n.type = 'INSERT'
  )`;

/** The ids of a layout and of all that insert it, transitively. */
const insertersSql = (id: string) => sql`(WITH RECURSIVE
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

const linkColumns = {
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
async function findLinks(db: Database, ids: SQL) {
  const links = await selectRows(
    db,
    linkColumns,
    (columns) => sql`${reachedCte(ids)}
      SELECT ${columns} FROM reached r JOIN export_document_configuration e ON e.id = r.id`,
  );
  return new Map(
    links.map((link) => [link.id, { ...link, inserts: link.inserts.filter((insert) => insert !== null) }]),
  );
}
type Links = Awaited<ReturnType<typeof findLinks>>;

/** The ids of inserted layouts; null for text that is not an id, which matches no layout. */
const insertedIdsSql = (inserts: readonly Insert[]) =>
  sql`(SELECT ${textAsId("value")} AS value FROM json_each(${JSON.stringify([...new Set(inserts.map(({ layout }) => layout))])}))`;

export interface InsertFaults {
  faults: FieldErrors;
  /** The layouts of a cycle, joined to one name, or the inserting layouts that would become too large. */
  names: string[];
}

/** The faults of a layout's INSERTs that depend on other layouts. */
export async function findInsertFaults(db: Database, layout: LayoutToCheck): Promise<InsertFaults> {
  const inserts = insertsOf(layout.nodes);
  if (inserts.length === 0) return { faults: {}, names: [] };
  return insertFaults(layout, inserts, await findLinks(db, insertedIdsSql(inserts)));
}

/** The same for a layout that is about to be saved, including the effects on layouts that insert it. */
export async function findInsertFaultsOnSave(db: Database, layout: LayoutToCheck): Promise<InsertFaults> {
  if (layout.id === null) return findInsertFaults(db, layout);
  const inserts = insertsOf(layout.nodes);
  const links = await findLinks(
    db,
    sql`(SELECT value FROM ${insertedIdsSql(inserts)} UNION SELECT value FROM ${insertersSql(layout.id)})`,
  );
  return insertFaults(layout, inserts, links);
}

function insertFaults(layout: LayoutToCheck, inserts: readonly Insert[], links: Links): InsertFaults {
  const ownId = layout.id ?? "";
  const graph = new Map([...links, [ownId, summarizeInserts(layout.nodes)]]);
  const inserted = new Map([...graph].map(([id, summary]) => [id, summary.inserts]));
  const circular = ownId ? transitiveInserters(ownId, inserted) : new Set<string>();
  const nameOf = (id: string) => (id === ownId ? layout.name : (links.get(id)?.name ?? id));
  const { nodeBudget, inserters } = insertLimits(ownId, graph, links);
  const counts = new InsertCounts(graph);
  const overBudget = new Set(insertsOverBudget(inserts, counts, nodeBudget).map(({ node }) => node));
  const errors: FieldErrors = nodeBudget < 0 ? { nodes: "tooLarge" } : {};
  for (const { node, layout: id } of inserts) {
    const found = links.get(id);
    const fault =
      id === ownId || circular.has(id)
        ? "circle"
        : !found
          ? "notFound"
          : found.type !== "WORD_TO_PDF"
            ? "notAllowed"
            : overBudget.has(node)
              ? "tooLarge"
              : null;
    if (fault) errors[`nodes.${node}.CONFIGURATION`] = fault;
  }
  const cycle = ownId ? findInsertCycle(ownId, (id) => inserted.get(id) ?? []) : null;
  if (cycle) return { faults: errors, names: [cycle.map(nameOf).join(" › ")] };
  return { faults: errors, names: inserters.filter((id) => counts.in(id) > maxInsertedNodes).map(nameOf) };
}

/**
 * How many nodes the INSERTs of a layout may add, limited by the layout itself and by those that insert it. Its inserters do not limit a
 * layout that is no larger than stored, so that layouts that are too large can be reduced step by step.
 */
function insertLimits(
  ownId: string,
  graph: ReadonlyMap<string, InsertSummary>,
  stored: Links,
): { nodeBudget: number; inserters: string[] } {
  const inserters = [
    ...transitiveInserters(ownId, new Map([...stored].map(([id, { inserts }]) => [id, inserts]))),
  ].filter((id) => id !== ownId);
  if (inserters.length === 0 || new InsertCounts(graph).of(ownId) <= new InsertCounts(stored).of(ownId))
    return { nodeBudget: maxInsertedNodes, inserters: [] };
  const nodeBudget = remainingNodeBudget(ownId, inserters, graph) - (graph.get(ownId)?.count ?? 0);
  return { nodeBudget: Math.min(nodeBudget, maxInsertedNodes), inserters };
}

/** Condition that a layout's INSERTs are valid: all insert existing WORD_TO_PDF layouts, and none leads back to it. */
export const insertsValidCondition = (id: string, nodes: readonly LayoutNode[]): SQL => {
  const inserted = insertedIdsSql(insertsOf(nodes));
  return sql`NOT EXISTS (SELECT 1 FROM ${inserted} j WHERE NOT EXISTS (
      SELECT 1 FROM export_document_configuration e WHERE e.id = j.value AND e.type = 'WORD_TO_PDF'))
    AND NOT EXISTS (${reachedCte(inserted)} SELECT 1 FROM reached r WHERE r.id = ${idParam(id)})`;
};

/** The layouts with these ids and all that they insert, transitively, by id. */
export async function findLayoutsWithInserts(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredLayout>> {
  if (ids.length === 0) return new Map();
  const links = await selectRows(
    db,
    { id: linkColumns.id, name: linkColumns.name, type: linkColumns.type },
    (columns) => sql`${reachedCte(idListParam(ids))}
      SELECT ${columns} FROM reached r JOIN export_document_configuration e ON e.id = r.id`,
  );
  const nodes = await findNodes(
    db,
    links.map(({ id }) => id),
  );
  return new Map(links.map((link) => [link.id, { ...link, nodes: nodes.get(link.id) ?? [] }]));
}
