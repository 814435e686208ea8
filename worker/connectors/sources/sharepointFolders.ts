import { z } from "zod";
import type { Destination } from "../connector.ts";
import { GraphClient } from "../graphClient.ts";
import { SharepointLibrary } from "../sharepointLibrary.ts";
import { timeoutsMs as defaultTimeouts, type Timeouts } from "../timeouts.ts";
import type { SourceEntry, SourceReader } from "./sourceReader.ts";

const childSchema = z.object({ name: z.string(), folder: z.unknown().optional() });
/** Items per page; the service may return fewer. */
const pageSize = 999;

/** Reads the names of the folders in a SharePoint folder. */
export class SharepointFolderReader implements SourceReader {
  readonly #client: GraphClient;
  readonly #library: SharepointLibrary;

  /** @throws ConnectorError config */
  constructor(destination: Destination, timeouts: Timeouts = defaultTimeouts) {
    this.#client = new GraphClient(destination, timeouts);
    this.#library = new SharepointLibrary(this.#client, destination.params);
  }

  async page(cursor: string | null): Promise<{ rows: SourceEntry[]; next: string | null }> {
    const { folders } = this.#library;
    const pagePath =
      cursor ?? `${await this.#library.childrenPathOf(folders)}?$select=name,folder&$top=${pageSize}`;
    const operation = `the contents of ${folders.at(-1) ?? "the library"}`;
    const { items, next } = await this.#client.page(pagePath, childSchema, operation);
    // Graph cannot filter by type.
    const rows = items.filter(({ folder }) => folder !== undefined).map(({ name }) => ({ name }));
    return { rows, next };
  }
}
