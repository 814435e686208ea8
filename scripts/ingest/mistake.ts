/** A mistake in the command line; shown without a stack. */
export class Mistake extends Error {}
