/** MAKING until all of it is stored; FAILED with a reason. */
export const exportDocumentStates = ["MAKING", "READY", "FAILED"] as const;

export type ExportDocumentState = (typeof exportDocumentStates)[number];
