/** A fault in how the command was typed; shown without a stack. */
export class Mistake extends Error {}
