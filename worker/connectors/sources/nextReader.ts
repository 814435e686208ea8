import { z } from "zod";
import { ConnectorError, type Destination } from "../connector.ts";
import type { Timeouts } from "../timeouts.ts";
import { NextClient, nextName } from "./nextClient.ts";
import type { SourceEntry, SourceReader } from "./sourceReader.ts";

const activeSchema = z.object({ active: z.boolean() });
const cellSchema = z.union([z.string(), z.number(), z.boolean()]);
/** Maximum characters per column of a row. */
const maxCellLength = 2000;

/** Columns of a user that are read by default. */
const defaultColumns = ["fullname"];

/** Projects, customers or users of Next Project, a hundred per page, without inactive ones. */
export class NextReader implements SourceReader {
  readonly #client: NextClient;
  readonly #resource: "project" | "customer" | "user";
  readonly #columns: readonly string[] | null;

  /** @throws ConnectorError config */
  constructor(resource: "project" | "customer" | "user", destination: Destination, timeouts?: Timeouts) {
    this.#resource = resource;
    this.#client = new NextClient(destination, destination.secrets.accessToken ?? "", timeouts);
    this.#columns = resource === "user" ? parseColumns(destination.params.columns) : null;
  }

  async page(cursor: string | null): Promise<{ rows: SourceEntry[]; next: string | null }> {
    const pageNumber = cursor === null ? 1 : Number(cursor);
    const { items, isLast } = await this.#client.list(this.#resource, pageNumber);
    const rows = items.filter(isActive).map((item) => ({ name: this.#nameOf(item) }));
    return { rows, next: isLast ? null : String(pageNumber + 1) };
  }

  /** @throws ConnectorError config for a column that users do not have */
  #nameOf(item: Readonly<Record<string, unknown>>): string {
    if (this.#columns === null) return nextName(item);
    return this.#columns
      .map((column) => {
        if (!(column in item))
          throw new ConnectorError(
            "config",
            `A user of Next has no column ${column}. The columns are: ${this.#client.redact(Object.keys(item).join(", "))}.`,
          );
        const value = cellSchema.safeParse(item[column]).data ?? "";
        // Semicolons separate the columns.
        return String(value).replace(/[ ;]+/g, " ").slice(0, maxCellLength);
      })
      .join(";");
  }
}

const isActive = (item: unknown): boolean => activeSchema.safeParse(item).data?.active !== false;

function parseColumns(text = ""): readonly string[] {
  const columns = text
    .split(/[;,]/)
    .map((column) => column.trim())
    .filter(Boolean);
  return columns.length > 0 ? columns : defaultColumns;
}
