import { describe, expect, it } from "vitest";
import { staffAuthorities } from "#domain/access/authorities.ts";
import { mergePages, sumFields } from "#domain/contract/merge/mergeResponses.ts";
import { app } from "#worker/app.ts";
import {
  call,
  makeCaller,
  makeCustomer,
  makeDocumentation,
  makeSuperAdmin,
} from "#worker/testing/factories.ts";
import { assignToSecondDb, makeTwoDbEnv, withSecondDb } from "#worker/testing/twoDatabases.ts";
import { fanOut } from "./fanOut.ts";
import { mountedEndpoints } from "./mount.ts";
import { schemaOf } from "./openapi.ts";
import { exampleOf } from "./schemaExamples.ts";

const tenantEndpoints = [...mountedEndpoints.values()].filter(
  ({ authentication, directory }) => authentication === "session" && !directory,
);

/** Paths whose `id` is not a UUID: a customer's id, or a name. */
const nonUuidPaths = new Set(
  tenantEndpoints
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

describe("calls over several databases", () => {
  it("design§Tenancy every list, and every call that names no row, declares its multi-database strategy", () => {
    expect(app.routes.length).toBeGreaterThan(tenantEndpoints.length);
    const undeclaredPaths = tenantEndpoints
      .filter(({ multiDatabase }) => !multiDatabase)
      .filter(({ method, path, query, body, response }) => {
        const hasNames = [query, body].some(
          (schema) => schema && JSON.stringify(schemaOf(schema, "input")).includes('"format":"uuid"'),
        );
        const isList = response && /"(items|total)":/.test(JSON.stringify(schemaOf(response, "output")));
        return !/\{(id|uploadId)\}/.test(path) && ((isList && method === "GET") || !hasNames);
      })
      .map(({ method, path }) => `${method} ${path}`);
    expect(undeclaredPaths).toEqual([]);
  });

  it("design§D1 the databases are queried concurrently for a page and for a sum", async () => {
    const input = { params: undefined, query: { max: 2, offset: 1 }, body: undefined };
    const pages = mergePages<number, typeof input.query>(() => (a, b) => a - b);
    let callCount = 0;
    const pendingReleases: (() => void)[] = [];
    /** Resolves once all three databases have been called. */
    const waitForAllCalls = async () => {
      callCount += 1;
      await new Promise<void>((resolve) => {
        pendingReleases.push(resolve);
        if (callCount % 3 === 0) for (const release of pendingReleases.splice(0)) release();
      });
    };
    const lists = [
      [1, 4],
      [2, 5],
      [3, 6],
    ];
    const page = await fanOut(lists, pages, input, async (items) => {
      await waitForAllCalls();
      return { items };
    });
    expect(page).toEqual({ items: [2, 3] });
    const sum = await fanOut(lists, sumFields("total"), input, async (items) => {
      await waitForAllCalls();
      return { total: items.length };
    });
    expect(sum).toEqual({ total: 6 });
  });

  it("design§Tenancy every call with an unknown id responds with 404, so that the next database is tried", async () => {
    const as = await makeSuperAdmin();
    for (const { method, path, download, body } of tenantEndpoints) {
      if (!path.includes("{id}") || nonUuidPaths.has(path)) continue;
      const filledPath = path.replace("{id}", crypto.randomUUID()) + (queries[path] ?? "");
      const validBody = body && { body: exampleOf(schemaOf(body, "input")) };
      const { status } = await call(method, filledPath, { as, ...validBody });
      expect([method, path, status]).toEqual([
        method,
        path,
        download || !body ? 404 : expect.toBeOneOf([404, 422]),
      ]);
    }
  });

  it("design§Tenancy staff get the same status for another customer's row in their own database and in another", async () => {
    const twoDbEnv = await makeTwoDbEnv();
    const [firstDbCustomer, secondDbCustomer] = [await makeCustomer(), await makeCustomer()];
    await assignToSecondDb(twoDbEnv, secondDbCustomer.id);
    const firstDbStaff = await makeCaller({ roles: staffAuthorities });
    const secondDbStaff = await makeCaller({ roles: staffAuthorities });
    await assignToSecondDb(twoDbEnv, secondDbStaff.customerId);
    const foreignIds = [
      (await makeDocumentation(firstDbCustomer.id)).id,
      (await withSecondDb(twoDbEnv, () => makeDocumentation(secondDbCustomer.id))).id,
    ];
    for (const { method, path, body } of tenantEndpoints) {
      if (!path.includes("{id}")) continue;
      const validBody = body && { body: exampleOf(schemaOf(body, "input")) };
      const statuses = [];
      for (const caller of method === "GET" ? [firstDbStaff, secondDbStaff] : [firstDbStaff])
        for (const id of foreignIds)
          statuses.push(
            (
              await call(method, path.replace("{id}", id) + (queries[path] ?? ""), {
                as: caller,
                env: twoDbEnv,
                ...validBody,
              })
            ).status,
          );
      expect([method, path, new Set(statuses).size, [403, 404].includes(statuses[0]!)]).toEqual([
        method,
        path,
        1,
        true,
      ]);
    }
  });
});
