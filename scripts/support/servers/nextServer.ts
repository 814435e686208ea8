import http from "node:http";
import { listen } from "../listen.ts";
import type { Faults } from "./serverFaults.ts";
import type { TableStore } from "./tableServer.ts";

/*
 * A small Next Project, built from its public documentation (https://next-tech.readme.io): lists of at most 100 items a page with
 * `filter_str`, and items by id. A token is the user of the test servers followed by the suffix of `nextToken`.
 */

/** The access token of a user. */
export const nextToken = (user: string): string => `${user}.5109d8fc-token`;

const resources = ["project", "customer", "customercontact", "user"];
const maxPageSize = 100;

export async function startNextServer({ tables, faults }: { tables: TableStore; faults: Faults }) {
  const server = http.createServer((request, response) => {
    request.on("error", () => undefined);
    request.resume();
    const url = new URL(request.url ?? "/", "http://localhost");
    const [, version, resource = "", id = ""] = url.pathname.split("/").map(decodeURIComponent);
    const end = (status: number, body: unknown, headers: Record<string, string> = {}) => {
      response.writeHead(status, { "content-type": "application/json", ...headers });
      response.end(typeof body === "string" ? body : JSON.stringify(body));
    };
    const [, user = ""] = /^Bearer (.+)\.5109d8fc-token$/.exec(request.headers.authorization ?? "") ?? [];
    const fault = faults.take(user, "list");
    if (fault?.action === "stall") return;
    if (fault?.action === "reset") {
      request.socket.resetAndDestroy();
      return;
    }
    if (fault)
      return end(
        fault.status ?? 500,
        fault.text ?? { detail: "fault" },
        fault.retryAfter ? { "retry-after": fault.retryAfter } : {},
      );
    if (!user) return end(403, { detail: "access_denied" });
    if (request.method !== "GET" || version !== "v1" || !resources.includes(resource))
      return end(404, { detail: "Not Found" });
    if (id) {
      const item = tables.rows(user, resource).find((row) => String(row.id) === id);
      return item ? end(200, item) : end(404, { detail: "Not Found" });
    }
    const [page, size] = [numberParam(url, "page", 1), numberParam(url, "size", 50)];
    const filter = parseFilter(url);
    if (!(page >= 1) || !(size >= 1 && size <= maxPageSize) || filter === null)
      return end(422, { detail: [{ loc: ["query"], msg: "value is not valid" }] });
    const rows = tables
      .rows(user, resource)
      .filter((row) => Object.entries(filter).every(([key, value]) => row[key] === value));
    const items = rows.slice((page - 1) * size, page * size);
    return end(200, { items, total: rows.length, page, size, pages: Math.ceil(rows.length / size) });
  });
  const port = await listen(server);
  return {
    port,
    end: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const numberParam = ({ searchParams }: URL, key: string, fallback: number): number =>
  Number(searchParams.get(key) ?? fallback);

/** The requested filter; null if it is not a JSON object. */
function parseFilter({ searchParams }: URL): Record<string, unknown> | null {
  try {
    const filter: unknown = JSON.parse(searchParams.get("filter_str") ?? "{}");
    return typeof filter === "object" && filter !== null ? { ...filter } : null;
  } catch {
    return null;
  }
}
