import { randomUUID } from "node:crypto";
import { createWriteStream } from "node:fs";
import { appendFile, mkdir, readdir, readFile, rename, rm, stat, truncate } from "node:fs/promises";
import type http from "node:http";
import path from "node:path";
import { receive } from "./receive.ts";
import type { Fault } from "./serverFaults.ts";
import type { Store } from "./store.ts";

/** What a test asks for at `/seen/{tenant}`, and forgets at `/forget/{tenant}`: tokens and upload sessions, as time would. */
export interface SeenByGraph {
  /** Method and path of every call, with the range of a part. */
  calls: string[];
  /** Columns that were set, by the path of their file. */
  fields: Record<string, Record<string, string>>;
}

export interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface Ask {
  request: http.IncomingMessage;
  /** Path without /v1.0, decoded. */
  path: string;
  url: URL;
  fault: Fault | undefined;
  /** The server's own address, for links in answers. */
  address: string;
}

export const refusal = (status: number, code: string, message: string, retryAfter?: string): Answer => ({
  status,
  body: { error: { code, message, innerError: { "request-id": randomUUID() } } },
  ...(retryAfter !== undefined && { headers: { "retry-after": retryAfter } }),
});

/** A driveItem as Graph tells it. */
export interface Item {
  id: string;
  name: string;
  size: number;
  cTag: string;
  file?: object;
  folder?: object;
  "@microsoft.graph.downloadUrl"?: string;
}

interface Session {
  at: string;
  got: number;
  partial: string;
}

/** The libraries of every site. The first one is called by its Swedish name; the other writes its columns into Office documents. */
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
/** Items of a folder in one answer, however many are asked for. */
const mostChildren = 40;
const refusedName = /["*:<>?\\|]|^\s|\s$|^~\$|\.$|^\.lock$|_vti_|^(con|prn|aux|nul)$/i;
const fragment = 327_680;
const notFound = refusal(404, "itemNotFound", "The resource could not be found.");
const taken = refusal(409, "nameAlreadyExists", "An item with the same name already exists");

/** The libraries of one tenant, on the store that all servers share. */
export class GraphDrive implements SeenByGraph {
  readonly tenant: string;
  readonly tokens = new Set<string>();
  readonly sessions = new Map<string, Session>();
  readonly calls: string[] = [];
  readonly fields: Record<string, Record<string, string>> = {};
  readonly #store: Store;
  /** Path by id, and what tells one content from the next. */
  readonly #ids = new Map<string, string>();
  readonly #cTags = new Map<string, string>();

  constructor(store: Store, tenant: string) {
    this.#store = store;
    this.tenant = tenant;
  }

  seen = (): SeenByGraph => ({ calls: this.calls, fields: this.fields });

  forget(): void {
    this.tokens.clear();
    this.sessions.clear();
  }

  /** Null where the connection ends without an answer. */
  async answer(ask: Ask): Promise<Answer | null> {
    const { request, path: asked } = ask;
    for (const { segment } of libraries) await mkdir(this.#place(segment), { recursive: true });
    if (asked.startsWith("/upload/")) return this.#upload(ask, asked.split("/")[2]!);
    const [, host, site] = /^\/sites\/([^:/,]+)(?::(\/.*))?$/.exec(asked) ?? [];
    if (host)
      return host === "contoso.sharepoint.com" && site !== "/sites/saknas"
        ? { status: 200, body: { id: `${host},1,2`, name: "site" } }
        : notFound;
    if (/^\/sites\/.+\/drives$/.test(asked)) return this.#drives(ask);
    if (/^\/drives\/[^/]+\/list\/columns$/.test(asked)) return { status: 200, body: { value: columns } };
    const listed = /^\/drives\/[^/]+\/items\/([^/]+)\/listItem\/fields$/.exec(asked)?.[1];
    if (listed && request.method === "PATCH") return this.#patch(ask, listed);
    const removed = /^\/drives\/[^/]+\/items\/([^/]+)$/.exec(asked)?.[1];
    if (removed && request.method === "DELETE") return this.#remove(removed);
    const columnsOf = /^\/drives\/([^/]+)\/root:\/(.*):\/listItem\/fields$/.exec(asked);
    if (columnsOf && request.method === "GET") return this.#fieldsOf(columnsOf[1], columnsOf[2] ?? "");
    const [, drive, below = "", act] =
      /^\/drives\/([^/]+)\/root(?::\/(.*?):?)?(?:\/(children|content|createUploadSession))?$/.exec(asked) ??
      [];
    const library = libraries.find(({ id }) => id === drive);
    if (!library) return refusal(400, "BadRequest", `Resource not found for the segment ${asked}`);
    const name = below.replace(/[:/]+$/, "");
    const at = name ? `${library.segment}/${name}` : library.segment;
    if (name.split("/").some((segment) => refusedName.test(segment)))
      return refusal(400, "invalidRequest", "The provided name contains characters that are not allowed");
    if (act === "children")
      return request.method === "GET" ? this.#children(ask, at) : this.#makeFolder(ask, at);
    const found = await this.#item(at, ask.address);
    if (act && found?.folder) return taken;
    if (act === "content") return this.#putContent(ask, at, found);
    if (act === "createUploadSession") return this.#begin(ask, at);
    return found ? { status: 200, body: found } : notFound;
  }

  async #fieldsOf(drive: string | undefined, below: string): Promise<Answer> {
    const library = libraries.find(({ id }) => id === drive);
    const at = `${library?.segment}/${below}`;
    if (!library || !(await this.#item(at))) return notFound;
    return { status: 200, body: { ...this.fields[at], "@odata.etag": "1" } };
  }

  async #remove(id: string): Promise<Answer> {
    const at = this.#ids.get(id);
    if (!at || !(await this.#item(at))) return notFound;
    await rm(this.#place(at), { recursive: true });
    this.#ids.delete(id);
    return { status: 204 };
  }

  #place(at: string): string {
    const place = this.#store.locate(this.tenant, at);
    if (!place) throw new Error(`${at} leads out of the store`);
    return place;
  }

  pathOf = (id: string): string | undefined => this.#ids.get(id);

  /** A file by its id, or the range of it. */
  async download(
    id: string,
    range: string | undefined,
  ): Promise<{ status: number; bytes: Buffer; headers: Record<string, string> }> {
    const whole = await readFile(this.#place(this.#ids.get(id)!));
    const [, from, last] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
    if (from === undefined) return { status: 200, bytes: whole, headers: {} };
    const bytes = whole.subarray(Number(from), Number(last) + 1);
    if (bytes.length === 0) return { status: 416, bytes, headers: {} };
    const told = `bytes ${from}-${Number(from) + bytes.length - 1}/${whole.length}`;
    return { status: 206, bytes, headers: { "content-range": told } };
  }

  async #children({ url, address }: Ask, at: string): Promise<Answer> {
    if (!(await this.#item(at))?.folder) return notFound;
    const names = (await readdir(this.#place(at))).sort();
    const from = Number(url.searchParams.get("$skiptoken") ?? 0);
    const max = Math.min(Number(url.searchParams.get("$top") ?? 200), mostChildren);
    const items = await Promise.all(names.slice(from, from + max).map((name) => this.#item(`${at}/${name}`)));
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

  /** With the address of its bytes where the server's own is given. */
  async #item(at: string, address?: string): Promise<Item | null> {
    const found = await stat(this.#place(at)).catch(() => null);
    if (!found) return null;
    const known = [...this.#ids].find(([, path]) => path === at)?.[0];
    const id = known ?? `01${randomUUID().replaceAll("-", "").toUpperCase()}`;
    this.#ids.set(id, at);
    return {
      id,
      name: path.basename(at),
      size: found.isFile() ? found.size : 0,
      cTag: this.#cTags.get(at) ?? "",
      ...(found.isFile() ? { file: {} } : { folder: {} }),
      ...(address &&
        found.isFile() && { "@microsoft.graph.downloadUrl": `${address}/download/${id}?tempauth=v1.x` }),
    };
  }

  /** One library a page: a client follows the link to the next. */
  #drives({ url, address }: Ask): Answer {
    const at = Number(url.searchParams.get("$skiptoken") ?? 0);
    const value = libraries.slice(at, at + 1).map(({ id, name, segment }) => ({
      id,
      name,
      webUrl: `https://contoso.sharepoint.com/sites/Falt/${encodeURIComponent(segment)}`,
    }));
    const next = new URL(url.pathname, address);
    next.searchParams.set("$skiptoken", String(at + 1));
    return {
      status: 200,
      body: { value, ...(at + 1 < libraries.length && { "@odata.nextLink": next.href }) },
    };
  }

  async #makeFolder({ request }: Ask, parent: string): Promise<Answer> {
    const { name } = JSON.parse((await bodyOf(request)).toString()) as { name: string };
    if (refusedName.test(name)) return refusal(400, "invalidRequest", "The name is not allowed");
    if (!(await this.#item(parent))?.folder) return notFound;
    const at = `${parent}/${name}`;
    if (await this.#item(at)) return taken;
    const made = await mkdir(this.#place(at)).then(
      () => true,
      () => false,
    );
    return made ? { status: 201, body: await this.#item(at) } : taken;
  }

  async #putContent({ request, fault }: Ask, at: string, before: Item | null): Promise<Answer | null> {
    const partial = await this.#partial();
    const { bytes, cut } = await receive(request, createWriteStream(partial), fault);
    if (cut || (await stat(partial)).size !== Number(request.headers["content-length"])) {
      await rm(partial, { force: true });
      return null;
    }
    return this.#settle(partial, at, before !== null, fault?.action === "forget" ? bytes - 1 : bytes);
  }

  /** A place for what is not whole yet, beside the folders of the tenants. */
  async #partial(): Promise<string> {
    const folder = path.join(this.#store.root, ".partial");
    await mkdir(folder, { recursive: true });
    return path.join(folder, randomUUID());
  }

  async #settle(partial: string, at: string, replaced: boolean, size: number): Promise<Answer> {
    await truncate(partial, size);
    if (at.startsWith("Arkiv/") && /\.(docx|pptx|xlsx)$/i.test(at)) await appendFile(partial, "properties");
    await mkdir(path.dirname(this.#place(at)), { recursive: true });
    await rename(partial, this.#place(at));
    this.#cTags.set(at, randomUUID());
    return { status: replaced ? 200 : 201, body: await this.#item(at) };
  }

  async #begin({ request, address }: Ask, at: string): Promise<Answer> {
    request.resume();
    const id = randomUUID();
    this.sessions.set(id, { at, got: 0, partial: await this.#partial() });
    return {
      status: 200,
      body: { uploadUrl: `${address}/upload/${id}?tempauth=v1.x`, nextExpectedRanges: ["0-"] },
    };
  }

  async #upload({ request, fault }: Ask, id: string): Promise<Answer | null> {
    const session = this.sessions.get(id)!;
    const refused = (answer: Answer) => {
      request.resume();
      return answer;
    };
    if (request.headers.authorization)
      return refused(refusal(401, "unauthenticated", "Authorization must not be sent to an uploadUrl"));
    if (request.method === "GET") return { status: 200, body: { nextExpectedRanges: [`${session.got}-`] } };
    const [from = -1, last = -1, total = -1] = (
      /^bytes (\d+)-(\d+)\/(\d+)$/.exec(request.headers["content-range"] ?? "")?.slice(1) ?? []
    ).map(Number);
    const length = last - from + 1;
    if (from < 0 || length !== Number(request.headers["content-length"]) || length >= 60 * 1_048_576)
      return refused(refusal(400, "invalidRequest", "The Content-Range does not fit"));
    if (from !== session.got)
      return refused(refusal(416, "invalidRange", "The fragment overlaps or is out of order"));
    if (last + 1 < total && length % fragment > 0)
      return refused(refusal(400, "invalidRequest", "The fragment is not a multiple of 320 KiB"));
    const { bytes, cut } = await receive(request, createWriteStream(session.partial, { flags: "a" }), fault);
    if (cut || bytes !== length) {
      // A fragment counts whole or not at all.
      await truncate(session.partial, session.got);
      return null;
    }
    session.got = last + 1;
    if (session.got < total)
      return { status: 202, body: { nextExpectedRanges: [`${session.got}-${total - 1}`] } };
    this.sessions.delete(id);
    const replaced = (await this.#item(session.at)) !== null;
    return this.#settle(
      session.partial,
      session.at,
      replaced,
      fault?.action === "forget" ? total - 1 : total,
    );
  }

  async #patch({ request }: Ask, id: string): Promise<Answer> {
    const at = this.#ids.get(id);
    const given = JSON.parse((await bodyOf(request)).toString()) as Record<string, string>;
    if (!at) return notFound;
    for (const [name, value] of Object.entries(given)) {
      const column = columns.find((one) => one.name === name);
      if (!column) return refusal(400, "invalidRequest", `Field '${name}' is not recognized`);
      if (value.length > 255) return refusal(400, "invalidRequest", "The text is too long");
    }
    this.fields[at] = { ...this.fields[at], ...given };
    return { status: 200, body: this.fields[at] };
  }
}

async function bodyOf(request: AsyncIterable<Buffer>): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces);
}
