import { DatabaseSync } from "node:sqlite";
import { databaseFile } from "./real/fillReal.ts";

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

/** Bytes per documentation in the state's database, as a Markdown table. */
export async function weightTable(): Promise<string> {
  const database = new DatabaseSync(await databaseFile(), { readOnly: true });
  try {
    const documentationCount = Number(
      database.prepare("SELECT count(*) AS number FROM documentation").get()!.number,
    );
    const weights = readWeights(database, documentationCount);
    const [large, small] = [
      weights.filter((weight) => totalBytes(weight) >= minListedBytes),
      weights.filter((weight) => totalBytes(weight) < minListedBytes),
    ];
    const total = weights.reduce((bytes, weight) => bytes + totalBytes(weight), 0);
    const combine = (members: readonly Weight[], name: string): Weight => ({
      name,
      table: members.reduce((bytes, { table }) => bytes + table, 0),
      indexes: members.reduce((bytes, { indexes }) => bytes + indexes, 0),
    });
    const formatLine = ({ name, table, indexes }: Weight) =>
      `| ${name} | ${Math.round(table)} | ${Math.round(indexes)} |`;
    return [
      `${formatNumber(documentationCount)} documentations: ${formatNumber(Math.round(total))} bytes each, ${formatNumber(Math.floor(maxDatabaseBytes / total))} fit into a database of 10 GB.`,
      "",
      "| bytes per documentation | table | indexes |",
      "|---|---|---|",
      ...large.map(formatLine),
      formatLine(combine(small, `${small.length} others`)),
      formatLine(combine(weights, "**all**")),
    ].join("\n");
  } finally {
    database.close();
  }
}

const formatNumber = (value: number) => value.toLocaleString("en").replaceAll(",", " ");
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
      /^(search_text(_group)?)_(data|idx|docsize|config|content)$/,
      "$1",
    );
    const weight = weights.get(name) ?? { name, table: 0, indexes: 0 };
    weight[row.index ? "indexes" : "table"] += Number(row.bytes) / documentationCount;
    weights.set(name, weight);
  }
  return [...weights.values()].sort((a, b) => totalBytes(b) - totalBytes(a));
}
