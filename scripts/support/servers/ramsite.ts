import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat, truncate, writeFile } from "node:fs/promises";
import http from "node:http";
import path from "node:path";
import { json } from "node:stream/consumers";
import { z } from "zod";
import { listen } from "../listen.ts";
import { receive } from "./receive.ts";
import { type Fault, type Faults, type Operation, rightPassword } from "./serverFaults.ts";
import type { Store } from "./store.ts";
import type { TableStore, Tables } from "./tableServer.ts";

/*
 * A server with the calls that the table of a RAMSITE_3GIS destination describes; RAMSITE's own API is not published. X-API-Key
 * carries the API key; the project is the user of the test servers.
 *
 *   PUT    /api/projects/{projectId}/raw/{documentStructureId}/{path}/{name}     the bytes
 *   POST   /api/projects/{projectId}/forms/{documentStructureId}?path=&name=     multipart, field `document`
 *   GET    /api/projects/{projectId}/file/{documentStructureId}?path=&name=      { documentId, fileSize }
 *   GET    /api/projects/{projectId}/list/{documentStructureId}?path=            { total, documents: [{ title, fileSize, documentId }] }
 *   POST   /api/projects/{projectId}/folders/{documentStructureId}               { "parent": …, "name": … }
 *   DELETE /api/projects/{projectId}/file/{documentStructureId}?path=&name=
 *
 * It also serves lists to imports; any other parameter filters the rows:
 *
 *   GET    /api/lists/{user}/{list}?page=|offset=|cursor=&size=      { total, items: [...], paging: { next, cursor } }
 */

type Reply = { status: number; body?: unknown } | null;

interface ServerOptions {
  store: Store;
  tables: TableStore;
  faults: Faults;
}

export async function startRamsiteServer({ store, tables, faults }: ServerOptions) {
  const server = http.createServer((request, response) => {
    request.on("error", () => undefined);
    handle(request, response).catch(() => response.writeHead(500).end());
  });
  const port = await listen(server);

  async function handle(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    // The request loses its socket if its body is not read to the end.
    const { socket } = request;
    const url = new URL(request.url ?? "/", "http://localhost");
    const [, api, , project = "", resource = "", structure = "", ...rest] = url.pathname
      .split("/")
      .map(decodeURIComponent);
    const end = ({ status, body }: { status: number; body?: unknown }, headers = {}) => {
      request.resume();
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    if (request.headers["x-api-key"] !== encodeURIComponent(rightPassword)) return end({ status: 401 });
    const isList = api === "api" && url.pathname.startsWith("/api/lists/") && request.method === "GET";
    const operation = isList ? "list" : operations[`${request.method} ${resource}`];
    if (api !== "api" || !operation || (!isList && !/^\d+$/.test(structure))) return end({ status: 404 });
    const fault = faults.take(project, operation) ?? faults.take(project, "login");
    if (fault?.action === "answer")
      return end(
        { status: fault.status ?? 500, body: fault.text },
        fault.retryAfter ? { "retry-after": fault.retryAfter } : {},
      );
    if (fault?.action === "stall" && operation !== "upload") return;
    if (fault?.action === "reset" && operation !== "upload") {
      socket.resetAndDestroy();
      return;
    }
    if (operation === "list")
      return end({ status: 200, body: createPage(tables.rows(project, resource), url) });
    await store.home(project);
    const folder = resource === "raw" ? rest.slice(0, -1).join("/") : (url.searchParams.get("path") ?? "");
    const name = resource === "raw" ? (rest.at(-1) ?? "") : (url.searchParams.get("name") ?? "");
    const reply = await actions[operation]({ request, store, project, resource, folder, name, fault });
    if (reply === null) socket.resetAndDestroy();
    else end(reply);
  }

  return {
    port,
    end: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const pageSize = 100;

/** A page of a list, by page number, offset or cursor. */
function createPage(rows: Tables[string] = [], { pathname, searchParams }: URL) {
  const { page, offset, cursor, size = String(pageSize), ...filters } = Object.fromEntries(searchParams);
  const matches = rows.filter((row) => Object.entries(filters).every(([key, value]) => row[key] === value));
  const from = Number(offset ?? (cursor || (Number(page ?? 1) - 1) * Number(size)));
  const to = from + Number(size);
  const hasMore = to < matches.length;
  const next = new URLSearchParams({ ...filters, size, offset: String(to) });
  return {
    total: matches.length,
    items: matches.slice(from, to),
    paging: hasMore ? { next: `${pathname}?${next}`, cursor: String(to) } : {},
  };
}

type Action = "upload" | "size" | "folder" | "remove";
const operations: Readonly<Record<string, Action & Operation>> = {
  "PUT raw": "upload",
  "POST forms": "upload",
  "GET file": "size",
  "GET list": "size",
  "POST folders": "folder",
  "DELETE file": "remove",
};

interface CallContext {
  request: http.IncomingMessage;
  store: Store;
  project: string;
  resource: string;
  folder: string;
  name: string;
  fault: Fault | undefined;
}

const fileOf = ({ store, project, folder, name }: CallContext): string => {
  const target = store.locate(project, `${folder}/${name}`);
  if (!target) throw new Error("outside the store");
  return target;
};

const newFolder = z.object({ parent: z.string(), name: z.string() });

const actions: Record<Action, (context: CallContext) => Promise<Reply>> = {
  async upload(context) {
    const { request, store, resource, name, fault } = context;
    if (/[<>|]/.test(name)) return { status: 422 };
    const length = request.headers["content-length"];
    if (length === undefined) return { status: 411 };
    if ((await stat(fileOf(context)).catch(() => null))?.isDirectory()) return { status: 409 };
    const partialFile = path.join(store.root, ".partial", randomUUID());
    await mkdir(path.dirname(partialFile), { recursive: true });
    const { bytes, isCut } = await receive(request, createWriteStream(partialFile), fault);
    if (isCut || bytes !== Number(length)) {
      await rm(partialFile, { force: true });
      return null;
    }
    if (resource === "forms") await writeFile(partialFile, await readDocument(request, partialFile));
    if (fault?.action === "forget") await truncate(partialFile, (await stat(partialFile)).size - 1);
    await mkdir(path.dirname(fileOf(context)), { recursive: true });
    await rename(partialFile, fileOf(context));
    return { status: 201 };
  },

  async size(context) {
    const extraBytes = context.fault?.action === "lie" ? 1 : 0;
    if (context.resource === "list") {
      const files = (await context.store.list(context.project, context.folder)).filter(
        ({ path }) => !path.includes("/"),
      );
      const documents = files.map((file) => ({
        title: file.path,
        fileSize: file.bytes + extraBytes,
        documentId: documentIdOf(file.path),
      }));
      return { status: 200, body: { total: files.length, documents } };
    }
    const stats = await stat(fileOf(context)).catch(() => null);
    if (!stats?.isFile()) return { status: 404 };
    return {
      status: 200,
      body: { documentId: documentIdOf(context.name), fileSize: stats.size + extraBytes },
    };
  },

  async folder(context) {
    const { parent, name } = newFolder.parse(await json(context.request));
    const target = fileOf({ ...context, folder: parent, name });
    if (!(await stat(path.dirname(target)).catch(() => null))?.isDirectory()) return { status: 404 };
    return mkdir(target).then(
      () => ({ status: 201 }),
      () => ({ status: 409 }),
    );
  },

  async remove(context) {
    const stats = await stat(fileOf(context)).catch(() => null);
    if (!stats) return { status: 404 };
    await rm(fileOf(context), { recursive: true });
    return { status: 204 };
  },
};

const documentIdOf = (name: string): string => Buffer.from(name).toString("base64url").slice(0, 12);

/** Reads the field `document` of a completely received form. */
async function readDocument(request: http.IncomingMessage, partial: string): Promise<Buffer> {
  const { openAsBlob } = await import("node:fs");
  const form = await new Response(await openAsBlob(partial), {
    headers: { "content-type": request.headers["content-type"] ?? "" },
  }).formData();
  const document = form.get("document");
  if (document === null || typeof document === "string") throw new Error("no document in the form");
  return Buffer.from(await document.arrayBuffer());
}
