import { z } from "zod";
import { name, uuid } from "#domain/core/fields.ts";

/** Limits of the external files of one export: their total bytes and their number. They are sent as base64 in one body. */
export const maxExternalBytes = 25_000_000;
export const maxExternalFiles = 100;

/** An external file as stored for a delivery. */
const storedExternalFile = z.object({
  id: uuid(),
  name: name(),
  size: z.int(),
  type: z.string(),
  key: z.string(),
  sha256: z.string(),
  crc32: z.int(),
  etag: z.string(),
});

/** The request behind a delivery. It is stored in the row and read again by every step. */
export const deliveryRequest = z.object({
  /** The selected photos and files; null for all that exist when the delivery is planned. */
  photoIds: z.array(uuid()).nullable().default(null),
  fileIds: z.array(uuid()).nullable().default(null),
  /** The requester cannot read files: they are left out and counted as missing. */
  withoutFiles: z.boolean().optional(),
  /** Photos are sent without markup; blurred areas stay blurred unless `unblurred`. */
  withoutMarkup: z.boolean().optional(),
  /** The requester can remove blurs. */
  unblurred: z.boolean().optional(),
  /** The discussion is included. */
  threads: z.boolean().optional(),
  externalFiles: z.array(storedExternalFile).default([]),
  /** Values of the destination's user parameters, by name. */
  params: z.record(z.string(), z.string()).default({}),
  /** The name of the group whose selected photos are sent as a comparison; absent for a single documentation. */
  comparison: z.string().optional(),
  language: z.enum(["en", "sv"]).default("sv"),
});
export type DeliveryRequest = z.output<typeof deliveryRequest>;
export type StoredExternalFile = z.output<typeof storedExternalFile>;
