import { type SQL, sql } from "drizzle-orm";
import type { DocumentationStatus } from "#domain/core/documentationTypes.ts";
import { isExportBlocked, isReadOnlyForStaff } from "#domain/documentation/status.ts";
import { type LayoutNode, layoutTree } from "#domain/layout/node.ts";
import type { Database } from "#worker/db/database.ts";
import { idParam } from "#worker/db/ids.ts";
import { selectRows, text, uuid } from "#worker/db/rows.ts";
import type { Report } from "#worker/export/layouts/report.ts";
import type { ExportReader } from "#worker/exportContent/exportPlan.ts";
import { type ReportOptions, readReport } from "#worker/exportContent/readReport.ts";

/** Documentations that a preview of a comparison shows besides the chosen one. */
const maxOthers = 2;
/** Documentations that are read to find those. */
const maxCandidates = 20;

/**
 * The report of a preview: the documentation and, if the layout compares documentations, the latest others of its name, or else of
 * its template.
 * @throws notFound, exportRefused while it is in the field (2§4)
 */
export async function readPreviewReport(
  db: Database,
  reader: ExportReader,
  id: string,
  { nodes, ...options }: ReportOptions & { nodes: readonly LayoutNode[] },
): Promise<Report> {
  const report = await readReport(db, reader, id, options);
  const layouts = [nodes, ...[...options.layouts.values()].map((layout) => layout.nodes)];
  if (!layouts.some(comparesDocumentations)) return report;
  const others = await Promise.all(
    (await listSimilar(db, id)).map((otherId) => readReport(db, reader, otherId, options)),
  );
  return { ...report, documentations: [report, ...others].flatMap(({ documentations }) => documentations) };
}

const comparesDocumentations = (nodes: readonly LayoutNode[]): boolean =>
  layoutTree
    .flatten(nodes)
    .some(
      ({ node: { type, params } }) =>
        type === "COMPARISON" || (type === "EACH" && params.IN === "DOCUMENTATIONS"),
    );

/** Ids of the documentations to compare it with. They are of the same customer, and `readReport` checks access to each. */
async function listSimilar(db: Database, id: string): Promise<string[]> {
  for (const condition of [sql`d.name = o.name`, sql`d.template_id = o.template_id`]) {
    const candidates = await listCandidates(db, id, condition);
    const others = candidates
      .filter(({ status }) => !isExportBlocked(status) && !isReadOnlyForStaff(status))
      .slice(0, maxOthers);
    if (others.length > 0) return others.map((other) => other.id);
  }
  return [];
}

const candidateColumns = { id: uuid("d.id"), status: text<DocumentationStatus>("d.status") };

/** The latest other documentations of the same customer. */
const listCandidates = (db: Database, id: string, condition: SQL) =>
  selectRows(
    db,
    candidateColumns,
    (
      columns,
    ) => sql`SELECT ${columns} FROM documentation o CROSS JOIN documentation d ON d.customer_id = o.customer_id AND ${condition}
      WHERE o.id = ${idParam(id)} AND d.id <> o.id AND d.hidden = 0
      ORDER BY d.date_created DESC, d.seq DESC LIMIT ${maxCandidates}`,
  );
