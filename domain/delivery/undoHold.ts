/**
 * Seconds for which an automatic export waits after staff changed a status, so that undoing the change also cancels the export. Longer than
 * the console offers to undo. The triggers of worker/db/triggers/exports.sql have the same number.
 */
export const undoHoldSeconds = 30;

/** Seconds for which the console offers to undo a change. */
export const undoOfferSeconds = 20;
