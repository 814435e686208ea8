import type { DeliveryRequest } from "#domain/delivery/deliveryRequest.ts";
import type { DeliveredKind, MissingDeliveryItem } from "#domain/delivery/states.ts";
import type { PlanEntry } from "#domain/endpoints/exports/manualExport.ts";
import type { StoredObject } from "#worker/export/exportPlanTypes.ts";
import type { ExportFile } from "#worker/export/segments.ts";
import type { VariantSpec } from "#worker/export/sizedPhotos.ts";

/** The subject of a plan: the documentation, the template's destination and the request. */
export interface Target {
  customerId: number;
  /** For a comparison, the newest documentation, whose template has the destination. */
  documentationId: string;
  templateExportConfigurationId: string;
  request: DeliveryRequest;
  /** When the delivery began, for EXPORT_DATE and EXPORT_TIME: planning again yields the same names. */
  exportedAt: string;
  /** Photos that cannot be compressed and are sent unchanged. */
  unshrinkable?: ReadonlySet<string>;
}

/** The source of a planned file's bytes. */
export type PlannedContent =
  | {
      kind: "object";
      object: StoredObject;
      /**
       * True if it was stored only for this delivery and is deleted with it: an external file. Photos, files and compressed
       * photos (photo_variant) have their own rows.
       */
      isGenerated: boolean;
    }
  | {
      kind: "export";
      /**
       * Composes the document or zip without reading photos. The same plan yields the same bytes, length and tag on each call.
       */
      createFile: () => Promise<ExportFile>;
    };

export interface PlannedFile {
  /** Under the destination's root, outermost first, safe for file systems. */
  folders: string[];
  /** With its extension. Paths are unique within the plan, regardless of case. */
  name: string;
  kind: DeliveredKind;
  /** The photo, file or external file; for documents and zips, the tree's node or a key from the template's settings. */
  sourceId: string;
  contentType: string;
  creator: string;
  comment: string;
  /** Identifies the content, unquoted; it changes when the file does. */
  etag: string;
  bytes: number;
  /** Lower-case hex; null for documents and zips, and for media stored before checksums were introduced. */
  sha256: string | null;
  content: PlannedContent;
}

/** The mail of an EMAIL destination. */
export interface PlannedMail {
  recipients: string[];
  subject: string;
  body: string;
}

export interface DeliveryPlan {
  /** Name of the delivery in mails and lists: the documentation, or the group of a comparison. */
  name: string;
  /** Complete only if `variants` is empty: otherwise create those first and plan again. */
  files: PlannedFile[];
  /** Compressed photos that do not exist yet, without duplicates. */
  variants: VariantSpec[];
  missing: MissingDeliveryItem[];
  /** The tree as the dialog and the test screen show it. */
  entries: PlanEntry[];
  /** Placeholders without a value, as written. */
  unfilled: string[];
  /** When the documentation last changed. */
  asOf: string;
  /** Null unless the destination is EMAIL. */
  mail: PlannedMail | null;
}
