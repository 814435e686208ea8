import { post } from "./arrivals/field.ts";
import { get, logInAs, medianMs } from "./benchClient.ts";
import type { BenchServer } from "./benchServer.ts";
import { terms } from "./real/fieldTexts.ts";
import { bindings } from "./real/fillAcross.ts";
import { adminName } from "./real/realCustomers.ts";
import { type Row, row } from "./table.ts";

const list = (query: string) => `/api/documentations?max=25${query}`;

/** A super admin's calls across all customers. */
const callPaths: Readonly<Record<string, string>> = {
  "list, newest first": list(""),
  "list by name": list("&sort=name&order=asc"),
  "list by name, offset 1000": list("&sort=name&order=asc&offset=1000"),
  "one status, by creator": list("&statusFilter=COMPLETED&sort=creator&order=asc"),
  "search, a town": list(`&query=${encodeURIComponent(terms.name)}`),
  "total of a search": `/api/documentation/count?query=${encodeURIComponent(terms.name)}`,
  total: "/api/documentation/count",
  overview: "/api/overview",
  "deliveries and their total": "/api/deliveries?max=25",
  "filter counts": "/api/documentation/filterCounts?of=creatorFilter",
};

/**
 * Measures a super admin's calls across four databases against the sum of the same calls to each database alone: locally all
 * databases share the cores of one machine. Deployed, each has its own machine, and the slowest one counts.
 */
export async function measureDatabases(say: (text: string) => void, _: BenchServer): Promise<Row[]> {
  const headers = await logInAs(adminName);
  await post("/bench/sessions", {});
  const rows: Row[] = [];
  say(`| call | all databases | ${bindings.join(" | ")} |`);
  for (const [name, path] of Object.entries(callPaths)) {
    const singleMs: number[] = [];
    for (const binding of bindings)
      singleMs.push(await medianMs(() => get(path, { ...headers, "x-bench-only": binding })));
    const allMs = await medianMs(() => get(path, headers));
    say(`| ${[name, ...[allMs, ...singleMs].map((value) => value.toFixed(1))].join(" | ")} |`);
    const sum = singleMs.reduce((total, value) => total + value, 0);
    rows.push(row(name, allMs, sum, "ms", 1.1, "sum of the databases alone"));
  }
  return rows;
}
