import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readFile, rename, rm, stat, truncate } from "node:fs/promises";
import net from "node:net";
import path from "node:path";
import tls from "node:tls";
import { isOneOf, keysOf } from "#domain/core/objects.ts";
import { listen } from "../listen.ts";
import type { Certificate } from "./certificate.ts";
import { type DataPort, openDataPort } from "./ftpData.ts";
import { damageLastByte, receive } from "./receive.ts";
import { type Fault, type Faults, type Operation, rightPassword } from "./serverFaults.ts";
import type { Store } from "./store.ts";

/** An FTP server for tests: RFC 959, 2389 (FEAT), 2428 (EPSV), 3659 (SIZE, REST) and, with a certificate, 4217 (AUTH TLS). */
export interface FtpServer {
  port: number;
  end(): Promise<void>;
}

export interface FtpOptions {
  store: Store;
  faults: Faults;
  certificate?: Certificate;
  /** Refuses a login without TLS. */
  needsTls?: boolean;
  /** Commands that are not implemented. */
  disabledCommands?: readonly string[];
}

export async function startFtpServer(options: FtpOptions): Promise<FtpServer> {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    new Session(socket, options).greet();
  });
  return {
    port: await listen(server),
    end: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Bytes of a file that a user with a quota may store. */
export const quotaBytes = 100_000;

type Handler = (this: Session, argument: string, fault?: Fault) => void | Promise<void>;

class Session {
  #socket: net.Socket;
  /** The TCP connection under TLS. */
  readonly #connection: net.Socket;
  readonly options: FtpOptions;
  readonly #context: tls.SecureContext | null;
  #buffer = "";
  #queue: Promise<void> = Promise.resolve();
  #user = "";
  #isLoggedIn = false;
  #folder = "/";
  #isProtected = false;
  #renameSource: string | null = null;
  #offset = 0;
  #data: DataPort | null = null;

  constructor(socket: net.Socket, options: FtpOptions) {
    this.#socket = socket;
    this.#connection = socket;
    this.options = options;
    this.#context = options.certificate ? tls.createSecureContext(options.certificate) : null;
    this.#listen();
  }

  greet(): void {
    this.reply(220, "ready");
  }

  reply(code: number, text: string): void {
    this.#socket.write(`${code} ${text}\r\n`);
  }

  #listen(): void {
    this.#socket.setEncoding("utf8");
    this.#socket.on("error", () => this.#data?.close());
    this.#socket.on("close", () => this.#data?.close());
    this.#socket.on("data", (text: string) => {
      this.#buffer += text;
      const lines = this.#buffer.split("\r\n");
      this.#buffer = lines.pop() ?? "";
      // Servers that read a line at a time lose what arrives together with it.
      const read = this.#has("line") ? lines.slice(0, 1) : lines;
      for (const line of read) this.#queue = this.#queue.then(() => this.#handleLine(line));
    });
  }

  async #handleLine(line: string): Promise<void> {
    const [, verb = "", argument = ""] = /^(\w+)(?: (.*))?$/s.exec(line) ?? [];
    const command = verb.toUpperCase();
    const handler = isOneOf(keysOf(commands), command) ? commands[command] : undefined;
    const isUnknown =
      !handler || this.options.disabledCommands?.includes(command) || this.#isMissing(command);
    if (isUnknown) return this.reply(502, `${command} is not known here`);
    if (!this.#isLoggedIn && !commandsBeforeLogin.has(command)) return this.reply(530, "log in first");
    const operation = operationByCommand[command];
    const fault = operation && this.options.faults.take(this.#user, operation);
    if (fault && fault.action !== "lie" && operation !== "upload") return this.#fail(fault);
    try {
      await handler.call(this, argument, fault);
    } catch {
      this.reply(550, "not possible");
    }
  }

  #isMissing(command: string): boolean {
    return (
      (this.#has("norename") && /^RN/.test(command)) ||
      (this.#has("nosize") && command === "SIZE") ||
      (this.#has("noutf8") && command === "OPTS")
    );
  }

  #fail(fault: Fault): void {
    if (fault.action === "answer") this.reply(fault.status ?? 550, fault.text ?? "refused by the test");
    else if (fault.action === "reset") this.#connection.resetAndDestroy();
    else if (fault.action === "flood") this.#flood();
  }

  #flood(): void {
    if (this.#socket.destroyed) return;
    this.#socket.write("250-on and on\r\n".repeat(1000));
    setImmediate(() => this.#flood());
  }

  /** The file of a path on disk. @throws Error if the path leaves the user's folder */
  locate(name: string): string {
    const file = this.options.store.locate(this.#user, path.posix.resolve(this.#folder, name));
    if (!file) throw new Error("outside");
    return file;
  }

  /** A user's name ends with the habits of the server: anna+norename+noutf8. */
  #has(habit: string): boolean {
    return this.#user.split("+").slice(1).includes(habit);
  }

  user(name: string): void {
    const isPlain = !(this.#socket instanceof tls.TLSSocket);
    this.#user = name;
    if (this.options.needsTls && isPlain) this.reply(530, "TLS is required");
    else this.reply(331, "password?");
  }

  async pass(password: string): Promise<void> {
    if (password !== rightPassword) return this.reply(530, `no login with ${password}`);
    await this.options.store.home(this.#user);
    this.#isLoggedIn = true;
    if (this.#has("noutf8")) this.#socket.setEncoding("latin1");
    this.reply(230, "welcome");
  }

  auth(kind: string): void {
    if (!this.#context || kind !== "TLS") {
      this.reply(502, "no TLS here");
      return;
    }
    this.reply(234, "go on with TLS");
    this.#socket.removeAllListeners("data");
    this.#socket = new tls.TLSSocket(this.#socket, { isServer: true, secureContext: this.#context });
    this.#listen();
  }

  protect(level: string): void {
    this.#isProtected = level === "P";
    this.reply(200, "ok");
  }

  async changeFolder(folder: string): Promise<void> {
    if (!(await stat(this.locate(folder))).isDirectory()) return this.reply(550, "no folder");
    this.#folder = path.posix.resolve(this.#folder, folder);
    this.reply(250, "ok");
  }

  printWorkingDirectory(): void {
    this.reply(257, `"${this.#folder.replaceAll('"', '""')}"`);
  }

  /** The address in the PASV reply is deliberately wrong: a client must use the host that it already knows. */
  async openPassive(isExtended: boolean): Promise<void> {
    this.#data?.close();
    this.#data = await openDataPort(this.#isProtected ? this.#context : null);
    const { port } = this.#data;
    // A firewall: the server waits for a connection that never arrives.
    if (this.#has("deadport")) this.#data.close();
    if (this.#has("noport")) return this.reply(227, "entering (");
    if (isExtended && this.#has("shortport")) return this.reply(229, `entering (||${port}|)`);
    if (isExtended && !this.#has("onlypasv")) return this.reply(229, `entering (|||${port}|)`);
    this.reply(227, `entering (203,0,113,1,${port >> 8},${port & 255})`);
  }

  async store(name: string, flags: "w" | "a", fault: Fault | undefined): Promise<void> {
    const [from, data] = [this.#offset, this.#data];
    this.#offset = 0;
    this.#data = null;
    if (fault?.action === "answer") return this.#fail(fault);
    if (!data) return this.reply(425, "no data connection");
    if (this.#has("notemp") && name.endsWith(".tmp")) return this.reply(553, "Prohibited file name");
    const file = this.locate(name);
    if (!(await stat(path.dirname(file)).catch(() => null))?.isDirectory())
      return this.reply(553, "no folder");
    const writer = createWriteStream(file, from > 0 ? { flags: "r+", start: from } : { flags });
    const isOpen = await new Promise<boolean>((resolve) => {
      writer.once("open", () => resolve(true));
      writer.once("error", () => resolve(false));
    });
    if (!isOpen) return this.reply(553, "cannot write there");
    this.reply(150, "send");
    const socket = await data.socket;
    socket.on("error", () => undefined);
    const result = await receive(socket, writer, fault);
    if (this.#has("quota") && from + result.bytes > quotaBytes) {
      await truncate(file, quotaBytes);
      return this.reply(552, "Disk quota exceeded");
    }
    if (result.isCut) {
      socket.destroy();
      if (fault?.action === "reset") this.#connection.resetAndDestroy();
      return;
    }
    if (fault?.action === "forget") await truncate(file, from + result.bytes - 1);
    if (fault?.action === "damage") await damageLastByte(file);
    this.reply(226, "stored");
  }

  restart(offset: string): void {
    this.#offset = Number(offset);
    this.reply(350, "from there");
  }

  async size(name: string, fault?: Fault): Promise<void> {
    const stats = await stat(this.locate(name));
    if (!stats.isFile()) return this.reply(550, "no file");
    this.reply(213, String(stats.size + (fault?.action === "lie" ? 1 : 0)));
  }

  async facts(name: string): Promise<void> {
    const stats = await stat(this.locate(name));
    const facts = `type=${stats.isFile() ? "file" : "dir"};size=${stats.size};`;
    this.#socket.write(`250-Listing\r\n ${facts} ${name}\r\n250 End\r\n`);
  }

  async hash(
    name: string,
    reply: (sha256: string, bytes: number) => [code: number, text: string],
  ): Promise<void> {
    const bytes = await readFile(this.locate(name));
    this.reply(...reply(createHash("sha256").update(bytes).digest("hex").toUpperCase(), bytes.length));
  }

  async moveFrom(name: string): Promise<void> {
    await stat(this.locate(name));
    this.#renameSource = this.locate(name);
    this.reply(350, "to where?");
  }

  async moveTo(name: string): Promise<void> {
    if (!this.#renameSource) return this.reply(503, "RNFR first");
    if (this.#has("keepnames")) return this.reply(550, "Permission denied");
    if (this.#has("nooverwrite") && (await stat(this.locate(name)).catch(() => null)))
      return this.reply(553, "File exists");
    if (this.#has("loses")) await rm(this.#renameSource);
    if (this.#has("loses") || this.#has("pretends")) return this.reply(250, "moved");
    await rename(this.#renameSource, this.locate(name));
    this.#renameSource = null;
    this.reply(250, "moved");
  }

  async make(name: string): Promise<void> {
    await mkdir(this.locate(name));
    this.reply(257, `"${name}"`);
  }

  async remove(name: string): Promise<void> {
    await rm(this.locate(name));
    this.reply(250, "gone");
  }

  features(): void {
    const supportedFeatures = [
      "UTF8",
      "EPSV",
      "SIZE",
      "REST STREAM",
      "HASH SHA-256*;SHA-1",
      "XSHA256",
    ].filter(
      (feature) =>
        !this.options.disabledCommands?.includes(feature.split(" ")[0]!) &&
        !(feature === "UTF8" && this.#has("noutf8")),
    );
    this.#socket.write(
      `211-Features:\r\n${supportedFeatures.map((feature) => ` ${feature}\r\n`).join("")}211 End\r\n`,
    );
  }

  quit(): void {
    this.reply(221, "bye");
    this.#socket.end();
  }
}

const acknowledge = (code: number): Handler =>
  function () {
    this.reply(code, "ok");
  };

const session = Session.prototype;
const commands = {
  USER: session.user,
  PASS: session.pass,
  AUTH: session.auth,
  PBSZ: acknowledge(200),
  PROT: session.protect,
  OPTS: acknowledge(200),
  TYPE: acknowledge(200),
  STRU: acknowledge(200),
  NOOP: acknowledge(200),
  SYST: acknowledge(215),
  FEAT: session.features,
  PWD: session.printWorkingDirectory,
  CWD: session.changeFolder,
  MKD: session.make,
  EPSV() {
    return this.openPassive(true);
  },
  PASV() {
    return this.openPassive(false);
  },
  REST: session.restart,
  STOR(name, fault) {
    return this.store(name, "w", fault);
  },
  APPE(name, fault) {
    return this.store(name, "a", fault);
  },
  SIZE: session.size,
  MLST: session.facts,
  HASH(name) {
    return this.hash(name, (sha256, bytes) => [213, `SHA-256 0-${bytes} ${sha256} ${name}`]);
  },
  XSHA256(name) {
    return this.hash(name, (sha256) => [250, sha256]);
  },
  RNFR: session.moveFrom,
  RNTO: session.moveTo,
  DELE: session.remove,
  QUIT: session.quit,
} satisfies Record<string, Handler>;

const commandsBeforeLogin = new Set(["USER", "PASS", "AUTH", "PBSZ", "PROT", "FEAT", "OPTS", "QUIT", "NOOP"]);
const operationByCommand: Readonly<Record<string, Operation>> = {
  PASS: "login",
  MKD: "folder",
  STOR: "upload",
  APPE: "upload",
  SIZE: "size",
  RNTO: "move",
  DELE: "remove",
};
