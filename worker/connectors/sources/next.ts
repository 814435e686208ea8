import { z } from "zod";
import { ConnectorError, type Destination } from "../connector.ts";
import type { Timeouts } from "../timeouts.ts";
import { NextClient, nextName } from "./nextClient.ts";
import type { SourceEntry, SourceReader } from "./sourceReader.ts";

const active = z.object({ active: z.boolean() });
const cell = z.union([z.string(), z.number(), z.boolean()]);
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
    this.#columns = resource === "user" ? columnsIn(destination.params.columns) : null;
  }

  async page(cursor: string | null): Promise<{ rows: SourceEntry[]; next: string | null }> {
    const number = cursor === null ? 1 : Number(cursor);
    const { items, isLast } = await this.#client.list(this.#resource, number);
    const rows = items.filter(isActive).map((item) => ({ name: this.#nameOf(item) }));
    return { rows, next: isLast ? null : String(number + 1) };
  }

  /** @throws ConnectorError config for a column that users do not have */
  #nameOf(item: Readonly<Record<string, unknown>>): string {
    if (this.#columns === null) return nextName(item);
    return this.#columns
      .map((column) => {
        if (!(column in item))
          throw new ConnectorError(
            "config",
            `A user of Next has no column ${column}. The columns are: ${this.#client.redacted(Object.keys(item).join(", "))}.`,
          );
        const value = cell.safeParse(item[column]).data ?? "";
        // Semicolons separate the columns.
        return String(value).replace(/[ ;]+/g, " ").slice(0, maxCellLength);
      })
      .join(";");
  }
}

const isActive = (item: unknown): boolean => active.safeParse(item).data?.active !== false;

function columnsIn(text = ""): readonly string[] {
  const columns = text
    .split(/[;,]/)
    .map((column) => column.trim())
    .filter(Boolean);
  return columns.length > 0 ? columns : defaultColumns;
}
