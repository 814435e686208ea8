/** Something the person who typed the command can put right: shown without a stack. */
export class Mistake extends Error {}
