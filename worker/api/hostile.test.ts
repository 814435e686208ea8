import { getTableName, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Endpoint } from "#domain/contract/endpoint.ts";
import { type AnyResource, isCustomerScoped } from "#domain/contract/resource.ts";
import { validate } from "#domain/core/validation.ts";
import { resources } from "#domain/resources/index.ts";
import "#worker/app.ts";
import { entityTables } from "#worker/testing/entityTables.ts";
import {
  type Caller,
  call,
  db,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeSuperAdmin,
} from "#worker/testing/factories.ts";
import { creationBodies, makeCreationBody } from "#worker/testing/sampleBodies.ts";
import { mountedEndpoints } from "./mount.ts";
import { exampleOf } from "./schemaExamples.ts";

type Json = Record<string, unknown>;
interface Refusal {
  error: { code: string; fields?: Record<string, string> };
}

const schemaOf = (schema: z.ZodType): Json =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as Json;

/** The tables of entities and their parts, so that "nothing changes" can be checked on the whole database. */
const tables = [
  ...entityTables.map(getTableName),
  ...[
    "export_document_node",
    "orphaned_object",
    "documentation",
    "documentation_task",
    "documentation_event",
  ],
  ...["photo", "file", "upload", "session", "suggestion", "expected_answer"],
];
const rowCounts = () =>
  db().get(
    sql.raw(
      `SELECT (SELECT coalesce(max(id), 0) FROM domain_change) AS changes, ${tables
        .map((table) => `(SELECT count(*) FROM ${table}) AS ${table}`)
        .join(", ")}`,
    ),
  );

const hostileTexts = {
  script: "<script>alert(1)</script>",
  formula: '=HYPERLINK("http://x","y")',
  path: "../../../../etc/passwd",
  quote: "'; DROP TABLE user; --",
  emoji: "👷🏽‍♀️🏗️",
  rightToLeft: "שלום عربي",
  percent: "%_%",
} as const;

/** Values that most fields refuse. A field may accept one of them by its contract. */
const invalidValues: unknown[] = [
  { deep: [{}] },
  [[]],
  "a\u0000b",
  -1.5,
  true,
  null,
  "x".repeat(300_000),
  Number.MAX_VALUE,
];

const path = (endpoint: Pick<Endpoint, "path">) => endpoint.path.replace(/\{\w+\}/g, "1");
const endpointsWithBody = [...mountedEndpoints.values()].filter(({ body }) => body !== undefined);
const endpointsWithQuery = [...mountedEndpoints.values()].filter(({ query }) => query !== undefined);
const fieldsOf = (schema: z.ZodType) =>
  Object.entries((schemaOf(schema).properties ?? {}) as Record<string, Json>).map(([field]) => field);

let superAdmin: Promise<Caller> | undefined;
const admin = () => {
  superAdmin ??= makeSuperAdmin();
  return superAdmin;
};

/** Makes the call and returns how it deviates from 422 with an error for the field, or null if it does not. */
async function deviationFromRefusal(
  method: string,
  address: string,
  body: unknown,
  field: string,
): Promise<string | null> {
  const response = await call(method, address, {
    as: await admin(),
    body,
    headers: { "cf-connecting-ip": crypto.randomUUID() },
  });
  if (response.status !== 422) return `answered ${response.status}`;
  const { error } = await jsonOf<Refusal>(response);
  const fields = Object.keys(error.fields ?? {});
  // A body over the size limit is refused unread.
  if (error.code === "tooLarge") return null;
  if (!fields.some((name) => name === field || name.startsWith(`${field}.`)))
    return `named ${fields.join() || error.code}`;
  return null;
}

/** Fails if `run` writes anything. */
async function expectNoWrites(run: () => Promise<void>): Promise<void> {
  await admin();
  const initialCounts = await rowCounts();
  await run();
  expect(await rowCounts()).toEqual(initialCounts);
}

describe.each(
  endpointsWithBody.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const),
)("%s", (_key, endpoint) => {
  const schema = endpoint.body as z.ZodType;
  const exampleBody = exampleOf(schemaOf(schema)) as Json;

  it.each(fieldsOf(schema))(
    "design§HTTP %s: a missing or invalid value is a field error and changes nothing",
    async (field) => {
      const { [field]: _, ...bodyWithoutField } = exampleBody;
      const bodies = [
        bodyWithoutField,
        ...invalidValues.map((value) => ({ ...exampleBody, [field]: value })),
      ].filter((body) => validate(schema, body).errors !== undefined);
      expect(bodies.length).toBeGreaterThan(0);
      await expectNoWrites(async () => {
        for (const body of bodies) {
          const deviation = await deviationFromRefusal(endpoint.method, path(endpoint), body, field);
          expect(deviation, `${field}: ${JSON.stringify(body[field])?.slice(0, 60)}`).toBeNull();
        }
      });
    },
  );

  it("design§HTTP an unknown field is a field error and changes nothing", async () => {
    const body = { ...exampleBody, surprise: 1 };
    // The contracts for devices ignore unknown fields.
    if (validate(schema, body).errors === undefined) return;
    await expectNoWrites(async () =>
      expect(await deviationFromRefusal(endpoint.method, path(endpoint), body, "surprise")).toBeNull(),
    );
  });
});

describe.each(
  endpointsWithQuery.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const),
)("%s", (_key, endpoint) => {
  const schema = endpoint.query as z.ZodType;

  it("design§HTTP an invalid or unknown query parameter is a field error", async () => {
    const required = (schemaOf(schema).required ?? []) as string[];
    const exampleQuery = Object.fromEntries(
      Object.entries(exampleOf(schemaOf(schema)) as Json)
        .filter(([name]) => required.includes(name))
        .map(([name, value]) => [name, String(value)]),
    );
    await expectNoWrites(async () => {
      for (const field of [...fieldsOf(schema), "surprise"])
        for (const invalid of ["\u0000", "x".repeat(60_000), "-1", "nonsense"]) {
          const query = { ...exampleQuery, [field]: invalid };
          if (validate(schema, query).errors === undefined) continue;
          const deviation = await deviationFromRefusal(
            endpoint.method,
            `${path(endpoint)}?${new URLSearchParams(query)}`,
            undefined,
            field,
          );
          // An unknown id in the path is answered with 404 before the query is parsed.
          if (endpoint.path.includes("{") && deviation === "answered 404") continue;
          expect(deviation, `${field}: ${JSON.stringify(invalid).slice(0, 60)}`).toBeNull();
        }
    });
  });
});

describe("searching", () => {
  const letters = Array.from({ length: 0x2000 }, (_, code) => String.fromCodePoint(code)).filter(
    (letter) => letter > "\x80" && letter !== letter.toLowerCase() && letter.toLowerCase().length === 1,
  );
  const lists = resources.map(({ path }) => ({ method: "GET", path: `/${path}`, field: "q" }));
  const calls = endpointsWithQuery.flatMap((endpoint) =>
    fieldsOf(endpoint.query as z.ZodType)
      .filter((field) => ["q", "query", "term", "search"].includes(field))
      .map((field) => ({ ...endpoint, field })),
  );
  it.each(
    [...lists, ...calls].map(
      (search) => [`${search.method} ${search.path} ${search.field}`, search] as const,
    ),
  )("design§D1 %s accepts many words, digits and letters outside ASCII", async (_name, search) => {
    const words = [
      "a b",
      "Mast 12-å ö é",
      "0 1 2 3 4 5 6 7 8 9",
      `"Åre 7" ${letters.slice(0, 80).join(" ")}`,
    ];
    const terms = [...[2, 40, 60, 200].map((length) => letters.slice(0, length).join("")), ...words];
    for (const term of terms) {
      const query = new URLSearchParams({ [search.field]: term });
      const response = await call(search.method, `${path(search)}?${query}`, { as: await admin() });
      expect([term, response.status]).not.toEqual([term, 500]);
    }
  });
});

describe.each(
  (resources satisfies readonly AnyResource[])
    .filter(({ access }) => access.create !== null)
    .map((resource) => [resource.name, resource as AnyResource] as const),
)("%s", (name, resource) => {
  const base = `/${resource.path}`;
  const texts = resource.writable.filter(
    (field) => !resource.writeOnly?.includes(field) && typeof creationBodies[name]!()[field] === "string",
  );

  it.each(texts)(
    "design§HTTP %s stores hostile text unchanged or refuses it with a field error",
    async (field) => {
      for (const [kind, text] of Object.entries(hostileTexts)) {
        const value = `${text} ${crypto.randomUUID().slice(0, 6)}`;
        const response = await call("POST", base, {
          as: await admin(),
          body: { ...(await makeCreationBody(name, (await admin()).customerId)), [field]: value },
        });
        const result = await jsonOf<Json & Refusal>(response);
        if (response.status === 422)
          expect([kind, Object.keys(result.error.fields ?? {})]).toEqual([kind, [field]]);
        else expect([kind, response.status, result[field]]).toEqual([kind, 201, value]);
        const searchResponse = await call("GET", `${base}?q=${encodeURIComponent(text)}`, {
          as: await admin(),
        });
        expect([kind, searchResponse.status]).toEqual([kind, 200]);
      }
    },
  );

  it("design§HTTP an update with an invalid value is a field error and changes nothing", async () => {
    const row = await jsonOf<{ id: string; version: number }>(
      call("POST", base, {
        as: await admin(),
        body: await makeCreationBody(name, (await admin()).customerId),
      }),
    );
    await expectNoWrites(async () => {
      for (const field of resource.changeable)
        for (const invalid of invalidValues) {
          const body = { [field]: invalid, version: row.version };
          if (validate(resource.change, body).errors === undefined) continue;
          const deviation = await deviationFromRefusal("PUT", `${base}/${row.id}`, body, field);
          expect(deviation, `${field}: ${JSON.stringify(invalid).slice(0, 60)}`).toBeNull();
        }
    });
  });

  it.runIf(isCustomerScoped(resource))(
    "design§HTTP a caller of one customer cannot create a row for another",
    async () => {
      const otherCustomer = await makeCustomer();
      const reader = await makeCaller({ roles: ["ROLE_LICENSE_READ"] });
      const body = { ...(await makeCreationBody(name, otherCustomer.id)), customerId: otherCustomer.id };
      const initialCounts = await rowCounts();
      const response = await call("POST", base, {
        as: reader,
        body,
      });
      expect(response.status).toBe(403);
      expect(await rowCounts()).toMatchObject({ changes: (initialCounts as { changes: number }).changes });
    },
  );
});
