import { describe, expect, it } from "vitest";
import { staffAuthorities } from "#domain/access/authorities.ts";
import { mergePages, sumFields } from "#domain/contract/merge/mergeAnswers.ts";
import { app } from "#worker/app.ts";
import { call, makeCaller, makeCustomer, makeDocumentation, makeSuper } from "#worker/testing/factories.ts";
import { inSecond, settleInSecond, twoDatabases } from "#worker/testing/twoDatabases.ts";
import { exampleOf } from "./examples.ts";
import { fanOut } from "./fanOut.ts";
import { mountedEndpoints } from "./mount.ts";
import { schemaOf } from "./openapi.ts";

const spanning = [...mountedEndpoints.values()].filter(
  ({ authentication, directory }) => authentication === "session" && !directory,
);

/** Those whose `id` is a customer's or a name. */
const namesOtherwise = new Set(
  spanning
    .filter(
      ({ params }) =>
        !/"id":\{"type":"string","format":"uuid"/.test(JSON.stringify(params && schemaOf(params, "input"))),
    )
    .map(({ path }) => path),
);
const queries: Record<string, string> = {
  "/documentation/downloadExportDocument/{id}": "?type=PHOTO_WORD_DOCUMENT",
  "/exportConfiguration/test/{id}": `?documentation=${crypto.randomUUID()}`,
};

describe("across databases", () => {
  it("design§Tenancy every list, and every call that names no row, says how those are answered who span customers", () => {
    expect(app.routes.length).toBeGreaterThan(spanning.length);
    const unsaid = spanning
      .filter(({ multiDatabase }) => !multiDatabase)
      .filter(({ method, path, query, body, response }) => {
        const named = [query, body].some(
          (schema) => schema && JSON.stringify(schemaOf(schema, "input")).includes('"format":"uuid"'),
        );
        const lists = response && /"(items|total)":/.test(JSON.stringify(schemaOf(response, "output")));
        return !/\{(id|uploadId)\}/.test(path) && ((lists && method === "GET") || !named);
      })
      .map(({ method, path }) => `${method} ${path}`);
    expect(unsaid).toEqual([]);
  });

  it("design§D1 databases are asked at once, for a page, for a sum, and none for another customer's", async () => {
    const asked = { params: undefined, query: { max: 2, offset: 1 }, body: undefined };
    const rows = mergePages<number, typeof asked.query>(() => (a, b) => a - b);
    let waiting = 0;
    const met: (() => void)[] = [];
    /** Answers once all three have been asked. */
    const together = async () => {
      waiting += 1;
      await new Promise<void>((resolve) => {
        met.push(resolve);
        if (waiting % 3 === 0) for (const go of met.splice(0)) go();
      });
    };
    const lists = [
      [1, 4],
      [2, 5],
      [3, 6],
    ];
    const paged = await fanOut(lists, rows, asked, async (items) => {
      await together();
      return { items };
    });
    expect(paged).toEqual({ items: [2, 3] });
    const summed = await fanOut(lists, sumFields("total"), asked, async (items) => {
      await together();
      return { total: items.length };
    });
    expect(summed).toEqual({ total: 6 });
  });

  it("design§Tenancy every call by an id asks the next database where it finds nothing", async () => {
    const as = await makeSuper();
    for (const { method, path, download, body } of spanning) {
      if (!path.includes("{id}") || namesOtherwise.has(path)) continue;
      const at = path.replace("{id}", crypto.randomUUID()) + (queries[path] ?? "");
      const given = body && { body: exampleOf(schemaOf(body, "input")) };
      const { status } = await call(method, at, { as, ...given });
      expect([method, path, status]).toEqual([
        method,
        path,
        download || !body ? 404 : expect.toBeOneOf([404, 422]),
      ]);
    }
  });

  it("design§Tenancy a stranger is told the same of what is in another database as of what is in their own", async () => {
    const two = await twoDatabases();
    const [near, far] = [await makeCustomer(), await makeCustomer()];
    await settleInSecond(two, far.id);
    const as = await makeCaller({ roles: staffAuthorities });
    const elsewhere = await makeCaller({ roles: staffAuthorities });
    await settleInSecond(two, elsewhere.customerId);
    const owned = [
      (await makeDocumentation(near.id)).id,
      (await inSecond(two, () => makeDocumentation(far.id))).id,
    ];
    for (const { method, path, body } of spanning) {
      if (!path.includes("{id}")) continue;
      const given = body && { body: exampleOf(schemaOf(body, "input")) };
      const told = [];
      for (const caller of method === "GET" ? [as, elsewhere] : [as])
        for (const id of owned)
          told.push(
            (
              await call(method, path.replace("{id}", id) + (queries[path] ?? ""), {
                as: caller,
                on: two,
                ...given,
              })
            ).status,
          );
      expect([method, path, new Set(told).size, [403, 404].includes(told[0]!)]).toEqual([
        method,
        path,
        1,
        true,
      ]);
    }
  });
});
