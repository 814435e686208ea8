import { maxConnectionsPerHost } from "./connector.ts";
import type { FtpControl } from "./ftpControl.ts";

/** A logged-in connection. */
export interface Session {
  client: FtpControl;
  /** The folder to which paths are relative: absolute, without a trailing slash. */
  root: string;
  /** Whether STOR can resume at a byte (REST); otherwise bytes are appended. */
  restarts: boolean;
  /** The command by which the server computes the SHA-256 of a file; null if it has none. */
  hashCommand: HashCommand | null;
  /** Whether names may contain other letters than those of ASCII. */
  takesUtf8: boolean;
}

/** HASH (draft-bryan-ftpext-hash) or its predecessor. */
export type HashCommand = "HASH" | "XSHA256";

/**
 * The connections of one connector; FTP does one thing at a time on each. The first one logs in alone, so that a wrong password
 * is tried only once. If the server refuses a further connection, no more are opened.
 */
export class Sessions {
  readonly #open: () => Promise<Session>;
  readonly #all = new Set<Session>();
  readonly #idle: Session[] = [];
  readonly #waiting: (() => void)[] = [];
  #opening = 0;
  #maxSessions = maxConnectionsPerHost;

  constructor(open: () => Promise<Session>) {
    this.#open = open;
  }

  /** A session for exclusive use until it is given back. @throws the error of opening one if none is open */
  async acquire(): Promise<Session> {
    for (;;) {
      const idle = this.#idle.pop();
      if (idle && !idle.client.closed) return idle;
      if (idle) this.#all.delete(idle);
      else if (!this.#canOpen()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
      else {
        const session = await this.#tryOpen();
        if (session) return session;
      }
    }
  }

  release(session: Session): void {
    if (session.client.closed) this.#all.delete(session);
    else if (this.#all.has(session)) this.#idle.push(session);
    this.#wake();
  }

  close(): void {
    for (const { client } of this.#all) client.close();
    this.#all.clear();
    this.#idle.length = 0;
  }

  #canOpen(): boolean {
    const count = this.#all.size + this.#opening;
    return count === 0 || (this.#all.size > 0 && count < this.#maxSessions);
  }

  async #tryOpen(): Promise<Session | null> {
    this.#opening += 1;
    try {
      const session = await this.#open();
      this.#all.add(session);
      return session;
    } catch (error) {
      if (this.#all.size === 0) throw error;
      this.#maxSessions = this.#all.size;
      return null;
    } finally {
      this.#opening -= 1;
      this.#wake();
    }
  }

  /** Waiters that find no session wait again. */
  #wake(): void {
    for (const resume of this.#waiting.splice(0)) resume();
  }
}
