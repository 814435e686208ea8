import { post } from "./arrivals/field.ts";
import { get, logInAs, median } from "./client.ts";
import { adminName } from "./real/customers.ts";
import { bindings } from "./real/fillAcross.ts";
import { terms } from "./real/words.ts";
import type { BenchServer } from "./server.ts";
import { type Row, row } from "./table.ts";

const list = (query: string) => `/api/documentations?max=25${query}`;

/** What a super admin asks of all customers. */
const asked: Readonly<Record<string, string>> = {
  "list, newest first": list(""),
  "list by name": list("&sort=name&order=asc"),
  "list by name, from row 1000 on": list("&sort=name&order=asc&offset=1000"),
  "one status, by creator": list("&statusFilter=COMPLETED&sort=creator&order=asc"),
  "search, a town": list(`&query=${encodeURIComponent(terms.name)}`),
  "total of a search": `/api/documentation/count?query=${encodeURIComponent(terms.name)}`,
  total: "/api/documentation/count",
  overview: "/api/overview",
  "deliveries and their total": "/api/deliveries?max=25",
  "choices of a filter": "/api/documentation/filterCounts?of=creatorFilter",
};

/**
 * What super admins see of four databases, against what the same call takes of the slowest of them alone. Here all share one thread, so
 * that all together take at least their sum, the cost of a call itself counted once. Deployed, each has a machine of its own: the slowest
 * counts, and what is beyond the sum, the work of asking several and merging, comes on top of it.
 */
export async function measureAcross(say: (text: string) => void, _: BenchServer): Promise<Row[]> {
  const headers = await logInAs(adminName);
  await post("/bench/sessions", {});
  const rows: Row[] = [];
  const call = await median(() => get("/api/health", headers));
  say(`| what | of all | ${bindings.join(" | ")} | their sum |`);
  for (const [name, path] of Object.entries(asked)) {
    const alone: number[] = [];
    for (const binding of bindings)
      alone.push(await median(() => get(path, { ...headers, "x-bench-only": binding })));
    const all = await median(() => get(path, headers));
    const [sum, slowest] = [alone.reduce((total, one) => total + one - call, call), Math.max(...alone)];
    say(`| ${[name, ...[all, ...alone, sum].map((one) => one.toFixed(1))].join(" | ")} |`);
    const apart = slowest + Math.max(0, all - sum);
    rows.push(row(name, apart, slowest, "ms", 1.1, "the slowest database alone"));
  }
  return rows;
}
