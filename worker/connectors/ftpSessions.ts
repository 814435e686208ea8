import { maxConnectionsPerHost } from "./connector.ts";
import type { FtpControl } from "./ftpControl.ts";

/** A connection that is logged in. */
export interface Session {
  client: FtpControl;
  /** The folder that paths begin at, absolute, without a slash at the end. */
  root: string;
  /** Whether STOR goes on from a byte (REST); else bytes are appended. */
  restarts: boolean;
}

/**
 * The connections of one connector: FTP does one thing at a time on each. The first logs in alone, so that a wrong password is tried once
 * and not by all of them; a server that refuses a further one gets no more than it has taken.
 */
export class Sessions {
  readonly #open: () => Promise<Session>;
  readonly #all = new Set<Session>();
  readonly #idle: Session[] = [];
  readonly #waiting: (() => void)[] = [];
  #opening = 0;
  #most = maxConnectionsPerHost;

  constructor(open: () => Promise<Session>) {
    this.#open = open;
  }

  /** A session that nobody else uses until it is given back. @throws what opening it throws, where none is open */
  async take(): Promise<Session> {
    for (;;) {
      const idle = this.#idle.pop();
      if (idle && !idle.client.closed) return idle;
      if (idle) this.#all.delete(idle);
      else if (!this.#mayOpen()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
      else {
        const session = await this.#another();
        if (session) return session;
      }
    }
  }

  give(session: Session): void {
    if (session.client.closed) this.#all.delete(session);
    else if (this.#all.has(session)) this.#idle.push(session);
    this.#wake();
  }

  close(): void {
    for (const { client } of this.#all) client.close();
    this.#all.clear();
    this.#idle.length = 0;
  }

  #mayOpen(): boolean {
    const count = this.#all.size + this.#opening;
    return count === 0 || (this.#all.size > 0 && count < this.#most);
  }

  async #another(): Promise<Session | null> {
    this.#opening += 1;
    try {
      const session = await this.#open();
      this.#all.add(session);
      return session;
    } catch (error) {
      if (this.#all.size === 0) throw error;
      this.#most = this.#all.size;
      return null;
    } finally {
      this.#opening -= 1;
      this.#wake();
    }
  }

  /** Whoever finds nothing waits again. */
  #wake(): void {
    for (const resume of this.#waiting.splice(0)) resume();
  }
}
