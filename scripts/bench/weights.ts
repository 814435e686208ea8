import { DatabaseSync } from "node:sqlite";
import type { MeasureContext } from "./measure.ts";
import { findDatabaseFile } from "./real/fillReal.ts";
import { createLimitRow, type Row } from "./table.ts";

/** Bytes per documentation in a table and in its indexes. */
interface Weight {
  name: string;
  table: number;
  indexes: number;
}

/** The size limit of a D1 database. */
const maxDatabaseBytes = 10 * 2 ** 30;
/** Smaller tables are combined into one line. */
const minListedBytes = 10;

/** Prints the bytes per documentation in the state's database, by table, as a Markdown table. */
export async function measureWeights({ log, documentationCount }: MeasureContext): Promise<Row[]> {
  const database = new DatabaseSync(await findDatabaseFile(), { readOnly: true });
  try {
    const weights = readWeights(database, documentationCount);
    const small = weights.filter((weight) => totalBytes(weight) < minListedBytes);
    const sum = (members: readonly Weight[], name: string): Weight => ({
      name,
      table: members.reduce((bytes, { table }) => bytes + table, 0),
      indexes: members.reduce((bytes, { indexes }) => bytes + indexes, 0),
    });
    const all = sum(weights, "**all**");
    const large = weights.filter((weight) => !small.includes(weight));
    const lines = [...large, sum(small, `${small.length} others`), all].map(
      ({ name, table, indexes }) => `| ${name} | ${Math.round(table)} | ${Math.round(indexes)} |`,
    );
    log(["| bytes per documentation | table | indexes |", "|---|---|---|", ...lines].join("\n"));
    log(`${Math.floor(maxDatabaseBytes / totalBytes(all))} documentations fit into a database of 10 GB`);
    return [createLimitRow("bytes per documentation", totalBytes(all), "", 12_000)];
  } finally {
    database.close();
  }
}

const totalBytes = ({ table, indexes }: Weight) => table + indexes;

/** By table, largest first. The tables of a search index count as that index. */
function readWeights(database: DatabaseSync, documentationCount: number): Weight[] {
  const rows = database
    .prepare(
      `SELECT coalesce(m.tbl_name, s.name) AS "table", coalesce(m.type, 'table') = 'index' AS "index", sum(s.pgsize) AS bytes
       FROM dbstat s LEFT JOIN sqlite_master m ON m.name = s.name WHERE s.aggregate = TRUE GROUP BY s.name`,
    )
    .all();
  const weights = new Map<string, Weight>();
  for (const row of rows) {
    const name = String(row.table).replace(
      /^(search_text(?:_folded)?(?:_group)?)_(data|idx|docsize|config|content)$/,
      "$1",
    );
    const weight = weights.get(name) ?? { name, table: 0, indexes: 0 };
    weight[row.index ? "indexes" : "table"] += Number(row.bytes) / documentationCount;
    weights.set(name, weight);
  }
  return [...weights.values()].sort((a, b) => totalBytes(b) - totalBytes(a));
}
