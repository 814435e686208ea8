import { EtagMismatch, PMTiles, type RangeResponse, type Source } from "pmtiles";
import { ApiError } from "#api/apiError.ts";
import { pathOf, send } from "#api/client.ts";
import { readMapArchive } from "#domain/endpoints/operations/basemapCalls.ts";

/** The service's PMTiles file, read in byte ranges. */
class ArchiveSource implements Source {
  #version: string | undefined;

  getKey(): string {
    return readMapArchive.path;
  }

  /** @throws EtagMismatch if the file has been replaced; the reader then starts over */
  async getBytes(offset: number, length: number, signal?: AbortSignal): Promise<RangeResponse> {
    // A reader starts at offset 0: all later ranges must be of the version that it finds there.
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
        throw new EtagMismatch("the map file has changed");
      throw error;
    }
  }
}

export const openArchive = (): PMTiles => new PMTiles(new ArchiveSource());
