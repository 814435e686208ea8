import { createHash } from "node:crypto";
import { recordOf } from "#domain/core/objects.ts";
import { reportedFields } from "#domain/documentation/documentationFields.ts";
import { crc32 } from "../crc32.ts";
import type { ExportPlan, PlannedFile, PlannedPhoto, StoredImage, StoredObject } from "../exportPlanTypes.ts";
import type { ObjectRange, ObjectSource } from "../objectSource.ts";
import { concatBytes, type ExportFile } from "../segments.ts";

/** A complete baseline JPEG of 12 × 8 pixels. */
const jpeg = Uint8Array.from(
  atob(
    "/9j/2wBDACgcHiMeGSgjISMtKygwPGRBPDc3PHtYXUlkkYCZlo+AjIqgtObDoKrarYqMyP/L2u71////m8H////6/+b9//j/2wBDASst" +
      "LTw1PHZBQXb4pYyl+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj4+Pj/wAARCAAIAAwDASIA" +
      "AhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAv/EABQR" +
      "AQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKAEL//Z",
  ),
  (character) => character.charCodeAt(0),
);

/** The JPEG with a comment, which makes it unique. `padding` makes it larger. */
export function tinyJpeg(comment: string, padding = 0): Uint8Array {
  const text = new TextEncoder().encode(comment + " ".repeat(padding));
  const length = text.length + 2;
  return concatBytes([
    jpeg.subarray(0, 2),
    Uint8Array.of(0xff, 0xfe, length >> 8, length & 0xff),
    text,
    jpeg.subarray(2),
  ]);
}

/** Stored objects in memory, with a record of how they were opened. */
export class MemorySource implements ObjectSource {
  readonly objects = new Map<string, { bytes: Uint8Array; etag: string }>();
  readonly openedRanges: { key: string; range: ObjectRange }[] = [];
  openCount = 0;
  maxOpenCount = 0;

  put(key: string, bytes: Uint8Array): StoredObject {
    const etag = createHash("md5").update(bytes).digest("hex");
    this.objects.set(key, { bytes, etag });
    return { key, etag, size: bytes.length, crc32: crc32(bytes) };
  }

  image(key: string, bytes: Uint8Array, width: number, height: number): StoredImage {
    return { ...this.put(key, bytes), width, height, components: 3 };
  }

  async open(key: string, range: ObjectRange): Promise<ReadableStream<Uint8Array> | null> {
    this.openedRanges.push({ key, range });
    const object = this.objects.get(key);
    if (!object || object.etag !== range.etag) return null;
    this.openCount++;
    this.maxOpenCount = Math.max(this.maxOpenCount, this.openCount);
    const bytes = object.bytes.slice(range.offset, range.offset + range.length);
    let isSent = false;
    return new ReadableStream<Uint8Array>({
      pull: (controller) => {
        if (!isSent && bytes.length > 0) controller.enqueue(bytes);
        if (isSent || bytes.length === 0) {
          this.openCount--;
          controller.close();
        }
        isSent = true;
      },
      cancel: () => {
        this.openCount--;
      },
    });
  }

  /** The bytes of an export file. */
  bytesOf(exportFile: Pick<ExportFile, "segments">): Uint8Array {
    return concatBytes(
      exportFile.segments.map((segment) =>
        segment.kind === "inline"
          ? segment.bytes
          : this.objects
              .get(segment.object.key)!
              .bytes.subarray(segment.offset, segment.offset + segment.length),
      ),
    );
  }
}

let count = 0;

/** A photo that is stored in `source`: landscape, taken in Stockholm, without a task. */
export function makePhoto(
  source: MemorySource,
  { orientation = 1, ...overrides }: Partial<PlannedPhoto> & { orientation?: number } = {},
): PlannedPhoto {
  count++;
  const id = overrides.id ?? `photo-${count}`;
  const original = tinyJpeg(`original ${id}`);
  const isSideways = orientation > 4;
  return {
    id,
    name: `Photo_${String(count).padStart(2, "0")}`,
    alias: null,
    comment: null,
    creator: "anna",
    dateCreated: "2026-05-04T11:37:00Z",
    dateSource: "DEVICE",
    lat: 59.34892,
    lng: 18.04732,
    taskId: null,
    rotation: 0,
    sha256: createHash("sha256").update(original).digest("hex"),
    original: {
      ...source.image(`${id}/original`, original, isSideways ? 3000 : 4000, isSideways ? 4000 : 3000),
      orientation,
    },
    rendition: {
      ...source.image(`${id}/rendition`, tinyJpeg(`rendition ${id}`), 1600, 1200),
      quarterTurns: 0,
    },
    thumbnail: { ...source.image(`${id}/thumbnail`, tinyJpeg(`thumbnail ${id}`), 400, 300), quarterTurns: 0 },
    ...overrides,
  };
}

export function makeFile(source: MemorySource, overrides: Partial<PlannedFile> = {}): PlannedFile {
  count++;
  const id = overrides.id ?? `file-${count}`;
  const bytes = new TextEncoder().encode(`contents of ${id}`);
  return {
    id,
    name: "Drawing.pdf",
    taskId: null,
    creator: "anna",
    dateCreated: "2026-05-04T11:40:00Z",
    sha256: createHash("sha256").update(bytes).digest("hex"),
    object: source.put(id, bytes),
    ...overrides,
  };
}

/** A plan of a documentation with a group of two photo tasks and an answer. */
export function makePlan(overrides: Partial<ExportPlan> = {}): ExportPlan {
  const photos = overrides.photos ?? [];
  const task = { type: "PHOTO", answer: null, path: ["Trench"] };
  return {
    documentation: {
      id: "documentation-1",
      name: "Odenplan 2",
      alias: null,
      status: "COMPLETED",
      customerName: "Norrfiber",
      templateName: "Trenching",
      creator: "anna",
      deviceId: "A1B2C3",
      ...recordOf(reportedFields, () => ""),
      phoneModel: "Galaxy S24",
      osVersion: "Android 15",
      appVersion: "4.2",
      dateCreated: "2026-05-04T08:12:00Z",
      dateUploaded: "2026-05-04T12:00:00Z",
      tags: ["fibre"],
      lat: 59.34892,
      lng: 18.04732,
    },
    expectedPhotos: photos.length,
    tasks: [
      { ...task, id: "before", name: "Before", position: 0 },
      { ...task, id: "after", name: "After", position: 1 },
      { id: "permit", name: "Permit number", type: "TEXT", answer: "A-17", path: [], position: 2 },
    ],
    photos,
    files: [],
    missing: [],
    language: "en",
    asOf: "2026-05-05T07:00:00Z",
    ...overrides,
  };
}
