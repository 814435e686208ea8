import { eq } from "drizzle-orm";
import { problem } from "../../../domain/problem";
import { maximumImage } from "../../../domain/resources/image";
import type { Database } from "../../db/database";
import { readBase64Body } from "../../http/base64Body";
import { bodyLimit } from "../../http/body";
import type { AppContext } from "../../http/context";
import { letGo, owned, tidy } from "../../media/unowned";
import type { Fields, Found } from "../../resources/binding";
import type { ImageFacts, ImageKind } from "../../resources/image/kinds";
import { type Place, placeOf, storeImage } from "../../resources/image/store";
import { refuseWithoutProduct } from "../../resources/products";
import type { Writes } from "../../resources/standard";
import { changeIn, changeRow, createRow, creationIn, removeRow } from "../../resources/writing";

interface ImageBody {
  json: unknown;
  bytes: Uint8Array;
}

/** As many bytes as the contract looks at: what a file begins with. */
const judged = 48;

/** The body, with the file beside it and only its beginning in `data`: 13 MB of text never stand in memory as one. */
async function readImageBody(c: AppContext): Promise<ImageBody> {
  const { json, bytes } = await readBase64Body(c.req.raw, maximumImage, bodyLimit);
  if (typeof json !== "object" || json === null || typeof (json as Fields).data !== "string")
    return { json, bytes };
  return { json: { ...json, data: Buffer.from(bytes.subarray(0, judged)).toString("base64") }, bytes };
}

/** The writes of graphics and reference photos: the standard's, with the file stored before the row that names it. */
export const imageWrites = (kind: ImageKind): Writes<ImageBody> => ({
  read: readImageBody,

  async create(c, actor, { json, bytes }) {
    const db = c.get("db");
    const { data: _, ...given } = await creationIn(db, kind.binding, actor, json);
    await refuseWithoutProduct(db, kind.binding.resource.product!, given.customerId as number, "customerId");
    const facts = kind.inspect(bytes);
    const place: Place = { customerId: given.customerId as number, id: crypto.randomUUID(), revision: "" };
    const etag = await storeImage(c.env, db, kind, place, bytes, facts);
    return createRow(
      db,
      kind.binding,
      actor,
      { ...given, ...shown(facts) },
      { id: place.id, columns: { etag, crc32: facts.crc32 }, also: [owned(db, placeOf(kind, place))] },
    );
  },

  async change(c, actor, before, { json, bytes }) {
    const db = c.get("db");
    const { change, version } = await changeIn(db, kind.binding, before, json);
    await refuseWithoutProduct(db, kind.binding.resource.product!, before.customerId as number, "customerId");
    const { data, ...fields } = change;
    if (data === undefined) return changeRow(db, kind.binding, actor, before, { change: fields, version });
    const facts = kind.inspect(bytes);
    // The very file it has: nothing to store.
    if (facts.sha256 === before.sha256)
      return changeRow(db, kind.binding, actor, before, { change: fields, version });
    const old = await placeOfRow(db, kind, before);
    const place: Place = { ...old, revision: crypto.randomUUID().slice(0, 8) };
    const etag = await storeImage(c.env, db, kind, place, bytes, facts);
    const changed = await changeRow(
      db,
      kind.binding,
      actor,
      before,
      { change: { ...fields, ...shown(facts) }, version },
      {
        columns: { etag, crc32: facts.crc32, revision: place.revision },
        also: [owned(db, placeOf(kind, place)), letGo(db, placeOf(kind, old))],
      },
    );
    await tidy(c.env, db, placeOf(kind, old));
    return changed;
  },

  async remove(c, actor, before) {
    const db = c.get("db");
    const place = placeOf(kind, await placeOfRow(db, kind, before));
    await removeRow(db, kind.binding, actor, before, { also: [letGo(db, place)] });
    await tidy(c.env, db, place);
  },
});

/** What of a file the contract shows, and the log with it. */
export const shown = ({ dataSize, sha256, width, height }: ImageFacts) => ({
  dataSize,
  sha256,
  width,
  height,
  hasData: true,
});

/** Where the file of a row lies. A later change of the row is stale and never written. */
async function placeOfRow(db: Database, { binding }: ImageKind, before: Found): Promise<Place> {
  const row = await db.select().from(binding.table).where(eq(binding.table.id, before.id)).get();
  if (!row) throw problem("notFound");
  const { customerId, revision } = row as unknown as Place;
  return { customerId, id: String(before.id), revision };
}
