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
const minShownBytes = 10;

/** Bytes per documentation in the state's database, as a Markdown table. */
export async function weightTable(): Promise<string> {
  const database = new DatabaseSync(await databaseFile(), { readOnly: true });
  try {
    const documentations = Number(
      database.prepare("SELECT count(*) AS number FROM documentation").get()!.number,
    );
    const weights = weightsOf(database, documentations);
    const [large, small] = [
      weights.filter((weight) => sum(weight) >= minShownBytes),
      weights.filter((weight) => sum(weight) < minShownBytes),
    ];
    const total = weights.reduce((bytes, weight) => bytes + sum(weight), 0);
    const combined = (members: readonly Weight[], name: string): Weight => ({
      name,
      table: members.reduce((bytes, { table }) => bytes + table, 0),
      indexes: members.reduce((bytes, { indexes }) => bytes + indexes, 0),
    });
    const line = ({ name, table, indexes }: Weight) =>
      `| ${name} | ${Math.round(table)} | ${Math.round(indexes)} |`;
    return [
      `${number(documentations)} documentations: ${number(Math.round(total))} bytes each, ${number(Math.floor(maxDatabaseBytes / total))} fit into a database of 10 GB.`,
      "",
      "| bytes per documentation | table | indexes |",
      "|---|---|---|",
      ...large.map(line),
      line(combined(small, `${small.length} others`)),
      line(combined(weights, "**all**")),
    ].join("\n");
  } finally {
    database.close();
  }
}

const number = (value: number) => value.toLocaleString("en").replaceAll(",", " ");
const sum = ({ table, indexes }: Weight) => table + indexes;

/** By table, largest first. The tables of a search index count as that index. */
function weightsOf(database: DatabaseSync, documentations: number): Weight[] {
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
    weight[row.index ? "indexes" : "table"] += Number(row.bytes) / documentations;
    weights.set(name, weight);
  }
  return [...weights.values()].sort((a, b) => sum(b) - sum(a));
}
