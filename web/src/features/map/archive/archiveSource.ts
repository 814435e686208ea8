import { EtagMismatch, PMTiles, type RangeResponse, type Source } from "pmtiles";
import { pathOf, send } from "#api/client.ts";
import { ApiError } from "#api/failure.ts";
import { readMapArchive } from "#domain/endpoints/operations/baseMap.ts";

/** The PMTiles file of the service, read in parts. */
class ArchiveSource implements Source {
  #version: string | undefined;

  getKey(): string {
    return readMapArchive.path;
  }

  /** @throws EtagMismatch when the file is another one by now: the reader then begins again */
  async getBytes(offset: number, length: number, signal?: AbortSignal): Promise<RangeResponse> {
    // A reader begins with the beginning: whatever version that is, the rest has to be of it.
    if (offset === 0) this.#version = undefined;
    try {
      const response = await send(pathOf(readMapArchive), {
        query: { offset, length, version: this.#version },
        ...(signal && { signal }),
      });
      const tag = response.headers.get("etag") ?? "";
      this.#version ??= tag.replace(/^W\/|"/g, "");
      return { data: await response.arrayBuffer(), etag: tag };
    } catch (error) {
      if (error instanceof ApiError && error.code === "staleVersion")
        throw new EtagMismatch("the map's file has changed");
      throw error;
    }
  }
}

export const openArchive = (): PMTiles => new PMTiles(new ArchiveSource());
