import { photoDumpKind } from "./features/customer/dump/dumpJob.ts";
import { invoiceAttachmentKind } from "./features/customer/invoice/invoiceJob.ts";
import { deletionKind } from "./features/deleteDocumentations/deleteDocumentationsJob.ts";
import { removePartialFilesJob } from "./features/delivery/engine/removePartialFiles.ts";
import { bulkChangeKind, bulkUndoKind } from "./features/documentationList/bulk/bulkChangeJob.ts";
import { documentKind } from "./features/exportDocument/exportDocumentJob.ts";
import { importJobKind } from "./features/importConfiguration/importJob.ts";
import { mergeKind } from "./features/merge/mergeJob.ts";
import { moveCustomerKind } from "./features/moveCustomer/moveCustomerJob.ts";
import { normalizeTextsKind } from "./features/normalizeTexts/normalizeTextsJob.ts";
import { measureJobKind } from "./features/verify/storageUsage.ts";
import { verifyJobKind } from "./features/verify/verifyJob.ts";
import type { JobKinds } from "./jobs/defineJob.ts";

/** All kinds of background jobs. */
export const jobKinds = {
  [photoDumpKind.name]: photoDumpKind,
  [invoiceAttachmentKind.name]: invoiceAttachmentKind,
  [deletionKind.name]: deletionKind,
  [bulkChangeKind.name]: bulkChangeKind,
  [bulkUndoKind.name]: bulkUndoKind,
  [mergeKind.name]: mergeKind,
  [moveCustomerKind.name]: moveCustomerKind,
  [importJobKind.name]: importJobKind,
  [documentKind.name]: documentKind,
  [measureJobKind.name]: measureJobKind,
  [normalizeTextsKind.name]: normalizeTextsKind,
  [verifyJobKind.name]: verifyJobKind,
  [removePartialFilesJob.name]: removePartialFilesJob,
} satisfies JobKinds;
