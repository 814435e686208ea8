import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { staffAuthorities } from "#domain/access/authorities.ts";
import type { Endpoint } from "#domain/contract/endpoint.ts";
import { addSeconds } from "#domain/core/fields.ts";
import { problemStatus } from "#domain/core/problem.ts";
import { app } from "#worker/app.ts";
import { rateLimitCounter, uploadToken } from "#worker/db/schema/index.ts";
import {
  type Caller,
  call,
  db,
  makeCaller,
  makeDocumentation,
  makeSuper,
} from "#worker/testing/factories.ts";
import { exampleOf } from "./examples.ts";
import { honoPath, mountedEndpoints } from "./mount.ts";
import { openApiDocument, schemaOf } from "./openapi.ts";

/** Every route, taken from the router itself, so that a route forgotten in the contracts is tested too. */
const routes = [
  ...new Map(
    app.routes
      .filter(({ method, path }) => method !== "ALL" && !path.includes("*"))
      .map(({ method, path }) => [`${method} ${path}`, { method, path: path.replace(/^\/api/, "") }]),
  ).values(),
];
const entering = (authentication: Endpoint["authentication"]) =>
  [...mountedEndpoints.values()]
    .filter((endpoint) => endpoint.authentication === authentication)
    .map(({ method, path }) => `${method} ${honoPath(path)}`);
const open = new Set([...entering("public"), "GET /openapi.json", "GET /docs"]);
/** Calls without a session, authorised by a licence code or the token of a link. */
const byCode = new Set([...entering("license"), ...entering("token")]);
/** Required query parameters of calls. */
const query: Record<string, string> = {
  "/documentation/downloadExportDocument/:id": "?type=PHOTO_WORD_DOCUMENT",
  "/customer/downloadPhotoDump/photos.zip": "?customerId=1",
  "/customer/createInvoiceAttachement/": "?customerId=1&startDate=2026-05-01&endDate=2026-05-31",
};
const id = (path: string, value: string) => path.replace(/:\w+/g, value) + (query[path] ?? "");
const listed = new Set(Object.values(problemStatus) as number[]);

/** A reader, staff and a super admin, each of a customer of its own; made once, and again after a call that ended a session. */
const makeCallers = async (): Promise<Caller[]> => [
  await makeCaller({ roles: ["ROLE_DOCUMENTATION_READ"] }),
  await makeCaller({ roles: staffAuthorities }),
  await makeSuper(),
];
let callers: Promise<Caller[]> | undefined;

/** A documentation, and staff of another customer. */
const makeStrangers = async () => ({
  owned: await makeDocumentation((await makeCaller()).customerId),
  other: await makeCaller({ roles: staffAuthorities }),
});
let strangers: ReturnType<typeof makeStrangers> | undefined;

describe.each(routes)("$method $path", ({ method, path }) => {
  const key = `${method} ${path}`;
  const body = method === "POST" || method === "PUT" ? {} : undefined;

  it("design§Tenancy is refused without a session", async () => {
    const { status } = await call(method, id(path, crypto.randomUUID()), { body });
    if (open.has(key)) expect([200, 422]).toContain(status);
    // Without a licence code or a token the call is invalid.
    else if (byCode.has(key)) expect(status).toBe(422);
    else expect(status).toBe(401);
  });

  it("design§Tenancy is refused with a forged, expired or foreign token", async () => {
    if (open.has(key) || byCode.has(key)) return;
    for (const token of ["x", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIiwiYXVkIjoic2Vzc2lvbiJ9.", ""]) {
      const { status } = await call(method, id(path, crypto.randomUUID()), {
        body,
        headers: { authorization: `Bearer ${token}` },
      });
      expect(status).toBe(401);
    }
  });

  it("1§8 answers a reader, staff of another customer and a super admin with a status of the catalogue", async () => {
    if (open.has(key) || byCode.has(key)) return;
    callers ??= makeCallers();
    const owned = path.includes(":") ? await makeDocumentation((await makeCaller()).customerId) : null;
    const values = owned ? [crypto.randomUUID(), owned.id, "../..", "%00"] : [""];
    for (const as of await callers)
      for (const value of values) {
        const { status } = await call(method, id(path, value), { as, body });
        expect([200, 201, 304, 401, 403, 404, 422]).toContain(status);
        if (status >= 400) expect(listed.has(status)).toBe(true);
        if (status === 401) callers = undefined;
      }
  });

  it("design§Tenancy shows a documentation to no other customer", async () => {
    if (!path.includes(":id") || open.has(key) || byCode.has(key)) return;
    strangers ??= makeStrangers();
    const { owned, other } = await strangers;
    // With a valid body, so that the call reaches the search for the row.
    const schema = mountedEndpoints.get(`${method} ${path.replace(/:(\w+)/g, "{$1}")}`)?.body;
    const given = schema ? exampleOf(schemaOf(schema, "input")) : body;
    const { status } = await call(method, id(path, owned.id), { as: other, body: given });
    expect([403, 404]).toContain(status);
  });
});

/** Links that strangers hold: an open one, an expired one, and an invented one. */
async function makeLinks() {
  const staff = await makeCaller({ roles: staffAuthorities });
  const { id } = await makeDocumentation(staff.customerId);
  const tokens = { open: "", expired: "", unknown: "0".repeat(43) };
  for (const name of ["open", "expired"] as const) {
    const body = { documentationId: id, purpose: "LATER" };
    const made = (await (await call("POST", "/uploadToken/create", { as: staff, body })).json()) as {
      id: string;
      token: string;
    };
    tokens[name] = made.token;
    if (name === "expired")
      await db()
        .update(uploadToken)
        .set({ expireDate: addSeconds(-1) })
        .where(eq(uploadToken.id, made.id));
  }
  return { ...tokens, documentationId: id };
}

describe("design§Links the token of a link", () => {
  const endpoints = [...mountedEndpoints.values()];

  it("opens none of the calls that need a session, as bearer, as ticket or in the query", async () => {
    const { open: token, documentationId } = await makeLinks();
    for (const { method, path, authentication, body } of endpoints) {
      if (authentication !== "session") continue;
      const at = path.replace(/\{\w+\}/g, documentationId);
      const sent = body && { body: {} };
      for (const [suffix, headers] of [
        ["", { authorization: `Bearer ${token}` }],
        [`?token=${token}&link=${token}`, {}],
      ] as const) {
        const { status } = await call(method, at + suffix, { headers, ...sent });
        expect([method, path, status]).toEqual([method, path, 401]);
      }
    }
  });

  it("opens nothing once it has expired, or when it was invented, even if all else is right", async () => {
    const { expired, unknown } = await makeLinks();
    for (const [token, code] of [
      [expired, "linkExpired"],
      [unknown, "linkUnknown"],
    ] as const)
      for (const endpoint of endpoints) {
        if (endpoint.authentication !== "token") continue;
        const { method, path, body } = endpoint;
        const given = body && { body: { ...(exampleOf(schemaOf(body, "input")) as object), token } };
        const at = path.replace(/\{\w+\}/g, crypto.randomUUID()) + (body ? "" : `?link=${token}`);
        const answer = await call(method, at, given);
        const { error } = (await answer.json()) as { error: { code: string } };
        expect([path, answer.status, error.code]).toEqual([path, 401, code]);
        await db().delete(rateLimitCounter);
      }
  });
});

it("design§HTTP every call of the OpenAPI document has an id of its own", () => {
  const paths = openApiDocument().paths as Record<string, Record<string, { operationId: string }>>;
  const ids = Object.values(paths).flatMap((methods) => Object.values(methods).map((one) => one.operationId));
  expect(ids.filter((one, index) => ids.indexOf(one) !== index)).toEqual([]);
});

it("design§HTTP every route is in the OpenAPI document", () => {
  const paths = openApiDocument().paths as Record<string, Record<string, unknown>>;
  const documented = new Set(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    ),
  );
  const undocumented = routes
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`)
    .filter((key) => !documented.has(key) && !["GET /openapi.json", "GET /docs"].includes(key));
  expect(undocumented).toEqual([]);
});
