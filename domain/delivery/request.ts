import { z } from "zod";
import { name, uuid } from "#domain/core/fields.ts";

/** Bytes of all external files of one export at most, and how many they are. They travel as base64 in one body. */
export const maxExternalBytes = 25_000_000;
export const maxExternalFiles = 100;

/** An external file as it was stored for a delivery. */
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

/** What a delivery was asked to hold. It is kept in the row and read again by every step. */
export const deliveryRequest = z.object({
  /** The chosen photos and files; null for all there are when it is planned. */
  photoIds: z.array(uuid()).nullable().default(null),
  fileIds: z.array(uuid()).nullable().default(null),
  /** Whoever asked may not read files: they are left out and counted as missing. */
  withoutFiles: z.boolean().optional(),
  /** Photos leave without what is drawn on them; what is blurred stays so unless `unblurred`. */
  withoutMarkup: z.boolean().optional(),
  /** Whoever asked may take blurs away. */
  unblurred: z.boolean().optional(),
  externalFiles: z.array(storedExternalFile).default([]),
  /** Values of the destination's user parameters, by name. */
  params: z.record(z.string(), z.string()).default({}),
  /** The name of the group whose chosen photos are sent as a comparison; absent for one documentation. */
  comparison: z.string().optional(),
  language: z.enum(["en", "sv"]).default("sv"),
});
export type DeliveryRequest = z.output<typeof deliveryRequest>;
export type StoredExternalFile = z.output<typeof storedExternalFile>;
