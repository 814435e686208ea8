import { photoDumpKind } from "./features/customer/dump/kind";
import { invoiceAttachmentKind } from "./features/customer/invoice/kind";
import { deletionKind } from "./features/deleteDocumentations/kind";
import { bulkChangeKind, bulkUndoKind } from "./features/documentationList/bulk/kind";
import { mergeKind } from "./features/merge/kind";
import type { JobKinds } from "./jobs/kind";

/** Every kind of background work there is. */
export const jobKinds = {
  photoDump: photoDumpKind,
  invoiceAttachment: invoiceAttachmentKind,
  deleteDocumentations: deletionKind,
  bulkChange: bulkChangeKind,
  bulkUndo: bulkUndoKind,
  mergeDocumentations: mergeKind,
} satisfies JobKinds;
