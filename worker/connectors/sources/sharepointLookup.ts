import { z } from "zod";
import { type PredefinedOption, predefinedOptions } from "#domain/template/types.ts";
import type { Destination } from "../connector.ts";
import { GraphClient } from "../graphClient.ts";
import { SharepointLibrary } from "../sharepointLibrary.ts";
import type { Timeouts } from "../timeouts.ts";
import type { KnownAnswers, Lookup } from "./sourceReader.ts";

const fieldsSchema = z.record(z.string(), z.unknown());
const columnSchema = z.object({ name: z.string(), displayName: z.string().default("") });

/**
 * Reads answers from the columns of the folder with a name: a column named like an option (`PROJECT_NOTE` or "Project note")
 * holds its answer.
 */
export class SharepointLookup implements Lookup {
  readonly #client: GraphClient;
  readonly #library: SharepointLibrary;

  /** @throws ConnectorError config */
  constructor(destination: Destination, timeouts: Timeouts) {
    this.#client = new GraphClient(destination, timeouts);
    this.#library = new SharepointLibrary(this.#client, destination.params);
  }

  async lookUp(name: string): Promise<KnownAnswers> {
    if (/^\.{1,2}$/.test(name)) return {};
    const itemPath = await this.#library.graphPathOf([...this.#library.folders, name]);
    const response = await this.#client.call("GET", `${itemPath}:/listItem/fields`);
    // A name that is invalid for a folder counts as not found.
    if (response.status === 404 || response.status === 400) return {};
    if (response.status !== 200) throw this.#client.errorOf(response, `the folder ${name}`);
    const values = this.#client.parse(response, fieldsSchema, `the folder ${name}`);
    const columns = await this.#client.listAll(
      `${await this.#library.drivePath()}/list/columns?$select=name,displayName`,
      columnSchema,
      "the columns of the library",
    );
    return Object.fromEntries(
      columns.flatMap(({ name, displayName }) => {
        const option = optionOf(name) ?? optionOf(displayName);
        const value = values[name];
        return option && (typeof value === "string" || typeof value === "number")
          ? [[option, String(value)]]
          : [];
      }),
    );
  }
}

function optionOf(column: string): PredefinedOption | undefined {
  const optionName = column
    .replace(/_x0020_/g, " ")
    .trim()
    .replace(/[\s_-]+/g, "_")
    .toUpperCase();
  return predefinedOptions.find((option) => option === optionName);
}
