/** An error in the command line; printed without a stack. */
export class UsageError extends Error {}
