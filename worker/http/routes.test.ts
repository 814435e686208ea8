import { describe, expect, it } from "vitest";
import { z } from "zod";
import { staffAuthorities } from "../../domain/access/authorities";
import type { Endpoint } from "../../domain/endpoint";
import { problemStatus } from "../../domain/problem";
import { app } from "../app";
import { type Caller, call, makeCaller, makeDocumentation, makeSuper } from "../testing/factories";
import { exampleOf } from "./examples";
import { mounted } from "./mount";
import { openApiDocument } from "./openapi";

/** Every route as the router itself has it, so that one that was forgotten elsewhere is not forgotten here. */
const routes = [
  ...new Map(
    app.routes
      .filter(({ method, path }) => method !== "ALL" && !path.includes("*"))
      .map(({ method, path }) => [`${method} ${path}`, { method, path: path.replace(/^\/api/, "") }]),
  ).values(),
];
const entering = (entrance: Endpoint["entrance"]) =>
  [...mounted.values()]
    .filter((endpoint) => endpoint.entrance === entrance)
    .map(({ method, path }) => `${method} ${path}`);
const open = new Set([...entering("public"), "GET /openapi.json", "GET /docs"]);
const byLicense = new Set(entering("license"));
/** The query a call does not go without. */
const query: Record<string, string> = {
  "/documentation/downloadExportDocument/:id": "?type=PHOTO_WORD_DOCUMENT",
  "/customer/downloadPhotoDump/photos.zip": "?customerId=1",
  "/customer/createInvoiceAttachement/": "?customerId=1&startDate=2026-05-01&endDate=2026-05-31",
};
const id = (path: string, value: string) => path.replace(/:\w+/g, value) + (query[path] ?? "");
const listed = new Set(Object.values(problemStatus) as number[]);

describe.each(routes)("$method $path", ({ method, path }) => {
  const key = `${method} ${path}`;
  const body = method === "POST" || method === "PUT" ? {} : undefined;

  it("design§Tests is refused without a session", async () => {
    const { status } = await call(method, id(path, crypto.randomUUID()), { body });
    if (open.has(key)) expect([200, 422]).toContain(status);
    // A body without a licence code is no valid body.
    else if (byLicense.has(key)) expect(status).toBe(422);
    else expect(status).toBe(401);
  });

  it("design§Tests is refused with a forged, expired or foreign token", async () => {
    if (open.has(key) || byLicense.has(key)) return;
    for (const token of ["x", "eyJhbGciOiJub25lIn0.eyJzdWIiOiJhIiwiYXVkIjoic2Vzc2lvbiJ9.", ""]) {
      const { status } = await call(method, id(path, crypto.randomUUID()), {
        body,
        headers: { authorization: `Bearer ${token}` },
      });
      expect(status).toBe(401);
    }
  });

  it("1§8 answers reader, staff of another customer and super admin with a status of the catalogue", async () => {
    if (open.has(key) || byLicense.has(key)) return;
    const owned = await makeDocumentation((await makeCaller()).customerId);
    for (const as of [
      await makeCaller({ roles: ["ROLE_DOCUMENTATION_READ"] }),
      await makeCaller({ roles: staffAuthorities }),
      await makeSuper(),
    ] satisfies Caller[]) {
      for (const value of [crypto.randomUUID(), owned.id, "../..", "%00"]) {
        const { status } = await call(method, id(path, value), { as, body });
        expect([200, 201, 304, 401, 403, 404, 422]).toContain(status);
        if (status >= 400) expect(listed.has(status)).toBe(true);
      }
    }
  });

  it("design§Tenancy shows a documentation to nobody of another customer", async () => {
    if (!path.includes(":id") || open.has(key) || byLicense.has(key)) return;
    const owned = await makeDocumentation((await makeCaller()).customerId);
    const other = await makeCaller({ roles: staffAuthorities });
    // With a body that the call takes, so that it comes as far as looking for the row.
    const schema = mounted.get(`${method} ${path.replace(/:(\w+)/g, "{$1}")}`)?.body;
    const given = schema ? exampleOf(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" })) : body;
    const { status } = await call(method, id(path, owned.id), { as: other, body: given });
    expect([403, 404]).toContain(status);
  });
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
