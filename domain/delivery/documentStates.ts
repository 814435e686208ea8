/** MAKING until the document is completely stored; FAILED has a reason. */
export const exportDocumentStates = ["MAKING", "READY", "FAILED"] as const;
