import { maxConnectionsPerHost } from "./connector.ts";
import type { FtpControl } from "./ftpControl.ts";

/** A logged-in connection. */
export interface FtpSession {
  client: FtpControl;
  /** The folder to which paths are relative: absolute, without a trailing slash. */
  root: string;
  /** Whether STOR can resume at a byte (REST); otherwise bytes are appended. */
  canResume: boolean;
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
export class SessionPool {
  readonly #open: () => Promise<FtpSession>;
  readonly #sessions = new Set<FtpSession>();
  readonly #idle: FtpSession[] = [];
  readonly #waiters: (() => void)[] = [];
  #openingCount = 0;
  #maxSessions = maxConnectionsPerHost;

  constructor(open: () => Promise<FtpSession>) {
    this.#open = open;
  }

  /** A session for exclusive use until it is released. @throws the error of opening one if none is open */
  async acquire(): Promise<FtpSession> {
    for (;;) {
      const idleSession = this.#idle.pop();
      if (idleSession && !idleSession.client.isClosed) return idleSession;
      if (idleSession) this.#sessions.delete(idleSession);
      else if (!this.#canOpen()) await new Promise<void>((resolve) => this.#waiters.push(resolve));
      else {
        const session = await this.#tryOpen();
        if (session) return session;
      }
    }
  }

  release(session: FtpSession): void {
    if (session.client.isClosed) this.#sessions.delete(session);
    else if (this.#sessions.has(session)) this.#idle.push(session);
    this.#wake();
  }

  close(): void {
    for (const { client } of this.#sessions) client.close();
    this.#sessions.clear();
    this.#idle.length = 0;
  }

  #canOpen(): boolean {
    const count = this.#sessions.size + this.#openingCount;
    return count === 0 || (this.#sessions.size > 0 && count < this.#maxSessions);
  }

  async #tryOpen(): Promise<FtpSession | null> {
    this.#openingCount += 1;
    try {
      const session = await this.#open();
      this.#sessions.add(session);
      return session;
    } catch (error) {
      if (this.#sessions.size === 0) throw error;
      this.#maxSessions = this.#sessions.size;
      return null;
    } finally {
      this.#openingCount -= 1;
      this.#wake();
    }
  }

  /** Waiters that find no session wait again. */
  #wake(): void {
    for (const resume of this.#waiters.splice(0)) resume();
  }
}
