import { type SQL, sql } from "drizzle-orm";
import { now } from "#domain/core/fields.ts";
import { problem } from "#domain/core/problem.ts";
import type { Markup } from "#domain/media/markup.ts";
import type { Database } from "#worker/db/database.ts";
import { idAsText } from "#worker/db/ids.ts";
import { statement } from "#worker/db/statement.ts";
import type { Env } from "#worker/env.ts";
import { type StoredDerivative, storeRendition } from "./derivatives.ts";
import type { Size } from "./imageSize.ts";
import { drawMarkup } from "./markup/drawMarkup.ts";

/** A stored rendition without markup. */
export interface UnmarkedRendition extends Size {
  key: string;
  etag: string;
}

/**
 * Draws the markup into the rendition of a photo, and creates a thumbnail of the result. Idempotent: keys belong to one picture and
 * one markup.
 * @throws storageChanged if the unmarked rendition is not the one that its row describes; errors of storage and the image service,
 * after which the call can be retried
 */
export async function renderMarkup(
  env: Pick<Env, "IMAGES" | "STORAGE" | "PICTURES">,
  unmarkedRendition: UnmarkedRendition,
  markup: Markup,
  keys: { thumbnail: string; rendition: string },
): Promise<{ thumbnail: StoredDerivative; rendition: StoredDerivative }> {
  const object = await env.STORAGE.get(unmarkedRendition.key, {
    onlyIf: { etagMatches: unmarkedRendition.etag },
  });
  if (!object || !("body" in object)) throw problem("storageChanged");
  const renderedBytes = await drawMarkup(new Uint8Array(await object.arrayBuffer()), markup);
  return storeRendition(env, keys, renderedBytes, unmarkedRendition);
}

/** Marks the unmarked renditions of photos that get new bytes as orphans. Run in the same batch as the replacement, before it. */
export const orphanUnmarkedStatement = (db: Database, photosCondition: SQL | undefined) =>
  statement(
    db,
    sql`INSERT OR IGNORE INTO orphaned_object (key_or_prefix, date_created)
      SELECT 'customers/' || customer_id || '/photos/' || ${idAsText("id")} || '/' || iif(unmarked_revision = '', '', unmarked_revision || '/') || 'rendition', ${now()}
      FROM photo WHERE ${photosCondition} AND unmarked_revision IS NOT NULL`,
  );
