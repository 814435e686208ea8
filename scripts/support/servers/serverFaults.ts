/*
 * Test servers keep users apart: the login name is also the name of the folder with the user's files, and of a list of faults
 * that affects no other user. So tests can share servers.
 */

/** The operation that a fault affects; all protocols share these names. */
export type Operation = "login" | "folder" | "upload" | "size" | "move" | "remove" | "list" | "read";

export interface Fault {
  operation: Operation;
  /**
   * answer: respond with `status` and do nothing. reset: cut the connection after `after` bytes of a body, or immediately. stall:
   * never respond. drip: read the body in small chunks with pauses. lie: report a size one byte too large. forget: do not store
   * the last byte. damage: store another last byte. flood: respond with endless lines (FTP).
   */
  action: "answer" | "reset" | "stall" | "drip" | "lie" | "forget" | "damage" | "flood";
  status?: number;
  text?: string;
  /** The value of the Retry-After header. */
  retryAfter?: string;
  after?: number;
  /** How many times it applies; unlimited if absent. */
  times?: number;
  /** How many operations succeed before it applies. */
  skip?: number;
}

export class Faults {
  readonly #byUser = new Map<string, Fault[]>();

  set(user: string, faults: readonly Fault[]): void {
    this.#byUser.set(
      user,
      faults.map((fault) => ({ ...fault })),
    );
  }

  /** Takes the fault that applies to this operation, and counts it. */
  take(user: string, operation: Operation): Fault | undefined {
    const activeFault = this.#byUser
      .get(user)
      ?.find((fault) => fault.operation === operation && fault.times !== 0);
    if (activeFault?.skip) {
      activeFault.skip -= 1;
      return undefined;
    }
    if (activeFault?.times) activeFault.times -= 1;
    return activeFault;
  }
}

/** The password of every user. It contains characters that need encoding. */
export const rightPassword = "rätt: 100 % +/&";
