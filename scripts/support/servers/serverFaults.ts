/*
 * Servers for tests keep each user apart: the name of the login is also the name of a folder with what the user stored, and of a list
 * of faults that hit nobody else. So tests share servers without disturbing each other.
 */

/** What is being done when a fault strikes, in words that all protocols share. */
export type Operation = "login" | "folder" | "upload" | "size" | "move" | "remove" | "list" | "read";

export interface Fault {
  on: Operation;
  /**
   * answer: with `status` and nothing done. reset: the connection is cut after `after` bytes of a body, or at once. stall: no answer, ever.
   * drip: a body is read in small pieces with pauses. lie: a size is told as one byte more. forget: the last byte is not stored.
   * flood: an answer of lines without an end (FTP).
   */
  action: "answer" | "reset" | "stall" | "drip" | "lie" | "forget" | "flood";
  status?: number;
  text?: string;
  /** The value of the Retry-After header. */
  retryAfter?: string;
  after?: number;
  /** How often it strikes; always without it. */
  times?: number;
}

export class Faults {
  readonly #byUser = new Map<string, Fault[]>();

  set(user: string, faults: readonly Fault[]): void {
    this.#byUser.set(
      user,
      faults.map((fault) => ({ ...fault })),
    );
  }

  /** The fault that strikes now, counted. */
  take(user: string, on: Operation): Fault | undefined {
    const found = this.#byUser.get(user)?.find((fault) => fault.on === on && fault.times !== 0);
    if (found?.times) found.times -= 1;
    return found;
  }
}

/** The password of every user; others are refused. It holds what has to be encoded. */
export const rightPassword = "rätt: 100 % +/&";
