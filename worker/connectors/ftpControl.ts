import { connect } from "cloudflare:sockets";
import { ConnectorError } from "./connector.ts";
import { type Timeouts, withTimeout } from "./deadline.ts";

/** What a server answered: its code, and its words without it, on one line each. */
export interface Reply {
  code: number;
  text: string;
}

/** A command was refused. */
export class FtpError extends Error {
  override name = "FtpError";
  readonly code: number;

  constructor({ code, text }: Reply) {
    super(`${code} ${text}`);
    this.code = code;
  }
}

/** TLS was agreed and did not come about: never a reason to go on without it. */
export class UpgradeError extends Error {
  override name = "UpgradeError";
}

/** A file on its way: bytes go in, and the server's word comes once they are closed. */
export interface Transfer {
  writable: WritableStream<Uint8Array>;
  stored: Promise<void>;
  abort(): void;
}

/** Characters of one answer at most. */
const maxReplyCharacters = 65_536;

/**
 * The control connection of FTP (RFC 959) over the platform's own sockets. node:tls would do as well, but an upgrade that fails leaves a
 * rejection there that nobody can catch, and in production it takes no host name. An answer is read when it is waited for and never
 * ahead: a socket that is being read cannot be upgraded. Commands must not overlap.
 */
export class FtpControl {
  readonly #host: string;
  readonly #patience: Timeouts;
  #socket: Socket;
  #reader: ReadableStreamDefaultReader<Uint8Array>;
  #writer: WritableStreamDefaultWriter<Uint8Array>;
  #decoder = new TextDecoder();
  #buffered = "";
  #extended = true;
  #encrypted: boolean;
  #closed = false;

  private constructor(host: string, socket: Socket, encrypted: boolean, timeouts: Timeouts) {
    this.#host = host;
    this.#patience = timeouts;
    this.#encrypted = encrypted;
    [this.#socket, this.#reader, this.#writer] = openSocket(socket);
  }

  /** Connects and waits for the greeting. `implicit`: TLS from the first byte. */
  static async open(host: string, port: number, implicit: boolean, timeouts: Timeouts): Promise<FtpControl> {
    const secureTransport = implicit ? "on" : "starttls";
    const socket = connect({ hostname: host, port }, { secureTransport, allowHalfOpen: false });
    const control = new FtpControl(host, socket, implicit, timeouts);
    try {
      await withTimeout(timeouts.answer, host, socket.opened);
      let greeting = await control.#reply();
      // Not ready yet.
      if (greeting.code === 120) greeting = await control.#reply();
      if (greeting.code >= 300) throw new FtpError(greeting);
      return control;
    } catch (error) {
      control.close();
      throw error;
    }
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Ends the connection, whatever is under way. */
  close(): void {
    this.#closed = true;
    this.#socket.close().catch(() => undefined);
  }

  /** Sends a command; refusals are answers like others, but the end of the connection is not. */
  async ask(command: string): Promise<Reply> {
    const [reply] = await this.#askAll([command]);
    return reply!;
  }

  /** @throws FtpError when it is refused */
  async send(command: string): Promise<Reply> {
    const reply = await this.ask(command);
    if (reply.code >= 400) throw new FtpError(reply);
    return reply;
  }

  /** The first refusal of RNFR and RNTO, which are sent at once; null when it is renamed. */
  async rename(from: string, to: string): Promise<Reply | null> {
    const replies = await this.#askAll([`RNFR ${from}`, `RNTO ${to}`]);
    return replies.find(({ code }) => code >= 400) ?? null;
  }

  async #askAll(commands: readonly string[]): Promise<Reply[]> {
    const bytes = new TextEncoder().encode(commands.map((command) => `${command}\r\n`).join(""));
    await withTimeout(this.#patience.answer, this.#host, this.#writer.write(bytes));
    const replies: Reply[] = [];
    for (const _ of commands) replies.push(await this.#reply());
    return replies;
  }

  /** @throws FtpError when the server has no TLS, UpgradeError when it has and it does not come about */
  async encrypt(): Promise<void> {
    await this.send("AUTH TLS");
    try {
      this.#reader.releaseLock();
      this.#writer.releaseLock();
      [this.#socket, this.#reader, this.#writer] = openSocket(this.#socket.startTls());
      this.#buffered = "";
      this.#decoder = new TextDecoder();
      await withTimeout(this.#patience.answer, this.#host, this.#socket.opened);
      // The handshake may be over only when something has been read.
      await this.ask("PBSZ 0");
      this.#encrypted = true;
    } catch (error) {
      this.close();
      if (error instanceof ConnectorError) throw error;
      throw new UpgradeError(error instanceof Error ? error.message : "");
    }
  }

  /** @throws FtpError when the login is refused */
  async login(user: string, password: string): Promise<void> {
    let reply = await this.send(`USER ${user}`);
    if (reply.code === 331) reply = await this.send(`PASS ${password}`);
    if (reply.code >= 300) throw new FtpError(reply);
  }

  /** Bytes as they are, names in UTF-8, and data connections as encrypted as this one. */
  async prepare(): Promise<void> {
    await this.send("TYPE I");
    await this.ask("OPTS UTF8 ON");
    if (this.#encrypted) await this.send("PROT P");
  }

  /** The extensions that a server names, each in capitals. */
  async features(): Promise<Set<string>> {
    const { code, text } = await this.ask("FEAT");
    return new Set(
      code < 300 ? text.split("\n").map((line) => line.trim().split(" ")[0]!.toUpperCase()) : [],
    );
  }

  /** The folder that the login leads to. */
  async folder(): Promise<string> {
    const { text } = await this.send("PWD");
    const quoted = /"((?:[^"]|"")*)"/.exec(text)?.[1];
    return quoted?.replaceAll('""', '"') ?? "/";
  }

  /**
   * Begins to send a file. Data connections lead to the host of this connection, never to the address that a PASV answer names.
   * @param command STOR or APPE with its path
   * @param offset the byte of the file at the server that STOR goes on from
   */
  async begin(command: string, offset: number): Promise<Transfer> {
    const data = connect(
      { hostname: this.#host, port: await this.#passivePort() },
      { secureTransport: this.#encrypted ? "on" : "off", allowHalfOpen: false },
    );
    data.opened.catch(() => undefined);
    data.closed.catch(() => undefined);
    const abort = () => void data.close().catch(() => undefined);
    try {
      if (offset > 0) await this.send(`REST ${offset}`);
      const reply = await this.send(command);
      const stored = reply.code < 200 ? this.#stored() : Promise.resolve();
      stored.catch(() => undefined);
      return { writable: data.writable, stored, abort };
    } catch (error) {
      abort();
      throw error;
    }
  }

  /** Waits as long as the transfer takes; whoever transfers looks after the time. */
  async #stored(): Promise<void> {
    const reply = await this.#reply(Number.POSITIVE_INFINITY);
    if (reply.code >= 400) throw new FtpError(reply);
  }

  async #passivePort(): Promise<number> {
    if (this.#extended) {
      const { text } = await this.ask("EPSV");
      const port = Number(/\|\|\|(\d{1,5})\|/.exec(text)?.[1] ?? 0);
      if (port > 0) return port;
      this.#extended = false;
    }
    const { text } = await this.send("PASV");
    const [, high, low] = /(?:\d{1,3},){4}(\d{1,3}),(\d{1,3})/.exec(text) ?? [];
    return Number(high) * 256 + Number(low);
  }

  /** One answer of one or more lines (RFC 959, 4.2). */
  async #reply(timeoutMs: number = this.#patience.answer): Promise<Reply> {
    const until = Date.now() + timeoutMs;
    const lines: string[] = [];
    for (let length = 0; ; ) {
      const line = await this.#line(until);
      lines.push(line);
      // An answer of ever more lines ends here, and the connection with it: the rest would be taken for the next one.
      length += line.length + 1;
      if (length > maxReplyCharacters) throw this.#endless();
      const code = lines[0]!.slice(0, 3);
      if (!/^\d{3}/.test(code))
        throw new ConnectorError("config", `The host ${this.#host} is no FTP server.`);
      const isLast = lines.length === 1 ? lines[0]![3] !== "-" : line.startsWith(`${code} `) || line === code;
      if (!isLast) continue;
      const reply = {
        code: Number(code),
        text: lines.map((text) => text.replace(/^\d{3}[ -]?/, "")).join("\n"),
      };
      if (reply.code !== 421) return reply;
      this.close();
      throw new FtpError(reply);
    }
  }

  #endless(): ConnectorError {
    this.close();
    return new ConnectorError("config", `The host ${this.#host} answers without an end.`);
  }

  /** @param until when the whole answer has to be there, however slowly it comes */
  async #line(until: number): Promise<string> {
    for (;;) {
      const end = this.#buffered.indexOf("\n");
      if (end >= 0) {
        const line = this.#buffered.slice(0, end).replace(/\r$/, "");
        this.#buffered = this.#buffered.slice(end + 1);
        return line;
      }
      if (this.#buffered.length > maxReplyCharacters) throw this.#endless();
      const reading = this.#reader.read();
      const { done, value } = await (Number.isFinite(until)
        ? withTimeout(Math.max(until - Date.now(), 0), this.#host, reading)
        : reading
      ).catch((error: unknown) => {
        // An answer that comes late would be taken for that to the next command.
        this.close();
        throw error;
      });
      if (done) {
        this.close();
        throw new Error("the server ended the connection");
      }
      this.#buffered += this.#decoder.decode(value, { stream: true });
    }
  }
}

/** A socket with both its ends. That it closes is seen by those who read and write. */
function openSocket(
  socket: Socket,
): [Socket, ReadableStreamDefaultReader<Uint8Array>, WritableStreamDefaultWriter<Uint8Array>] {
  socket.opened.catch(() => undefined);
  socket.closed.catch(() => undefined);
  const [reader, writer] = [socket.readable.getReader(), socket.writable.getWriter()];
  reader.closed.catch(() => undefined);
  writer.closed.catch(() => undefined);
  return [socket, reader, writer];
}
