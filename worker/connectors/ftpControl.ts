import { connect } from "cloudflare:sockets";
import { ConnectorError } from "./connector.ts";
import { assertPublicName } from "./publicName.ts";
import { type Timeouts, withTimeout } from "./timeouts.ts";

/** A reply: its code, and its lines without the code, separated by newlines. */
export interface Reply {
  code: number;
  text: string;
}

/** The server refused a command. */
export class FtpError extends Error {
  override name = "FtpError";
  readonly code: number;

  constructor({ code, text }: Reply) {
    super(`${code} ${text}`);
    this.code = code;
  }
}

/** The server agreed to TLS but the handshake failed: never a reason to continue without it. */
export class TlsUpgradeError extends Error {
  override name = "UpgradeError";
}

/** The server accepted a login and an upload, but no data connection could be opened. */
export class DataConnectionError extends Error {
  override name = "DataConnectionError";
  readonly port: number;

  constructor(port: number) {
    super(`port ${port}`);
    this.port = port;
  }
}

/** An upload in progress: write the bytes, close, and `completion` settles with the server's reply. */
export interface Transfer {
  writable: WritableStream<Uint8Array>;
  completion: Promise<void>;
  abort(): void;
  /** The error of a data connection that is not open; null once it is. */
  openError(): DataConnectionError | null;
}

/** Milliseconds to wait for the server's own reason why a data connection failed. */
const reasonTimeoutMs = 1000;

/** Maximum characters of one reply. */
const maxReplyCharacters = 65_536;

/**
 * The control connection of FTP (RFC 959) over the platform's sockets. node:tls is no alternative: a failed upgrade causes a
 * rejection there that cannot be caught, and in production it takes no host name. A reply is read only when it is awaited, never
 * ahead: a socket with a pending read cannot be upgraded. Commands must not overlap.
 */
export class FtpControl {
  readonly #host: string;
  readonly #resolver: string | undefined;
  readonly #timeouts: Timeouts;
  #socket: Socket;
  #reader: ReadableStreamDefaultReader<Uint8Array>;
  #writer: WritableStreamDefaultWriter<Uint8Array>;
  #decoder = new TextDecoder();
  #buffer = "";
  #supportsEpsv = true;
  #isEncrypted: boolean;
  #isClosed = false;

  private constructor(
    host: string,
    socket: Socket,
    isEncrypted: boolean,
    timeouts: Timeouts,
    resolver: string | undefined,
  ) {
    this.#host = host;
    this.#resolver = resolver;
    this.#timeouts = timeouts;
    this.#isEncrypted = isEncrypted;
    [this.#socket, this.#reader, this.#writer] = openSocket(socket);
  }

  /** Connects and waits for the greeting. `implicit`: TLS from the first byte. */
  static async open(
    host: string,
    port: number,
    isImplicitTls: boolean,
    timeouts: Timeouts,
    resolver?: string,
  ): Promise<FtpControl> {
    await assertPublicName(host, resolver, timeouts);
    const secureTransport = isImplicitTls ? "on" : "starttls";
    const socket = connect({ hostname: host, port }, { secureTransport, allowHalfOpen: false });
    const control = new FtpControl(host, socket, isImplicitTls, timeouts, resolver);
    try {
      await withTimeout(timeouts.responseMs, host, socket.opened);
      let greeting = await control.#readReply();
      // Service not ready yet.
      if (greeting.code === 120) greeting = await control.#readReply();
      if (greeting.code >= 300) throw new FtpError(greeting);
      return control;
    } catch (error) {
      control.close();
      throw error;
    }
  }

  get isEncrypted(): boolean {
    return this.#isEncrypted;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Closes the connection, whatever is in progress. */
  close(): void {
    this.#isClosed = true;
    this.#socket.close().catch(() => undefined);
  }

  /** Sends a command and returns the reply, refusals included. @throws when the connection ends */
  async sendCommand(command: string, timeoutMs?: number): Promise<Reply> {
    const bytes = new TextEncoder().encode(`${command}\r\n`);
    await withTimeout(this.#timeouts.responseMs, this.#host, this.#writer.write(bytes));
    return this.#readReply(timeoutMs);
  }

  /** Like `ask`, but a refusal is an error. @throws FtpError */
  async send(command: string): Promise<Reply> {
    const reply = await this.sendCommand(command);
    if (reply.code >= 400) throw new FtpError(reply);
    return reply;
  }

  /**
   * Renames by RNFR and RNTO; returns the first refusal, or null on success. RNTO is sent after the reply to RNFR: servers that read
   * a line at a time lose what arrives together with it.
   */
  async rename(from: string, to: string): Promise<Reply | null> {
    for (const command of [`RNFR ${from}`, `RNTO ${to}`]) {
      const reply = await this.sendCommand(command);
      if (reply.code >= 400) return reply;
    }
    return null;
  }

  /** @throws FtpError when the server has no TLS, TlsUpgradeError when the handshake fails */
  async encrypt(): Promise<void> {
    await this.send("AUTH TLS");
    try {
      this.#reader.releaseLock();
      this.#writer.releaseLock();
      [this.#socket, this.#reader, this.#writer] = openSocket(this.#socket.startTls());
      this.#buffer = "";
      this.#decoder = new TextDecoder();
      await withTimeout(this.#timeouts.responseMs, this.#host, this.#socket.opened);
      // The handshake may only finish with the first read.
      await this.sendCommand("PBSZ 0");
      this.#isEncrypted = true;
    } catch (error) {
      this.close();
      if (error instanceof ConnectorError) throw error;
      throw new TlsUpgradeError(error instanceof Error ? error.message : "");
    }
  }

  /** @throws FtpError when the login is refused */
  async login(user: string, password: string): Promise<void> {
    let reply = await this.send(`USER ${user}`);
    if (reply.code === 331) reply = await this.send(`PASS ${password}`);
    if (reply.code >= 300) throw new FtpError(reply);
  }

  /** Sets binary mode, UTF-8 names, and the same encryption for data connections. Returns whether it accepts UTF-8. */
  async prepare(): Promise<boolean> {
    await this.send("TYPE I");
    const { code } = await this.sendCommand("OPTS UTF8 ON");
    if (this.#isEncrypted) await this.send("PROT P");
    return code < 300;
  }

  /** The extensions that the server lists, in capitals, with the text after each name. */
  async fetchFeatures(): Promise<Map<string, string>> {
    const { code, text } = await this.sendCommand("FEAT");
    return new Map(
      (code < 300 ? text.split("\n") : []).map((line) => {
        const [name = "", ...rest] = line.trim().toUpperCase().split(" ");
        return [name, rest.join(" ")] as const;
      }),
    );
  }

  /** The login folder. */
  async fetchLoginFolder(): Promise<string> {
    const { text } = await this.send("PWD");
    const quotedPath = /"((?:[^"]|"")*)"/.exec(text)?.[1];
    return quotedPath?.replaceAll('""', '"') ?? "/";
  }

  /**
   * Begins an upload. Data connections go to the host of this connection, never to the address in a PASV reply.
   * @param command STOR or APPE with its path
   * @param offset the byte of the remote file at which STOR resumes
   */
  async begin(command: string, offset: number): Promise<Transfer> {
    const port = await this.#openPassivePort();
    // The name may have another address by now, and the server chooses the port.
    await assertPublicName(this.#host, this.#resolver, this.#timeouts);
    const data = connect(
      { hostname: this.#host, port },
      { secureTransport: this.#isEncrypted ? "on" : "off", allowHalfOpen: false },
    );
    data.closed.catch(() => undefined);
    let isOpen = false;
    const openError = () => (isOpen ? null : new DataConnectionError(port));
    const openFailure = data.opened.then(
      () => {
        isOpen = true;
        return new Promise<never>(() => undefined);
      },
      // The server may give a better reason.
      () => rejectAfter(reasonTimeoutMs, new DataConnectionError(port)),
    );
    openFailure.catch(() => undefined);
    const abort = () => void data.close().catch(() => undefined);
    try {
      if (offset > 0) await this.send(`REST ${offset}`);
      // A server that waits for the data connection answers late, or never.
      const reply = await Promise.race([this.send(command), openFailure]);
      const completion = reply.code < 200 ? this.#waitForStored() : Promise.resolve();
      completion.catch(() => undefined);
      return { writable: data.writable, completion, abort, openError };
    } catch (error) {
      abort();
      if (error instanceof FtpError) throw error;
      // A late reply would be read as that to the next command.
      this.close();
      throw openError() ?? error;
    }
  }

  /** Waits without a limit; the caller sets the timeout. */
  async #waitForStored(): Promise<void> {
    const reply = await this.#readReply(Number.POSITIVE_INFINITY);
    if (reply.code >= 400) throw new FtpError(reply);
  }

  async #openPassivePort(): Promise<number> {
    if (this.#supportsEpsv) {
      const { text } = await this.sendCommand("EPSV");
      const port = Number(/\|\|\|(\d{1,5})\|/.exec(text)?.[1] ?? 0);
      if (port > 0) return port;
      this.#supportsEpsv = false;
    }
    const { text } = await this.send("PASV");
    const [, high, low] = /(?:\d{1,3},){4}(\d{1,3}),(\d{1,3})/.exec(text) ?? [];
    if (low === undefined)
      throw new ConnectorError(
        "config",
        `The login works, but the host ${this.#host} names no port for uploads: its passive mode is not set up.`,
      );
    return Number(high) * 256 + Number(low);
  }

  /** Reads one reply of one or more lines (RFC 959, 4.2). */
  async #readReply(timeoutMs: number = this.#timeouts.responseMs): Promise<Reply> {
    const deadline = Date.now() + timeoutMs;
    const lines: string[] = [];
    for (let length = 0; ; ) {
      const line = await this.#readLine(deadline);
      lines.push(line);
      // An endless reply ends here, and so does the connection: the remainder would be read as the next reply.
      length += line.length + 1;
      if (length > maxReplyCharacters) throw this.#endlessReplyError();
      const code = lines[0]!.slice(0, 3);
      if (!/^\d{3}/.test(code))
        throw new ConnectorError("config", `The host ${this.#host} is not an FTP server.`);
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

  #endlessReplyError(): ConnectorError {
    this.close();
    return new ConnectorError("config", `The host ${this.#host} sent a reply that is too long.`);
  }

  /** @param deadline the time, in epoch milliseconds, by which the whole reply must have arrived */
  async #readLine(deadline: number): Promise<string> {
    for (;;) {
      const end = this.#buffer.indexOf("\n");
      if (end >= 0) {
        const line = this.#buffer.slice(0, end).replace(/\r$/, "");
        this.#buffer = this.#buffer.slice(end + 1);
        return line;
      }
      if (this.#buffer.length > maxReplyCharacters) throw this.#endlessReplyError();
      const read = this.#reader.read();
      const { done, value } = await (Number.isFinite(deadline)
        ? withTimeout(Math.max(deadline - Date.now(), 0), this.#host, read)
        : read
      ).catch((error: unknown) => {
        // A late reply would be read as that to the next command.
        this.close();
        throw error;
      });
      if (done) {
        this.close();
        throw new Error("the server ended the connection");
      }
      this.#buffer += this.#decoder.decode(value, { stream: true });
    }
  }
}

const rejectAfter = (milliseconds: number, reason: Error): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(reason), milliseconds);
  });

/** A socket with its reader and writer. Errors on closing are ignored here; readers and writers see them. */
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
