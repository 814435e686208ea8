import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { appendFile, mkdir, readdir, readFile, rename, rm, stat, truncate } from "node:fs/promises";
import type http from "node:http";
import path from "node:path";
import { json } from "node:stream/consumers";
import { z } from "zod";
import { receive } from "./receive.ts";
import type { Fault } from "./serverFaults.ts";
import type { Store } from "./store.ts";

/** The record that tests read at `/seen/{tenant}`. `/expire/{tenant}` expires the tenant's tokens and upload sessions. */
export interface GraphRecord {
  /** Method and path of every call, with the range of an uploaded part. */
  calls: string[];
  /** Columns that were set, by file path. */
  fields: Record<string, Record<string, string>>;
}

export interface GraphResponse {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface GraphRequest {
  request: http.IncomingMessage;
  /** Path without /v1.0, decoded. */
  path: string;
  url: URL;
  fault: Fault | undefined;
  /** The server's own address, for links in responses. */
  address: string;
}

export const createErrorResponse = (
  status: number,
  code: string,
  message: string,
  retryAfter?: string,
): GraphResponse => ({
  status,
  body: { error: { code, message, innerError: { "request-id": randomUUID() } } },
  ...(retryAfter !== undefined && { headers: { "retry-after": retryAfter } }),
});

/** A driveItem as Graph returns it. */
export interface DriveItem {
  id: string;
  name: string;
  size: number;
  cTag: string;
  file?: object;
  folder?: object;
  "@microsoft.graph.downloadUrl"?: string;
}

interface UploadSession {
  path: string;
  receivedBytes: number;
  partialPath: string;
}

/** The libraries of every site. The first has a Swedish name; the other writes its columns into Office documents. */
const libraries = [
  { id: "b!documents", name: "Dokument", segment: "Shared Documents" },
  { id: "b!archive", name: "Arkiv", segment: "Arkiv" },
] as const;
const columns = [
  { name: "Fotograf", displayName: "Fotograf", readOnly: false, text: { allowMultipleLines: false } },
  { name: "Anm_x00e4_rkning", displayName: "Anmärkning", readOnly: false, text: { maxLength: 255 } },
  { name: "Project_x0020_note", displayName: "Project note", readOnly: false, text: {} },
  { name: "field_3", displayName: "CUSTOMER_NAME", readOnly: false, text: {} },
  { name: "Modified", displayName: "Ändrad", readOnly: true, dateTime: {} },
];
/** Children per page, regardless of the requested number. */
const maxChildrenPerPage = 40;
const invalidName = /["*:<>?\\|]|^\s|\s$|^~|\.$|^\.lock$|^desktop\.ini$|_vti_|^(con|prn|aux|nul)$/i;
const fragmentBytes = 327_680;
const notFoundResponse = createErrorResponse(404, "itemNotFound", "The resource could not be found.");
const nameTakenResponse = createErrorResponse(
  409,
  "nameAlreadyExists",
  "An item with the same name already exists",
);

/** The libraries of one tenant, on the store shared by all servers. */
export class GraphDrive implements GraphRecord {
  readonly tenant: string;
  readonly tokens = new Set<string>();
  readonly sessions = new Map<string, UploadSession>();
  readonly calls: string[] = [];
  readonly fields: Record<string, Record<string, string>> = {};
  readonly #store: Store;
  readonly #pathsById = new Map<string, string>();
  readonly #cTagsByPath = new Map<string, string>();

  constructor(store: Store, tenant: string) {
    this.#store = store;
    this.tenant = tenant;
  }

  readRecord = (): GraphRecord => ({ calls: this.calls, fields: this.fields });

  expireSessions(): void {
    this.tokens.clear();
    this.sessions.clear();
  }

  /** Null if the connection ends without a response. */
  async handleRequest(context: GraphRequest): Promise<GraphResponse | null> {
    const { request, path: apiPath } = context;
    for (const { segment } of libraries) await mkdir(this.#locate(segment), { recursive: true });
    if (apiPath.startsWith("/upload/")) return this.#upload(context, apiPath.split("/")[2]!);
    const [, host, site] = /^\/sites\/([^:/,]+)(?::(\/.*))?$/.exec(apiPath) ?? [];
    if (host)
      return host === "contoso.sharepoint.com" && site !== "/sites/saknas"
        ? { status: 200, body: { id: `${host},1,2`, name: "site" } }
        : notFoundResponse;
    if (/^\/sites\/.+\/drives$/.test(apiPath)) return this.#listDrives(context);
    if (/^\/drives\/[^/]+\/list\/columns$/.test(apiPath)) return { status: 200, body: { value: columns } };
    const itemId = /^\/drives\/[^/]+\/items\/([^/]+)\/listItem\/fields$/.exec(apiPath)?.[1];
    if (itemId && request.method === "PATCH") return this.#updateFields(context, itemId);
    const removedId = /^\/drives\/[^/]+\/items\/([^/]+)$/.exec(apiPath)?.[1];
    if (removedId && request.method === "DELETE") return this.#remove(removedId);
    const fieldsMatch = /^\/drives\/([^/]+)\/root:\/(.*):\/listItem\/fields$/.exec(apiPath);
    if (fieldsMatch && request.method === "GET")
      return this.#readFields(fieldsMatch[1], fieldsMatch[2] ?? "");
    const [, drive, relativePath = "", action] =
      /^\/drives\/([^/]+)\/root(?::\/(.*?):?)?(?:\/(children|content|createUploadSession))?$/.exec(apiPath) ??
      [];
    const library = libraries.find(({ id }) => id === drive);
    if (!library)
      return createErrorResponse(400, "BadRequest", `Resource not found for the segment ${apiPath}`);
    const name = relativePath.replace(/[:/]+$/, "");
    const itemPath = name ? `${library.segment}/${name}` : library.segment;
    if (name.split("/").some((segment) => invalidName.test(segment)))
      return createErrorResponse(
        400,
        "invalidRequest",
        "The provided name contains characters that are not allowed",
      );
    if (action === "children")
      return request.method === "GET"
        ? this.#listChildren(context, itemPath)
        : this.#makeFolder(context, itemPath);
    const item = await this.#findItem(itemPath, context.address);
    if (action && item?.folder) return nameTakenResponse;
    if (action === "content") return this.#putContent(context, itemPath, item);
    if (action === "createUploadSession") return this.#createSession(context, itemPath);
    return item ? { status: 200, body: item } : notFoundResponse;
  }

  async #readFields(drive: string | undefined, relativePath: string): Promise<GraphResponse> {
    const library = libraries.find(({ id }) => id === drive);
    const itemPath = `${library?.segment}/${relativePath}`;
    if (!library || !(await this.#findItem(itemPath))) return notFoundResponse;
    return { status: 200, body: { ...this.fields[itemPath], "@odata.etag": "1" } };
  }

  async #remove(id: string): Promise<GraphResponse> {
    const itemPath = this.#pathsById.get(id);
    if (!itemPath || !(await this.#findItem(itemPath))) return notFoundResponse;
    await rm(this.#locate(itemPath), { recursive: true });
    this.#pathsById.delete(id);
    return { status: 204 };
  }

  #locate(itemPath: string): string {
    const file = this.#store.locate(this.tenant, itemPath);
    if (!file) throw new Error(`${itemPath} is outside the store`);
    return file;
  }

  findPath = (id: string): string | undefined => this.#pathsById.get(id);

  /** A file by its id, or a range of it. */
  async download(
    id: string,
    range: string | undefined,
  ): Promise<{ status: number; bytes: Buffer; headers: Record<string, string> }> {
    const content = await readFile(this.#locate(this.#pathsById.get(id)!));
    const [, from, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
    if (from === undefined) return { status: 200, bytes: content, headers: {} };
    const bytes = content.subarray(Number(from), Number(last) + 1);
    if (bytes.length === 0) return { status: 416, bytes, headers: {} };
    const contentRange = `bytes ${from}-${Number(from) + bytes.length - 1}/${content.length}`;
    return { status: 206, bytes, headers: { "content-range": contentRange } };
  }

  async #listChildren({ url, address }: GraphRequest, itemPath: string): Promise<GraphResponse> {
    if (!(await this.#findItem(itemPath))?.folder) return notFoundResponse;
    const names = (await readdir(this.#locate(itemPath))).sort();
    const from = Number(url.searchParams.get("$skiptoken") ?? 0);
    const max = Math.min(Number(url.searchParams.get("$top") ?? 200), maxChildrenPerPage);
    const items = await Promise.all(
      names.slice(from, from + max).map((name) => this.#findItem(`${itemPath}/${name}`)),
    );
    const next = new URL(url.href.replace(url.origin, address));
    next.searchParams.set("$skiptoken", String(from + max));
    return {
      status: 200,
      body: {
        value: items.flatMap((item) => item ?? []),
        ...(from + max < names.length && { "@odata.nextLink": next.href }),
      },
    };
  }

  /** The item at a path, or null. It has a download URL if the server's own address is given. */
  async #findItem(itemPath: string, address?: string): Promise<DriveItem | null> {
    const stats = await stat(this.#locate(itemPath)).catch(() => null);
    if (!stats) return null;
    const knownId = [...this.#pathsById].find(([, path]) => path === itemPath)?.[0];
    const id = knownId ?? `01${randomUUID().replaceAll("-", "").toUpperCase()}`;
    this.#pathsById.set(id, itemPath);
    return {
      id,
      name: path.basename(itemPath),
      size: stats.isFile() ? stats.size : 0,
      cTag: this.#cTagsByPath.get(itemPath) ?? "",
      ...(stats.isFile() ? { file: {} } : { folder: {} }),
      ...(address &&
        stats.isFile() && { "@microsoft.graph.downloadUrl": `${address}/download/${id}?tempauth=v1.x` }),
    };
  }

  /** One library per page: a client must follow the link to the next. */
  #listDrives({ url, address }: GraphRequest): GraphResponse {
    const offset = Number(url.searchParams.get("$skiptoken") ?? 0);
    const value = libraries.slice(offset, offset + 1).map(({ id, name, segment }) => ({
      id,
      name,
      webUrl: `https://contoso.sharepoint.com/sites/Falt/${encodeURIComponent(segment)}`,
    }));
    const next = new URL(url.pathname, address);
    next.searchParams.set("$skiptoken", String(offset + 1));
    return {
      status: 200,
      body: { value, ...(offset + 1 < libraries.length && { "@odata.nextLink": next.href }) },
    };
  }

  async #makeFolder({ request }: GraphRequest, parent: string): Promise<GraphResponse> {
    const { name } = z.object({ name: z.string() }).parse(await json(request));
    if (invalidName.test(name)) return createErrorResponse(400, "invalidRequest", "The name is not allowed");
    if (!(await this.#findItem(parent))?.folder) return notFoundResponse;
    const itemPath = `${parent}/${name}`;
    if (await this.#findItem(itemPath)) return nameTakenResponse;
    const isCreated = await mkdir(this.#locate(itemPath)).then(
      () => true,
      () => false,
    );
    return isCreated ? { status: 201, body: await this.#findItem(itemPath) } : nameTakenResponse;
  }

  async #putContent(
    { request, fault }: GraphRequest,
    itemPath: string,
    existingItem: DriveItem | null,
  ): Promise<GraphResponse | null> {
    const partial = await this.#createPartialPath();
    const { bytes, isCut } = await receive(request, createWriteStream(partial), fault);
    if (isCut || (await stat(partial)).size !== Number(request.headers["content-length"])) {
      await rm(partial, { force: true });
      return null;
    }
    return this.#storeContent(
      partial,
      itemPath,
      existingItem !== null,
      fault?.action === "forget" ? bytes - 1 : bytes,
    );
  }

  /** A new path for a partial upload, in a folder next to those of the tenants. Creates the folder. */
  async #createPartialPath(): Promise<string> {
    const folder = path.join(this.#store.root, ".partial");
    await mkdir(folder, { recursive: true });
    return path.join(folder, randomUUID());
  }

  async #storeContent(
    partial: string,
    itemPath: string,
    isReplacement: boolean,
    size: number,
  ): Promise<GraphResponse> {
    await truncate(partial, size);
    if (itemPath.startsWith("Arkiv/") && /\.(docx|pptx|xlsx)$/i.test(itemPath))
      await appendFile(partial, "properties");
    await mkdir(path.dirname(this.#locate(itemPath)), { recursive: true });
    await rename(partial, this.#locate(itemPath));
    this.#cTagsByPath.set(itemPath, randomUUID());
    return { status: isReplacement ? 200 : 201, body: await this.#findItem(itemPath) };
  }

  async #createSession({ request, address }: GraphRequest, itemPath: string): Promise<GraphResponse> {
    request.resume();
    // OneDrive for Business keeps one session for a name until it is finished, cancelled or expired.
    if (
      this.tenant.endsWith(".onesession") &&
      [...this.sessions.values()].some((open) => open.path === itemPath)
    )
      return createErrorResponse(
        409,
        "nameAlreadyExists",
        "A file with the same name is currently being uploaded. Change the filename and try to save again.",
      );
    const id = randomUUID();
    this.sessions.set(id, { path: itemPath, receivedBytes: 0, partialPath: await this.#createPartialPath() });
    return {
      status: 200,
      body: { uploadUrl: `${address}/upload/${id}?tempauth=v1.x`, nextExpectedRanges: ["0-"] },
    };
  }

  async #upload({ request, fault }: GraphRequest, id: string): Promise<GraphResponse | null> {
    const session = this.sessions.get(id)!;
    const refuse = (response: GraphResponse) => {
      request.resume();
      return response;
    };
    if (request.headers.authorization)
      return refuse(
        createErrorResponse(401, "unauthenticated", "Authorization must not be sent to an uploadUrl"),
      );
    if (request.method === "DELETE") {
      this.sessions.delete(id);
      await rm(session.partialPath, { force: true });
      return { status: 204 };
    }
    if (request.method === "GET")
      return { status: 200, body: { nextExpectedRanges: [`${session.receivedBytes}-`] } };
    const [from = -1, last = -1, total = -1] = (
      /^bytes (\d+)-(\d+)\/(\d+)$/.exec(request.headers["content-range"] ?? "")?.slice(1) ?? []
    ).map(Number);
    const length = last - from + 1;
    if (from < 0 || length !== Number(request.headers["content-length"]) || length >= 60 * 1_048_576)
      return refuse(createErrorResponse(400, "invalidRequest", "The Content-Range does not fit"));
    if (from !== session.receivedBytes)
      return refuse(createErrorResponse(416, "invalidRange", "The fragment overlaps or is out of order"));
    if (last + 1 < total && length % fragmentBytes > 0)
      return refuse(createErrorResponse(400, "invalidRequest", "The fragment is not a multiple of 320 KiB"));
    const { bytes, isCut } = await receive(
      request,
      createWriteStream(session.partialPath, { flags: "a" }),
      fault,
    );
    if (isCut || bytes !== length) {
      // A partial fragment is discarded.
      await truncate(session.partialPath, session.receivedBytes);
      return null;
    }
    session.receivedBytes = last + 1;
    if (session.receivedBytes < total)
      return { status: 202, body: { nextExpectedRanges: [`${session.receivedBytes}-${total - 1}`] } };
    this.sessions.delete(id);
    const isReplacement = (await this.#findItem(session.path)) !== null;
    return this.#storeContent(
      session.partialPath,
      session.path,
      isReplacement,
      fault?.action === "forget" ? total - 1 : total,
    );
  }

  async #updateFields({ request }: GraphRequest, id: string): Promise<GraphResponse> {
    const itemPath = this.#pathsById.get(id);
    const values = z.record(z.string(), z.string()).parse(await json(request));
    if (!itemPath) return notFoundResponse;
    for (const [name, value] of Object.entries(values)) {
      const column = columns.find((candidate) => candidate.name === name);
      if (!column) return createErrorResponse(400, "invalidRequest", `Field '${name}' is not recognized`);
      if (value.length > 255) return createErrorResponse(400, "invalidRequest", "The text is too long");
    }
    this.fields[itemPath] = { ...this.fields[itemPath], ...values };
    return { status: 200, body: this.fields[itemPath] };
  }
}
