import { and, asc, eq, sql } from "drizzle-orm";
import type { ExportTest } from "../../../domain/endpoints/exportConfiguration";
import type { Row } from "../../../domain/resource";
import type { exportConfiguration as contract } from "../../../domain/resources";
import { photoPlaceholders } from "../../../domain/rules/namePlaceholders";
import type { Database } from "../../db/database";
import { numberOf } from "../../db/rows";
import { exportDocumentConfiguration, exportNode, templateExportConfiguration } from "../../db/schema";
import { safeName } from "../../export/safeNames";

interface Exported {
  id: string;
  customerId: number;
  templateId: string;
}

/** Fills in the placeholders of a text. Those in `known` are filled later and do not count as unfilled. */
export type Fill = (text: string, known?: readonly string[]) => string;
type Node = typeof exportNode.$inferSelect;

/** The exports of the documentation's template to an export configuration. */
export async function exportsOf(
  db: Database,
  { id, customerId }: Row<typeof contract>,
  documented: Exported,
  fill: Fill,
): Promise<ExportTest["exports"]> {
  const destinations = await db
    .select()
    .from(templateExportConfiguration)
    .where(
      and(
        eq(templateExportConfiguration.customerId, customerId),
        eq(templateExportConfiguration.templateId, documented.templateId),
        eq(templateExportConfiguration.exportConfigurationId, id),
      ),
    )
    .orderBy(asc(templateExportConfiguration.position));
  const layouts = new Map(
    (
      await db
        .select({ id: exportDocumentConfiguration.id, name: exportDocumentConfiguration.name })
        .from(exportDocumentConfiguration)
    ).map((one) => [one.id, one.name]),
  );
  return Promise.all(
    destinations.map(async (destination) => {
      const nodes = await db
        .select()
        .from(exportNode)
        .where(
          and(
            eq(exportNode.customerId, customerId),
            eq(exportNode.templateExportConfigurationId, destination.id),
          ),
        )
        .orderBy(asc(exportNode.position));
      const { subject, body, exportAutomatically } = destination.params;
      return {
        name: destination.name,
        automatically: exportAutomatically === "true",
        subject: subject ? fill(subject) : null,
        body: body ? fill(body) : null,
        entries: await Promise.all(
          inOrder(nodes).map(([node, level]) => entryOf(db, documented, node, level, layouts, fill)),
        ),
      };
    }),
  );
}

/** Nodes in reading order, parents before children, with their levels. */
function inOrder(nodes: readonly Node[]): [node: Node, level: number][] {
  const below = (parent: string | null, level: number): [Node, number][] =>
    nodes
      .filter(({ parentId }) => parentId === parent)
      .flatMap((node): [Node, number][] => [[node, level], ...below(node.id, level + 1)]);
  return below(null, 0);
}

const braced = photoPlaceholders.map((word) => `{${word}}`);

async function entryOf(
  db: Database,
  documented: Exported,
  { type, params }: Node,
  level: number,
  layouts: ReadonlyMap<string, string>,
  fill: Fill,
): Promise<ExportTest["exports"][number]["entries"][number]> {
  const named = params.name && fill(params.name, type === "PHOTOS" ? braced : []);
  const holds = type === "FOLDER" || type === "ZIP_FILE";
  return {
    level,
    type,
    name: named ? (holds ? safeName(named) : named) : null,
    count:
      type === "PHOTOS"
        ? await photosIn(db, documented, params.excludeKeys ?? "")
        : type === "FILES"
          ? await filesIn(db, documented)
          : null,
    bytes: null,
    names: [],
    document:
      type === "EXPORT_DOCUMENT_TYPE"
        ? (params.exportDocumentType ?? null)
        : (layouts.get(params.exportDocumentConfiguration ?? "") ?? null),
  };
}

/** Photos whose bytes have arrived, without those of excluded tasks. */
const photosIn = (db: Database, { customerId, id }: Exported, excludeKeys: string) =>
  numberOf(
    db,
    sql`SELECT count(*) FROM photo p LEFT JOIN documentation_task t ON t.id = p.documentation_task_id
      WHERE p.customer_id = ${customerId} AND p.documentation_id = ${id} AND p.has_data
        AND coalesce(t.key, '') NOT IN (SELECT trim(value) FROM json_each(${JSON.stringify(excludeKeys.split(";").filter(Boolean))}))`,
  );

const filesIn = (db: Database, { customerId, id }: Exported) =>
  numberOf(
    db,
    sql`SELECT count(*) FROM file WHERE customer_id = ${customerId} AND documentation_id = ${id} AND has_data`,
  );
