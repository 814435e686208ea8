/** A mistake in the command line; shown without a stack. */
export class UsageError extends Error {}
