import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat, truncate } from "node:fs/promises";
import http from "node:http";
import https from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { Certificate } from "./certificate.ts";
import { receive } from "./receive.ts";
import { type Fault, type Faults, type Operation, rightPassword } from "./serverFaults.ts";
import type { Store } from "./store.ts";

/** A WebDAV server for tests: what RFC 4918 says of PUT, MKCOL, MOVE, PROPFIND and DELETE, at `/dav/`, as strict as Apache. */
export interface WebdavServer {
  port: number;
  end(): Promise<void>;
}

export interface WebdavOptions {
  store: Store;
  faults: Faults;
  certificate?: Certificate;
  /** The methods that it does not allow. */
  without?: readonly string[];
}

export async function startWebdavServer(options: WebdavOptions): Promise<WebdavServer> {
  const answer = (request: http.IncomingMessage, response: http.ServerResponse) => {
    request.on("error", () => undefined);
    handle(options, request, response).catch(() => response.writeHead(500).end());
  };
  const server = options.certificate
    ? https.createServer({ ...options.certificate }, answer)
    : http.createServer(answer);
  server.listen(0, "localhost");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    end: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

type Ask = {
  options: WebdavOptions;
  request: http.IncomingMessage;
  response: http.ServerResponse;
  user: string;
  at: string;
  fault: Fault | undefined;
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
    // Bytes that nobody wants any more would be taken for the next request.
    request.resume();
    response.writeHead(status).end();
  };
  const address = new URL(request.url ?? "/", "http://localhost");
  const login = Buffer.from(
    (request.headers.authorization ?? "").replace(/^Basic /, ""),
    "base64",
  ).toString();
  const [user = "", ...rest] = login.split(":");
  const prefix = "/dav";
  if (rest.join(":") !== rightPassword) return end(401);
  if (address.pathname.startsWith("/moved/")) {
    // Leads away, to an address that the path names.
    request.resume();
    const to = decodeURIComponent(address.pathname.split("/")[2] ?? "");
    const tail = address.pathname.split("/").slice(3).join("/");
    response.writeHead(307, { location: `${to}${tail}` }).end();
    return;
  }
  if (!address.pathname.startsWith(`${prefix}/`) && address.pathname !== prefix) return end(404);
  const operation = operations[request.method ?? ""];
  const method = methods[request.method ?? ""];
  if (!operation || !method || options.without?.includes(request.method ?? "")) return end(405);
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
  const at = options.store.locate(user, decodeURIComponent(address.pathname.slice(prefix.length)));
  if (!at) return end(403);
  const status = await method({ options, request, response, user, at, fault });
  if (status !== null) end(status);
}

const found = (at: string) => stat(at).catch(() => null);

/** The status to answer with; null where the answer is already given. */
const methods: Record<string, (ask: Ask) => Promise<number | null>> = {
  async MKCOL({ at }) {
    if (await found(at)) return 405;
    if (!(await found(path.dirname(at)))?.isDirectory()) return 409;
    // Of two that make it at the same time, one is told that it is there.
    return mkdir(at).then(
      () => 201,
      () => 405,
    );
  },
  async PUT({ request, at, fault }) {
    if (request.headers["content-length"] === undefined) return 411;
    const before = await found(at);
    if (before?.isDirectory()) return 405;
    if (!(await found(path.dirname(at)))?.isDirectory()) return 409;
    // As mod_dav does it: what is cut off never takes the place of what was there.
    const partial = `${at}.davfs.tmp`;
    const { socket } = request;
    const { bytes, cut } = await receive(request, createWriteStream(partial), fault);
    if (cut || bytes !== Number(request.headers["content-length"])) {
      socket.resetAndDestroy();
      await rm(partial, { force: true });
      return null;
    }
    if (fault?.action === "forget") await truncate(partial, bytes - 1);
    await rename(partial, at);
    return before ? 204 : 201;
  },
  async PROPFIND({ request, response, at, fault }) {
    request.resume();
    const entry = await found(at);
    if (!entry) return 404;
    const size = entry.size + (fault?.action === "lie" ? 1 : 0);
    const properties = entry.isDirectory()
      ? "<lp1:resourcetype><D:collection/></lp1:resourcetype>"
      : `<lp1:resourcetype/><lp1:getcontentlength>${size}</lp1:getcontentlength>`;
    response
      .writeHead(207, { "content-type": 'text/xml; charset="utf-8"' })
      .end(
        `<?xml version="1.0" encoding="utf-8"?>\n<D:multistatus xmlns:D="DAV:"><D:response xmlns:lp1="DAV:"><D:href>/</D:href><D:propstat><D:prop>${properties}</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response></D:multistatus>\n`,
      );
    return null;
  },
  async HEAD({ response, at }) {
    const entry = await found(at);
    if (!entry) return 404;
    response.writeHead(200, entry.isFile() ? { "content-length": entry.size } : {}).end();
    return null;
  },
  async MOVE({ options, request, user, at }) {
    const target = request.headers.destination;
    const { host } = request.headers;
    if (typeof target !== "string" || new URL(target).host !== host) return 502;
    const to = options.store.locate(user, decodeURIComponent(new URL(target).pathname.slice("/dav".length)));
    if (!to) return 403;
    if (!(await found(at))) return 404;
    if (!(await found(path.dirname(to)))?.isDirectory()) return 409;
    const before = await found(to);
    if (before && request.headers.overwrite === "F") return 412;
    // A folder goes with everything in it when something is moved over it; so says RFC 4918.
    if (before?.isDirectory()) await rm(to, { recursive: true });
    await rename(at, to);
    return before ? 204 : 201;
  },
  async DELETE({ at }) {
    if (!(await found(at))) return 404;
    await rm(at, { recursive: true });
    return 204;
  },
};
