import { post } from "./arrivals/field.ts";
import { get, logInAs, median } from "./benchClient.ts";
import type { BenchServer } from "./benchServer.ts";
import { bindings } from "./real/fillAcross.ts";
import { adminName } from "./real/realCustomers.ts";
import { terms } from "./real/words.ts";
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
 * What super admins see of four databases, against what the same call takes of each of them alone, altogether: locally all
 * databases share the cores of one machine. Deployed, each has a machine of its own, and the slowest counts.
 */
export async function measureAcross(say: (text: string) => void, _: BenchServer): Promise<Row[]> {
  const headers = await logInAs(adminName);
  await post("/bench/sessions", {});
  const rows: Row[] = [];
  say(`| what | of all | ${bindings.join(" | ")} |`);
  for (const [name, path] of Object.entries(asked)) {
    const alone: number[] = [];
    for (const binding of bindings)
      alone.push(await median(() => get(path, { ...headers, "x-bench-only": binding })));
    const all = await median(() => get(path, headers));
    say(`| ${[name, ...[all, ...alone].map((one) => one.toFixed(1))].join(" | ")} |`);
    const sum = alone.reduce((total, one) => total + one, 0);
    rows.push(row(name, all, sum, "ms", 1.1, "each database alone, altogether"));
  }
  return rows;
}
