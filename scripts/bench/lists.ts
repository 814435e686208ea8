import { get, logIn, logInAsAdmin, medianMs } from "./benchClient.ts";
import { customerOf, type Scale, terms } from "./scale.ts";
import { type Row, row } from "./table.ts";

/** Measures pages, totals and searches of lists of three sizes. */
export async function measureLists(): Promise<Row[]> {
  const [small, medium, large] = [await logIn(1_000), await logIn(100_000), await logIn(1_000_000)];
  const page =
    (headers: Record<string, string>, query = "") =>
    () =>
      get(`/api/documentations?max=25${query}`, headers);
  const rows: Row[] = [];
  for (const sort of ["dateCreated", "name", "templateId"]) {
    const baseMs = await medianMs(page(small, `&sort=${sort}`));
    const referenceLabel = "the same page at 1 000";
    rows.push(
      row(
        `list page by ${sort}, 100 000`,
        await medianMs(page(medium, `&sort=${sort}`)),
        baseMs,
        "ms",
        2,
        referenceLabel,
      ),
    );
    rows.push(
      row(
        `list page by ${sort}, 1 000 000`,
        await medianMs(page(large, `&sort=${sort}`)),
        baseMs,
        "ms",
        2,
        referenceLabel,
      ),
    );
  }
  const count = (headers: Record<string, string>) => () =>
    get("/api/documentation/count?showHidden=false", headers);
  const countMs = await medianMs(count(small));
  rows.push(
    row(
      "total with filter, 100 000",
      await medianMs(count(medium)),
      countMs,
      "ms",
      2,
      "the same total at 1 000",
    ),
  );
  rows.push(
    row(
      "total with filter, 1 000 000",
      await medianMs(count(large)),
      countMs,
      "ms",
      2,
      "the same total at 1 000",
    ),
  );
  for (const [kind, term] of Object.entries(terms))
    rows.push(
      row(
        `search ${kind} term, 1 000 000`,
        await medianMs(page(large, `&query=${term}`)),
        60,
        "ms",
        1,
        "the target of 60 ms",
      ),
    );
  return [...rows, ...(await measureCustomers())];
}

/** Measures a super admin's views of customers, whose cost must not depend on the number of documentations. */
async function measureCustomers(): Promise<Row[]> {
  const headers = await logInAsAdmin();
  const statistics = (scale: Scale) => () =>
    get(`/api/customerStatistics/findAllDocumentationsByCustomerId/${customerOf(scale)}`, headers);
  const customers = () => get("/api/customers?details=true", headers);
  return [
    row("statistics, 1 000 000", await medianMs(statistics(1_000_000)), 200, "ms", 1, "the target of 200 ms"),
    row("customer list, 1 000 000", await medianMs(customers), 50, "ms", 1, "the target of 50 ms"),
  ];
}

const templateIdOf = (number: number) =>
  `00000000-0000-4000-8000-${String(customerOf(1_000_000)).padStart(6, "0")}${String(number).padStart(6, "0")}`;

/** One filter per execution strategy: its own index, sort index scan, lookup and sort, covering index scan. */
const filters: Record<string, string> = {
  "one creator": "creatorFilter=crew 7",
  "two templates and a status, by name": `templateFilter=${templateIdOf(1)};${templateIdOf(2)}&statusFilter=HANDLED&sort=name&order=asc`,
  "a month, by creator": "createdDateRange=2022-03-01;2022-03-31&sort=creator&order=asc",
  "an empty combination": "creatorFilter=crew 1&statusFilter=PAUSED;HANDLED&exportedFilter=true",
  "a creator's year, by upload":
    "creatorFilter=crew 3&createdDateRange=2021-01-01;2021-12-31&sort=dateUploaded",
};

/** Measures pages and totals of combined filters at 1 000 000 documentations. */
export async function measureFilters(): Promise<Row[]> {
  const headers = await logIn(1_000_000);
  const rows: Row[] = [];
  for (const [name, filter] of Object.entries(filters)) {
    const query = filter.replaceAll(" ", "%20");
    const page = await medianMs(() => get(`/api/documentations?max=25&${query}`, headers));
    rows.push(row(`filter: ${name}, page`, page, 200, "ms", 1, "200 ms, at 1 000 000"));
    const plain = query.replace(/&sort=.*/, "");
    const total = await medianMs(() => get(`/api/documentation/count?${plain}`, headers));
    rows.push(row(`filter: ${name}, total`, total, 400, "ms", 1, "400 ms, at 1 000 000"));
  }
  return rows;
}
