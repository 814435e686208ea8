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
  makeSuperAdmin,
} from "#worker/testing/factories.ts";
import { honoPath, mountedEndpoints } from "./mount.ts";
import { openApiDocument, schemaOf } from "./openapi.ts";
import { exampleOf } from "./schemaExamples.ts";

/** Every route, taken from the router itself, so that routes mounted without a contract are tested too. */
const routes = [
  ...new Map(
    app.routes
      .filter(({ method, path }) => method !== "ALL" && !path.includes("*"))
      .map(({ method, path }) => [`${method} ${path}`, { method, path: path.replace(/^\/api/, "") }]),
  ).values(),
];
const routesWith = (authentication: Endpoint["authentication"]) =>
  [...mountedEndpoints.values()]
    .filter((endpoint) => endpoint.authentication === authentication)
    .map(({ method, path }) => `${method} ${honoPath(path)}`);
const publicRoutes = new Set([...routesWith("public"), "GET /openapi.json", "GET /docs"]);
/** Routes without a session, authorised by a licence code or a link's token. */
const codeRoutes = new Set([...routesWith("license"), ...routesWith("token")]);
/** Required query parameters by route. */
const requiredQuery: Record<string, string> = {
  "/documentation/downloadExportDocument/:id": "?type=PHOTO_WORD_DOCUMENT",
  "/customer/downloadPhotoDump/photos.zip": "?customerId=1",
  "/customer/createInvoiceAttachement/": "?customerId=1&startDate=2026-05-01&endDate=2026-05-31",
};
const pathWithId = (path: string, value: string) =>
  path.replace(/:\w+/g, value) + (requiredQuery[path] ?? "");
const problemStatuses = new Set(Object.values(problemStatus) as number[]);

/** A reader, staff and a super admin, each of a separate customer. Made once, and again after a call has ended a session. */
const makeCallers = async (): Promise<Caller[]> => [
  await makeCaller({ roles: ["ROLE_DOCUMENTATION_READ"] }),
  await makeCaller({ roles: staffAuthorities }),
  await makeSuperAdmin(),
];
let callers: Promise<Caller[]> | undefined;

/** A documentation, and staff of another customer. */
const makeForeignCase = async () => ({
  documentation: await makeDocumentation((await makeCaller()).customerId),
  foreignStaff: await makeCaller({ roles: staffAuthorities }),
});
let foreignCase: ReturnType<typeof makeForeignCase> | undefined;

describe.each(routes)("$method $path", ({ method, path }) => {
  const key = `${method} ${path}`;
  const body = method === "POST" || method === "PUT" ? {} : undefined;

  it("design§Tenancy is refused without a session", async () => {
    const { status } = await call(method, pathWithId(path, crypto.randomUUID()), { body });
    if (publicRoutes.has(key)) expect([200, 422]).toContain(status);
    // A call without a licence code or token is invalid.
    else if (codeRoutes.has(key)) expect(status).toBe(422);
    else expect(status).toBe(401);
  });

  it("design§Tenancy is refused with a malformed, forged or empty token", async () => {
    if (publicRoutes.has(key) || codeRoutes.has(key)) return;
    for (const token of ["x", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIiwiYXVkIjoic2Vzc2lvbiJ9.", ""]) {
      const { status } = await call(method, pathWithId(path, crypto.randomUUID()), {
        body,
        headers: { authorization: `Bearer ${token}` },
      });
      expect(status).toBe(401);
    }
  });

  it("1§8 answers readers, staff and super admins with a status of the problem catalogue", async () => {
    if (publicRoutes.has(key) || codeRoutes.has(key)) return;
    callers ??= makeCallers();
    const foreignDocumentation = path.includes(":")
      ? await makeDocumentation((await makeCaller()).customerId)
      : null;
    const ids = foreignDocumentation ? [crypto.randomUUID(), foreignDocumentation.id, "../..", "%00"] : [""];
    for (const as of await callers)
      for (const id of ids) {
        const { status } = await call(method, pathWithId(path, id), { as, body });
        expect([200, 201, 304, 401, 403, 404, 422]).toContain(status);
        if (status >= 400) expect(problemStatuses.has(status)).toBe(true);
        if (status === 401) callers = undefined;
      }
  });

  it("design§Tenancy hides a documentation from other customers", async () => {
    if (!path.includes(":id") || publicRoutes.has(key) || codeRoutes.has(key)) return;
    foreignCase ??= makeForeignCase();
    const { documentation, foreignStaff } = await foreignCase;
    // The body is valid, so that the call gets as far as looking up the row.
    const schema = mountedEndpoints.get(`${method} ${path.replace(/:(\w+)/g, "{$1}")}`)?.body;
    const validBody = schema ? exampleOf(schemaOf(schema, "input")) : body;
    const { status } = await call(method, pathWithId(path, documentation.id), {
      as: foreignStaff,
      body: validBody,
    });
    expect([403, 404]).toContain(status);
  });
});

/** Tokens of a valid link and of an expired one, and an invented token. */
async function makeLinks() {
  const staff = await makeCaller({ roles: staffAuthorities });
  const { id } = await makeDocumentation(staff.customerId);
  const tokens = { valid: "", expired: "", unknown: "0".repeat(43) };
  for (const name of ["valid", "expired"] as const) {
    const body = { documentationId: id, purpose: "LATER" };
    const link = (await (await call("POST", "/uploadToken/create", { as: staff, body })).json()) as {
      id: string;
      token: string;
    };
    tokens[name] = link.token;
    if (name === "expired")
      await db()
        .update(uploadToken)
        .set({ expireDate: addSeconds(-1) })
        .where(eq(uploadToken.id, link.id));
  }
  return { ...tokens, documentationId: id };
}

describe("design§Links the token of a link", () => {
  const endpoints = [...mountedEndpoints.values()];

  it("authorises no call that needs a session, whether sent as bearer, as ticket or in the query", async () => {
    const { valid: token, documentationId } = await makeLinks();
    for (const { method, path, authentication, body } of endpoints) {
      if (authentication !== "session") continue;
      const filledPath = path.replace(/\{\w+\}/g, documentationId);
      const emptyBody = body && { body: {} };
      for (const [suffix, headers] of [
        ["", { authorization: `Bearer ${token}` }],
        [`?token=${token}&link=${token}`, {}],
      ] as const) {
        const { status } = await call(method, filledPath + suffix, { headers, ...emptyBody });
        expect([method, path, status]).toEqual([method, path, 401]);
      }
    }
  });

  it("authorises nothing once it has expired or if it is invented, even if the call is otherwise valid", async () => {
    const { expired: expiredToken, unknown: unknownToken } = await makeLinks();
    for (const [token, code] of [
      [expiredToken, "linkExpired"],
      [unknownToken, "linkUnknown"],
    ] as const)
      for (const endpoint of endpoints) {
        if (endpoint.authentication !== "token") continue;
        const { method, path, body } = endpoint;
        const validBody = body && { body: { ...(exampleOf(schemaOf(body, "input")) as object), token } };
        const filledPath = path.replace(/\{\w+\}/g, crypto.randomUUID()) + (body ? "" : `?link=${token}`);
        const response = await call(method, filledPath, validBody);
        const { error } = (await response.json()) as { error: { code: string } };
        expect([path, response.status, error.code]).toEqual([path, 401, code]);
        await db().delete(rateLimitCounter);
      }
  });
});

it("design§HTTP every operation of the OpenAPI document has a unique id", () => {
  const paths = openApiDocument().paths as Record<string, Record<string, { operationId: string }>>;
  const ids = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
});

it("design§HTTP every route is in the OpenAPI document", () => {
  const paths = openApiDocument().paths as Record<string, Record<string, unknown>>;
  const documentedRoutes = new Set(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    ),
  );
  const undocumentedRoutes = routes
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, "{$1}")}`)
    .filter((key) => !documentedRoutes.has(key) && !["GET /openapi.json", "GET /docs"].includes(key));
  expect(undocumentedRoutes).toEqual([]);
});
