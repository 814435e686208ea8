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
import { json, nullable, number, type Projection, rowsOf, text, uuid } from "#worker/db/rows.ts";
import { exportDocumentConfiguration } from "#worker/db/schema/index.ts";
import { faultsOfLayout } from "#worker/media/layoutImage.ts";
import { bind } from "./binding.ts";
import { detachExportDocumentConfiguration } from "./detachReferences.ts";
import { buildTree } from "./nested.ts";

/** A layout as it is stored, whatever the grammar says of it now. */
export interface StoredLayout {
  id: string;
  name: string;
  type: LayoutType;
  nodes: readonly LayoutNode[];
}

interface LayoutToCheck extends Omit<StoredLayout, "id"> {
  id: string | null;
}

/** Report layouts (3§3). Their nodes are read row by row: one with pictures is more than a value of the database may be. */
export const exportDocumentConfigurationBinding = bind(contract, exportDocumentConfiguration, {
  release: detachExportDocumentConfiguration,
  further: {
    fields: ["nodes", "faults"],
    async read(db, { id, name, type }) {
      const nodes = (await nodesOf(db, [id])).get(id) ?? [];
      const layout = { id, name, type, nodes };
      return { nodes, faults: { ...faultsOfLayout(layout), ...(await insertFaultsOf(db, layout)).faults } };
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

/** The trees of layouts by their ids. */
async function nodesOf(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly LayoutNode[]>> {
  const rows = await rowsOf(
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
    [...byLayout].map(([id, held]) => [id, buildTree(held, ({ children }) => children).map(plainNode)]),
  );
}

const plainNode = ({ layout: _, children, ...node }: NodeRow): LayoutNode => ({
  ...node,
  children: children.map(plainNode),
});

/** The layouts that can be reached from those of these ids through INSERTs, themselves among them. */
const insertedBy = (ids: SQL) => sql`WITH RECURSIVE reached(id) AS (
    SELECT value FROM ${ids}
    UNION
    SELECT ${textAsId("n.params ->> '$.CONFIGURATION'")} FROM reached r JOIN export_document_node n ON n.export_document_configuration_id = r.id
    WHERE n.type = 'INSERT'
  )`;

/** The layouts that insert one, through others too, and itself. */
const insertersOf = (id: string) => sql`(WITH RECURSIVE
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

/** Those of `ids` and what they insert, through one another too, as they are stored; by id. */
async function linksFrom(db: Database, ids: SQL) {
  const links = await rowsOf(
    db,
    linkColumns,
    (columns) => sql`${insertedBy(ids)}
      SELECT ${columns} FROM reached r JOIN export_document_configuration e ON e.id = r.id`,
  );
  return new Map(
    links.map((link) => [link.id, { ...link, inserts: link.inserts.filter((insert) => insert !== null) }]),
  );
}
type Links = Awaited<ReturnType<typeof linksFrom>>;

/** Null for what no layout can be called: it is found nowhere. */
const layoutsOf = (inserts: readonly Insert[]) =>
  sql`(SELECT ${textAsId("value")} AS value FROM json_each(${JSON.stringify([...new Set(inserts.map(({ layout }) => layout))])}))`;

export interface InsertFaults {
  faults: FieldErrors;
  /** Of the layouts on the way of a circle, or of those that would become too large. */
  names: string[];
}

/** What is wrong with the INSERTs of a layout as far as the database knows. */
export async function insertFaultsOf(db: Database, layout: LayoutToCheck): Promise<InsertFaults> {
  const inserts = insertsOf(layout.nodes);
  if (inserts.length === 0) return { faults: {}, names: [] };
  return insertFaults(layout, inserts, await linksFrom(db, layoutsOf(inserts)));
}

/** The same of a layout that is about to be saved, with what it does to the layouts that insert it. */
export async function insertFaultsOnSave(db: Database, layout: LayoutToCheck): Promise<InsertFaults> {
  if (layout.id === null) return insertFaultsOf(db, layout);
  const inserts = insertsOf(layout.nodes);
  const links = await linksFrom(
    db,
    sql`(SELECT value FROM ${layoutsOf(inserts)} UNION SELECT value FROM ${insertersOf(layout.id)})`,
  );
  return insertFaults(layout, inserts, links);
}

function insertFaults(layout: LayoutToCheck, inserts: readonly Insert[], links: Links): InsertFaults {
  const own = layout.id ?? "";
  const graph = new Map([...links, [own, summarizeInserts(layout.nodes)]]);
  const inserted = new Map([...graph].map(([id, one]) => [id, one.inserts]));
  const circular = own ? transitiveInserters(own, inserted) : new Set<string>();
  const nameOf = (id: string) => (id === own ? layout.name : (links.get(id)?.name ?? id));
  const { room, holders } = insertLimits(own, graph, links);
  const counts = new InsertCounts(graph);
  const beyond = new Set(insertsOverBudget(inserts, counts, room).map(({ node }) => node));
  const errors: FieldErrors = room < 0 ? { nodes: "tooLarge" } : {};
  for (const { node, layout: id } of inserts) {
    const found = links.get(id);
    const fault =
      id === own || circular.has(id)
        ? "circle"
        : !found
          ? "notFound"
          : found.type !== "WORD_TO_PDF"
            ? "notAllowed"
            : beyond.has(node)
              ? "tooLarge"
              : null;
    if (fault) errors[`nodes.${node}.CONFIGURATION`] = fault;
  }
  const way = own ? findInsertCycle(own, (id) => inserted.get(id) ?? []) : null;
  if (way) return { faults: errors, names: [way.map(nameOf).join(" › ")] };
  return { faults: errors, names: holders.filter((id) => counts.in(id) > maxInsertedNodes).map(nameOf) };
}

/**
 * How many nodes the INSERTs of a layout may bring, for itself and for those that insert it. These ask nothing of one that has become
 * no larger than it is stored: it is how they are mended.
 */
function insertLimits(
  own: string,
  graph: ReadonlyMap<string, InsertSummary>,
  stored: Links,
): { room: number; holders: string[] } {
  const holders = [
    ...transitiveInserters(own, new Map([...stored].map(([id, { inserts }]) => [id, inserts]))),
  ].filter((id) => id !== own);
  if (holders.length === 0 || new InsertCounts(graph).of(own) <= new InsertCounts(stored).of(own))
    return { room: maxInsertedNodes, holders: [] };
  const room = remainingNodeBudget(own, holders, graph) - (graph.get(own)?.count ?? 0);
  return { room: Math.min(room, maxInsertedNodes), holders };
}

/** Condition that a layout may insert what it does: WORD_TO_PDF layouts that are there, and none that comes back to it. */
export const insertsValidCondition = (id: string, nodes: readonly LayoutNode[]): SQL => {
  const inserted = layoutsOf(insertsOf(nodes));
  return sql`NOT EXISTS (SELECT 1 FROM ${inserted} j WHERE NOT EXISTS (
      SELECT 1 FROM export_document_configuration e WHERE e.id = j.value AND e.type = 'WORD_TO_PDF'))
    AND NOT EXISTS (${insertedBy(inserted)} SELECT 1 FROM reached r WHERE r.id = ${idParam(id)})`;
};

/** The layouts of these ids and those that they insert, through one another too. */
export async function layoutsWithInserts(
  db: Database,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredLayout>> {
  if (ids.length === 0) return new Map();
  const links = await rowsOf(
    db,
    { id: linkColumns.id, name: linkColumns.name, type: linkColumns.type },
    (columns) => sql`${insertedBy(idListParam(ids))}
      SELECT ${columns} FROM reached r JOIN export_document_configuration e ON e.id = r.id`,
  );
  const nodes = await nodesOf(
    db,
    links.map(({ id }) => id),
  );
  return new Map(links.map((link) => [link.id, { ...link, nodes: nodes.get(link.id) ?? [] }]));
}
