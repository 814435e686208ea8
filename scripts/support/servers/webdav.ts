import { createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat, truncate } from "node:fs/promises";
import http from "node:http";
import https from "node:https";
import path from "node:path";
import { listen } from "../listen.ts";
import type { Certificate } from "./certificate.ts";
import { damageLastByte, receive } from "./receive.ts";
import { type Fault, type Faults, type Operation, rightPassword } from "./serverFaults.ts";
import type { Store } from "./store.ts";
import { type HabitRequest, habitAnswer } from "./webdavHabits.ts";

/** A WebDAV server for tests: PUT, MKCOL, MOVE, PROPFIND and DELETE of RFC 4918, at `/dav/`, as strict as Apache. */
export interface WebdavServer {
  port: number;
  end(): Promise<void>;
}

export interface WebdavOptions {
  store: Store;
  faults: Faults;
  certificate?: Certificate;
  /** Methods that are not allowed. */
  disabledMethods?: readonly string[];
}

export async function startWebdavServer(options: WebdavOptions): Promise<WebdavServer> {
  const onRequest = (request: http.IncomingMessage, response: http.ServerResponse) => {
    request.on("error", () => undefined);
    handle(options, request, response).catch(() => response.writeHead(500).end());
  };
  const server = options.certificate
    ? https.createServer({ ...options.certificate }, onRequest)
    : http.createServer(onRequest);
  const port = await listen(server);
  return {
    port,
    end: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

type WebdavCall = {
  options: WebdavOptions;
  request: http.IncomingMessage;
  response: http.ServerResponse;
  user: string;
  file: string;
  fault: Fault | undefined;
  /** The path of the address, without a trailing slash. */
  prefix: string;
};

const operations: Readonly<Record<string, Operation>> = {
  MKCOL: "folder",
  PUT: "upload",
  PROPFIND: "size",
  HEAD: "size",
  MOVE: "move",
  DELETE: "remove",
};

async function handle(
  options: WebdavOptions,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): Promise<void> {
  const end = (status: number) => {
    // Unread bytes would be taken for the next request.
    request.resume();
    response.writeHead(status).end();
  };
  const address = new URL(request.url ?? "/", "http://localhost");
  const login = Buffer.from(
    (request.headers.authorization ?? "").replace(/^Basic /, ""),
    "base64",
  ).toString();
  const [basicUser = "", ...passwordParts] = login.split(":");
  const [prefix = "/dav", names = ""] = /^\/habit\/([^/]+)(?=\/|$)/.exec(address.pathname) ?? [];
  const habit = habitAnswer(decodeURIComponent(names), habitRequestOf(request, address));
  if (habit && habit.user === undefined && !habit.replaces) {
    request.resume();
    response.writeHead(habit.status, habit.headers).end(habit.body);
    return;
  }
  const user = habit?.user ?? basicUser;
  if (habit?.user === undefined && passwordParts.join(":") !== rightPassword) return end(401);
  if (address.pathname.startsWith("/moved/")) {
    // Redirects to the address in the path.
    request.resume();
    const to = decodeURIComponent(address.pathname.split("/")[2] ?? "");
    const remainingPath = address.pathname.split("/").slice(3).join("/");
    response.writeHead(307, { location: `${to}${remainingPath}` }).end();
    return;
  }
  if (!address.pathname.startsWith(`${prefix}/`) && address.pathname !== prefix) return end(404);
  const operation = operations[request.method ?? ""];
  const method = methods[request.method ?? ""];
  if (!operation || !method || options.disabledMethods?.includes(request.method ?? "")) return end(405);
  const fault = options.faults.take(user, operation) ?? options.faults.take(user, "login");
  if (fault?.action === "answer") {
    request.resume();
    const headers = fault.retryAfter ? { "retry-after": fault.retryAfter } : {};
    response.writeHead(fault.status ?? 500, headers).end(fault.text);
    return;
  }
  if (fault?.action === "stall" && operation !== "upload") return;
  if (fault?.action === "reset" && operation !== "upload") {
    request.socket.resetAndDestroy();
    return;
  }
  await options.store.home(user);
  const target = options.store.locate(user, decodeURIComponent(address.pathname.slice(prefix.length)));
  if (!target) return end(403);
  const status = await method({ options, request, response, user, file: target, fault, prefix });
  if (status !== null && habit?.replaces?.includes(status))
    response.writeHead(habit.status, habit.headers).end(habit.body);
  else if (status !== null) end(status);
}

const lastSegment = (path: string): string => decodeURIComponent(path.split("/").findLast(Boolean) ?? "");

function habitRequestOf(request: http.IncomingMessage, address: URL): HabitRequest {
  const { method = "", headers, url = "/" } = request;
  const target =
    typeof headers.destination === "string" ? new URL(headers.destination, "http://localhost").pathname : "";
  return { method, headers, uri: url, name: lastSegment(address.pathname), target: lastSegment(target) };
}

const statOrNull = (target: string) => stat(target).catch(() => null);

/** The status of the response; null if it has already been sent. */
const methods: Record<string, (request: WebdavCall) => Promise<number | null>> = {
  async MKCOL({ file: target }) {
    if (await statOrNull(target)) return 405;
    if (!(await statOrNull(path.dirname(target)))?.isDirectory()) return 409;
    // Of two concurrent requests, one gets the status for an existing folder.
    return mkdir(target).then(
      () => 201,
      () => 405,
    );
  },
  async PUT({ request, file: target, fault }) {
    if (request.headers["content-length"] === undefined) return 411;
    const existing = await statOrNull(target);
    if (existing?.isDirectory()) return 405;
    if (!(await statOrNull(path.dirname(target)))?.isDirectory()) return 409;
    // As in mod_dav: an interrupted upload never replaces the existing file.
    const partial = `${target}.davfs.tmp`;
    const { socket } = request;
    const { bytes, isCut } = await receive(request, createWriteStream(partial), fault);
    if (isCut || bytes !== Number(request.headers["content-length"])) {
      socket.resetAndDestroy();
      await rm(partial, { force: true });
      return null;
    }
    if (fault?.action === "forget") await truncate(partial, bytes - 1);
    if (fault?.action === "damage") await damageLastByte(partial);
    await rename(partial, target);
    return existing ? 204 : 201;
  },
  async PROPFIND({ request, response, file: target, fault }) {
    request.resume();
    const entry = await statOrNull(target);
    if (!entry) return 404;
    const size = entry.size + (fault?.action === "lie" ? 1 : 0);
    const properties = entry.isDirectory()
      ? "<lp1:resourcetype><D:collection/></lp1:resourcetype>"
      : `<lp1:resourcetype/><lp1:getcontentlength>${size}</lp1:getcontentlength><lp1:getetag>W/"${entry.ino.toString(16)}-${entry.mtimeMs.toString(16)}"</lp1:getetag>`;
    response
      .writeHead(207, { "content-type": 'text/xml; charset="utf-8"' })
      .end(
        `<?xml version="1.0" encoding="utf-8"?>\n<D:multistatus xmlns:D="DAV:"><D:response xmlns:lp1="DAV:"><D:href>/</D:href><D:propstat><D:prop>${properties}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response></D:multistatus>\n`,
      );
    return null;
  },
  async HEAD({ response, file: target }) {
    const entry = await statOrNull(target);
    if (!entry) return 404;
    response.writeHead(200, entry.isFile() ? { "content-length": entry.size } : {}).end();
    return null;
  },
  async MOVE({ options, request, user, file: source, prefix }) {
    const target = request.headers.destination;
    const { host } = request.headers;
    if (typeof target !== "string") return 400;
    const destination = new URL(target, `http://${host}`);
    if (destination.host !== host) return 502;
    const to = options.store.locate(user, decodeURIComponent(destination.pathname.slice(prefix.length)));
    if (!to) return 403;
    if (!(await statOrNull(source))) return 404;
    if (!(await statOrNull(path.dirname(to)))?.isDirectory()) return 409;
    const existing = await statOrNull(to);
    if (existing && request.headers.overwrite === "F") return 412;
    // A folder is replaced with all its contents when something is moved over it (RFC 4918).
    if (existing?.isDirectory()) await rm(to, { recursive: true });
    await rename(source, to);
    return existing ? 204 : 201;
  },
  async DELETE({ file: target }) {
    if (!(await statOrNull(target))) return 404;
    await rm(target, { recursive: true });
    return 204;
  },
};
