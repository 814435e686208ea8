import type { DeliveryRequest } from "#domain/delivery/request.ts";
import type { DeliveredKind, MissingDeliveryItem } from "#domain/delivery/states.ts";
import type { PlanEntry } from "#domain/endpoints/exports/manualExport.ts";
import type { StoredObject } from "#worker/export/exportPlanTypes.ts";
import type { ExportFile } from "#worker/export/segments.ts";

/** What is planned: the documentation, the template's destination, and what was asked for. */
export interface Target {
  customerId: number;
  /** Of a comparison, the newest documentation, whose template names the destination. */
  documentationId: string;
  templateExportConfigurationId: string;
  request: DeliveryRequest;
  /** The instant that the delivery began, for EXPORT_DATE and EXPORT_TIME: a plan that is made again has the same names. */
  exportedAt: string;
  /** Photos that cannot be made smaller: they are sent as they are. */
  unshrinkable?: ReadonlySet<string>;
}

/** Where the bytes of a planned file come from. */
export type PlannedContent =
  | {
      kind: "object";
      object: StoredObject;
      /**
       * It was stored for this delivery alone, and goes with it: an external file. Photos and files have rows of their own, and so do
       * compressed photos (photo_variant).
       */
      made: boolean;
    }
  | {
      kind: "export";
      /** Composes the document or zip, without reading photos. The same plan gives the same bytes, length and tag on each call. */
      file: () => Promise<ExportFile>;
    };

export interface PlannedFile {
  /** Under the destination's root, outermost first, safe for file systems. */
  folders: string[];
  /** With its ending. No other file of the plan has the same path, whatever the case of its letters. */
  name: string;
  kind: DeliveredKind;
  /** The photo, file or external file; of documents and zips the node of the tree, or a word of the template's settings. */
  sourceId: string;
  contentType: string;
  creator: string;
  comment: string;
  /** Identifies the content, unquoted; another means that the file has changed. */
  etag: string;
  bytes: number;
  /** Lower case hex; null for documents and zips, and for what arrived before checksums were noted. */
  sha256: string | null;
  content: PlannedContent;
}

/** A photo that has to be made smaller before the plan is complete. */
export interface VariantSpec {
  photo: {
    id: string;
    /** The reviewer's quarter turns clockwise. */
    rotation: number;
    original: StoredObject & { width: number; height: number; orientation: number };
  };
  /** Pixels of the longer side at most; 0 for as large as it is. */
  maxSize: number;
  /** 0 to 100. */
  quality: number;
}

/** The mail of a destination of the type EMAIL. */
export interface PlannedMail {
  recipients: string[];
  subject: string;
  body: string;
}

export interface DeliveryPlan {
  /** What the mail and the ledger call it: the documentation, or the group of a comparison. */
  name: string;
  /** Complete only when `variants` is empty: make those first and plan again. */
  files: PlannedFile[];
  /** Compressed photos that are not made yet, each once. */
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
