import { photoDumpKind } from "./features/customer/dump/kind";
import { invoiceAttachmentKind } from "./features/customer/invoice/kind";
import { deletionKind } from "./features/deleteDocumentations/kind";
import { forgetUnfinishedKind } from "./features/delivery/forgetUnfinished";
import { bulkChangeKind, bulkUndoKind } from "./features/documentationList/bulk/kind";
import { documentKind } from "./features/exportDocument/kind";
import { importJobKind } from "./features/importConfiguration/job";
import { mergeKind } from "./features/merge/kind";
import { moveCustomerKind } from "./features/moveCustomer/kind";
import { measureKind } from "./features/verify/amounts";
import { verifyKind } from "./features/verify/kind";
import type { JobKinds } from "./jobs/kind";

/** All kinds of background work. */
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
  [measureKind.name]: measureKind,
  [verifyKind.name]: verifyKind,
  [forgetUnfinishedKind.name]: forgetUnfinishedKind,
} satisfies JobKinds;
