import { sql } from "drizzle-orm";
import { hasPosition, isPlausible, toIsoSeconds, unknownCoordinate } from "#domain/core/fields.ts";
import type { ProblemCode } from "#domain/core/problem.ts";
import { photo, type UploadRow } from "#worker/db/schema/index.ts";
import { type Env, usesCodec } from "#worker/env.ts";
import { estimateMemory } from "#worker/media/codec/drawJpeg.ts";
import { maxBufferedBytes, runWithMemory } from "#worker/media/codec/memoryBudget.ts";
import { createDerivativeColumns, createMarkedColumns } from "#worker/media/derivativeColumns.ts";
import { createDerivatives } from "#worker/media/derivatives.ts";
import type { ContentDigests } from "#worker/media/digests.ts";
import { inspectFile } from "#worker/media/fileFacts.ts";
import { inspectPhoto } from "#worker/media/inspectPhoto.ts";
import {
  createPhotoKey,
  parseMediaKey,
  toMarkedRevision,
  toRotatedRevision,
} from "#worker/media/photoKeys.ts";
import { renderMarkup } from "#worker/media/renderMarkup.ts";
import type { AuthorityChecker } from "./authority.ts";
import type { Appearance, UploadContext } from "./claimUploads.ts";
import { createRetakenColumns } from "./photoRetakes.ts";

/** The columns that inspection adds to the row of a photo or file. */
export interface UploadFacts extends Record<string, unknown> {
  dataSize: number;
  sha256: string;
}

/** The outcome of inspecting an upload. */
export type Verdict = { ok: true; facts: UploadFacts } | { ok: false; reason: ProblemCode; detail?: string };

/**
 * Inspects the object that arrived for a reservation: whether its sender still has the authority and whether it is the content that was
 * signed. Stores the derivatives of a valid photo under their keys.
 * @throws if storage, the image service or the database fails; can be retried
 */
export async function inspectUpload(
  env: Env,
  findRefusalReason: AuthorityChecker,
  row: UploadRow,
  object: R2ObjectBody,
  { appearance, dateFromDevice }: Pick<UploadContext, "appearance" | "dateFromDevice">,
): Promise<Verdict> {
  const reason = await findRefusalReason(row);
  if (reason) {
    await object.body.cancel();
    return { ok: false, reason };
  }
  if (object.size !== row.size || object.httpMetadata?.contentType !== row.contentType) {
    await object.body.cancel();
    return {
      ok: false,
      reason: "uploadMismatch",
      detail: `${object.size} bytes of ${object.httpMetadata?.contentType}`,
    };
  }
  return row.kind === "PHOTO"
    ? inspectPhotoUpload(env, row, object, { ...getAppearance(row, appearance), dateFromDevice })
    : inspectFileUpload(row, object);
}

/** The refusal of bytes that differ from those announced, or null. URLs are signed for the MD5; some senders also announce a SHA-256. */
function findMismatch(row: UploadRow, { md5, sha256 }: ContentDigests): Verdict | null {
  if (md5 !== Buffer.from(row.md5, "base64").toString("hex"))
    return { ok: false, reason: "uploadMismatch", detail: "other bytes" };
  if (row.sha256 !== null && sha256 !== row.sha256)
    return { ok: false, reason: "uploadMismatch", detail: "another SHA-256" };
  return null;
}

/** The revision in the keys of a reservation's objects. */
export const getRevision = ({ objectKey: key }: UploadRow): string => parseMediaKey(key)?.revision ?? "";

/** The appearance that the sender of a photo set: a retake's in its reservation, a device's in the photo's row. */
const getAppearance = (row: UploadRow, deviceAppearance: Appearance | null): Appearance =>
  row.retakeId
    ? { rotation: row.retakeParams?.rotation ?? 0, markup: null }
    : (deviceAppearance ?? { rotation: 0, markup: null });

/** The properties that the sender of a photo declared. */
interface DeclaredPhoto extends Appearance {
  dateFromDevice: boolean;
}

/** Reads the original once into memory, or streams it twice if it is larger than `maxBufferedBytes`. */
async function inspectPhotoUpload(
  env: Env,
  row: UploadRow,
  object: R2ObjectBody,
  declaredPhoto: DeclaredPhoto,
): Promise<Verdict> {
  const { size } = object;
  if (size > maxBufferedBytes) return inspectPhotoBytes(env, row, object, declaredPhoto);
  const memoryBytes = usesCodec(env) ? estimateMemory(size) : size;
  return runWithMemory(memoryBytes, () =>
    inspectPhotoBytes(env, row, object, declaredPhoto, new Uint8Array(size)),
  );
}

/** @param bytes a buffer of the object's size that receives the original's bytes */
async function inspectPhotoBytes(
  env: Env,
  row: UploadRow,
  object: R2ObjectBody,
  { rotation: quarterTurns, markup, dateFromDevice }: DeclaredPhoto,
  bytes?: Uint8Array,
): Promise<Verdict> {
  const reopen = async () => {
    const reopenedObject = await env.STORAGE.get(row.objectKey, { onlyIf: { etagMatches: object.etag } });
    if (!reopenedObject || !("body" in reopenedObject))
      throw new Error("the original changed during inspection");
    return reopenedObject;
  };
  const inspection = await inspectPhoto(object.body, { reopen: async () => (await reopen()).body }, bytes);
  const mismatchVerdict = findMismatch(row, inspection.ok ? inspection.facts : inspection.digests);
  if (mismatchVerdict) return mismatchVerdict;
  if (!inspection.ok) return { ok: false, reason: inspection.reason, detail: inspection.detail };
  const { facts } = inspection;
  const revision = toRotatedRevision(getRevision(row), quarterTurns);
  const createKeys = (keyRevision: string) => ({
    thumbnail: createPhotoKey(String(row.customerId), row.targetId, "thumbnail", keyRevision),
    rendition: createPhotoKey(String(row.customerId), row.targetId, "rendition", keyRevision),
  });
  const derivatives = await createDerivatives({
    env,
    original: {
      open: reopen,
      bytes,
    },
    facts,
    quarterTurns,
    keys: createKeys(revision),
  });
  if (!derivatives.ok) return { ok: false, reason: derivatives.reason, detail: derivatives.detail };
  const markedRevision = toMarkedRevision(revision);
  const markedDerivatives =
    markup && (await renderMarkup(env, derivatives.rendition, markup, createKeys(markedRevision)));
  // A photo with markup keeps only the rendition without it, not the thumbnail.
  if (markedDerivatives) await env.STORAGE.delete(derivatives.thumbnail.key);
  const exifTime = facts.takenAt && toIsoSeconds(new Date(facts.takenAt));
  const takenAt = exifTime && isPlausible(exifTime) ? exifTime : null;
  return {
    ok: true,
    facts: {
      dataSize: facts.size,
      crc32: facts.crc32,
      sha256: facts.sha256,
      etag: object.etag,
      width: facts.width,
      height: facts.height,
      components: facts.components,
      orientation: facts.orientation,
      camera: facts.camera,
      exifTime: takenAt,
      timeSource: takenAt && facts.takenAtSource !== "EXIF" ? facts.takenAtSource : null,
      exifLat: facts.lat,
      exifLng: facts.lng,
      direction: facts.direction,
      ...createDerivativeColumns(markedDerivatives ?? derivatives, {
        revision: markedDerivatives ? markedRevision : revision,
        quarterTurns,
      }),
      ...(markedDerivatives &&
        createMarkedColumns(markedDerivatives.rendition, { ...derivatives.rendition, revision }, markup)),
      hasOriginalData: true,
      ...(row.retakeId
        ? createRetakenColumns(row, { ...facts, takenAt })
        : createDescriptionColumns({ ...facts, takenAt }, dateFromDevice)),
    },
  };
}

/**
 * The device's time and position take precedence over EXIF. Omits the date if the device gave one, since naming the column would write its
 * indexes; the CASE keeps a date that the device gave in the meantime.
 */
const createDescriptionColumns = (
  { takenAt, lat, lng }: { takenAt: string | null; lat: number; lng: number },
  dateFromDevice: boolean,
) => ({
  ...(takenAt &&
    !dateFromDevice && {
      dateCreated: sql`CASE WHEN ${photo.dateFromDevice} THEN ${photo.dateCreated} ELSE ${takenAt} END`,
    }),
  ...(hasPosition({ lat, lng }) && {
    lat: sql`CASE WHEN ${photo.lat} = ${unknownCoordinate} THEN ${lat} ELSE ${photo.lat} END`,
    lng: sql`CASE WHEN ${photo.lat} = ${unknownCoordinate} THEN ${lng} ELSE ${photo.lng} END`,
  }),
});

async function inspectFileUpload(row: UploadRow, object: R2ObjectBody): Promise<Verdict> {
  const facts = await inspectFile(object.body);
  const { size: dataSize, crc32, sha256, contentType: type } = facts;
  return (
    findMismatch(row, facts) ?? { ok: true, facts: { dataSize, crc32, sha256, etag: object.etag, type } }
  );
}
