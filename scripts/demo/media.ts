import sharp from "sharp";
import type { file, photo } from "#worker/db/schema/index.ts";
import { Digester } from "#worker/media/digests.ts";
import { renditionSpec, thumbnailSpec } from "#worker/media/imageSize.ts";
import { inspectBytes, type PhotoFacts } from "#worker/media/inspectPhoto.ts";
import { createFileKey, createPhotoKey } from "#worker/media/photoKeys.ts";
import { maxSniffBytes, sniffType } from "#worker/media/sniff.ts";
import { mapConcurrent } from "../support/concurrently.ts";
import type { Capture, CapturedFile, CapturedPhoto } from "./capture.ts";
import { customerIds, type SeedContext } from "./context.ts";
import { readPicture, takePhoto } from "./demoPictures.ts";
import { createFileContent } from "./fileContents.ts";

/** Photos stored concurrently: enough to keep two cores busy while others are being written. */
const photoConcurrency = 4;

type PhotoRow = typeof photo.$inferInsert;
type FileRow = typeof file.$inferInsert;

/** Stores the photos. Returns their rows, with metadata from the same code that inspects a device's photos. */
export async function storePhotos(context: SeedContext, captures: readonly Capture[]): Promise<PhotoRow[]> {
  const jobs = captures.flatMap((capture) => capture.photos.map((photo) => ({ capture, photo })));
  return mapConcurrent(jobs, photoConcurrency, ({ capture, photo }) => storePhoto(context, capture, photo));
}

async function storePhoto(
  { STORAGE }: SeedContext,
  capture: Capture,
  capturedPhoto: CapturedPhoto,
): Promise<PhotoRow> {
  const { visit, endedAt } = capture;
  const customerId = customerIds[visit.customer];
  const baseRow: PhotoRow = {
    id: capturedPhoto.id,
    customerId,
    documentationId: visit.id,
    documentationTaskId: capturedPhoto.taskId,
    name: capturedPhoto.name,
    comment: capturedPhoto.comment,
    creator: visit.worker.name,
    lat: capturedPhoto.lat,
    lng: capturedPhoto.lng,
    dateCreated: capturedPhoto.takenAt,
    lastUpdated: endedAt,
  };
  if (!capturedPhoto.hasArrived) return baseRow;
  const { name, bytes: original } = await createPhoto(capture, capturedPhoto);
  const facts = inspectOrThrow(original);
  const { thumbnail, rendition, upright } = await deriveImages(name, original);
  const put = (form: "original" | "thumbnail" | "rendition", bytes: Buffer) =>
    STORAGE.put(createPhotoKey(String(customerId), capturedPhoto.id, form), bytes, {
      httpMetadata: { contentType: "image/jpeg" },
    });
  const [storedOriginal, storedThumbnail, storedRendition] = await Promise.all([
    put("original", original),
    put("thumbnail", thumbnail),
    put("rendition", rendition),
  ]);
  return {
    ...baseRow,
    dateUploaded: endedAt,
    hasData: true,
    hasOriginalData: true,
    dataSize: facts.size,
    crc32: facts.crc32,
    sha256: facts.sha256,
    etag: storedOriginal.etag,
    width: facts.width,
    height: facts.height,
    components: facts.components,
    orientation: facts.orientation,
    camera: facts.camera,
    exifTime: facts.takenAt && `${new Date(facts.takenAt).toISOString().slice(0, 19)}Z`,
    exifLat: facts.lat,
    exifLng: facts.lng,
    direction: facts.direction,
    thumbnailSize: thumbnail.length,
    thumbnailEtag: storedThumbnail.etag,
    renditionSize: upright.size,
    renditionCrc32: upright.crc32,
    renditionEtag: storedRendition.etag,
    renditionWidth: upright.width,
    renditionHeight: upright.height,
    renditionComponents: upright.components,
  };
}

async function createPhoto(
  { visit }: Capture,
  { scene, variant, takenAt, milliseconds, lat, lng, direction }: CapturedPhoto,
): Promise<{ name: string; bytes: Buffer }> {
  if (scene === "drawing") {
    const name = `sketch-${(variant % 2) + 1}.jpg`;
    return { name, bytes: await readPicture(name) };
  }
  const shot = {
    takenAt: new Date(Date.parse(takenAt) + milliseconds),
    lat,
    lng,
    direction,
    camera: visit.worker.camera,
  };
  return takePhoto(scene, shot, variant);
}

interface DerivedImages {
  thumbnail: Buffer;
  rendition: Buffer;
  /** Facts of the rendition. */
  upright: PhotoFacts;
}

/** By the name of the picture: derivatives contain no metadata, so all its shots share them. */
const derivedImages = new Map<string, Promise<DerivedImages>>();

function deriveImages(name: string, original: Buffer): Promise<DerivedImages> {
  const derived = derivedImages.get(name) ?? scaleToDerivatives(original);
  derivedImages.set(name, derived);
  return derived;
}

/** Resizes as worker/media/derivatives.ts does with the image service: upright, without metadata, never enlarged. */
async function scaleToDerivatives(original: Buffer): Promise<DerivedImages> {
  const rendition = await scaleDown(original, renditionSpec);
  const thumbnail = await scaleDown(rendition, thumbnailSpec);
  return { rendition, thumbnail, upright: inspectOrThrow(rendition) };
}

export const scaleDown = (source: Buffer, { side, quality }: { side: number; quality: number }) =>
  sharp(source)
    .autoOrient()
    .resize(side, side, { fit: "inside", withoutEnlargement: true })
    .jpeg({ quality })
    .toBuffer();

function inspectOrThrow(bytes: Buffer): PhotoFacts {
  const inspection = inspectBytes(bytes);
  if (!inspection.ok) throw new Error(`a demo photo would be refused: ${inspection.reason}`);
  return inspection.facts;
}

export async function storeFiles({ STORAGE }: SeedContext, captures: readonly Capture[]): Promise<FileRow[]> {
  const jobs = captures.flatMap((capture) => capture.files.map((file) => ({ capture, file })));
  return mapConcurrent(jobs, photoConcurrency, async ({ capture, file }): Promise<FileRow> => {
    const customerId = customerIds[capture.visit.customer];
    const bytes = createFileContent(file, capture);
    const { contentType } = sniffType(bytes.subarray(0, maxSniffBytes));
    const digester = new Digester();
    digester.update(bytes);
    const facts = digester.finish();
    const storedObject = await STORAGE.put(createFileKey(String(customerId), file.id), bytes, {
      httpMetadata: { contentType },
    });
    return {
      ...describeFile(customerId, capture, file),
      type: contentType,
      hasData: true,
      dataSize: facts.size,
      crc32: facts.crc32,
      sha256: facts.sha256,
      etag: storedObject.etag,
    };
  });
}

function describeFile(customerId: number, { visit, endedAt }: Capture, file: CapturedFile): FileRow {
  return {
    id: file.id,
    customerId,
    documentationId: visit.id,
    documentationTaskId: file.taskId,
    name: file.name,
    creator: visit.worker.name,
    dateCreated: file.dateCreated,
    dateUploaded: endedAt,
    lastUpdated: endedAt,
  };
}
