import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type Authority, authorities, type Product } from "#domain/access/authorities.ts";
import { type Action, type AnyResource, isCustomerScoped } from "#domain/contract/resource.ts";
import { resources } from "#domain/resources/index.ts";
import { domainChange } from "#worker/db/schema/index.ts";
import {
  allProducts,
  type Caller,
  call,
  db,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeLicense,
  makeSuperAdmin,
  uniqueName,
} from "#worker/testing/factories.ts";
import {
  authoritiesExcept,
  changeBodies,
  creationBodies,
  makeCreationBody,
} from "#worker/testing/sampleBodies.ts";

const allResources = (resources satisfies readonly AnyResource[]).map(
  (resource) => [resource.name, resource as AnyResource] as const,
);
type Id = string | number;
/** An unused id of the resource's type. */
const makeUnusedId = (resource: AnyResource): Id =>
  resource.fields.id instanceof z.ZodNumber ? 999_999_999 : crypto.randomUUID();

/** Shared by all tests, because super admins work in all customers. */
let admin: Promise<Caller> | undefined;
const getSuperAdmin = () => {
  admin ??= makeSuperAdmin();
  return admin;
};
const callerCache = new Map<string, Promise<Caller>>();
const cacheCaller = (missingGrant: string, make: () => Promise<Caller>): Promise<Caller> => {
  const caller = callerCache.get(missingGrant) ?? make();
  callerCache.set(missingGrant, caller);
  return caller;
};
const getCallerWithoutAuthority = (authority: Authority) =>
  cacheCaller(authority, async () =>
    makeCaller({
      customerId: (await makeCustomer(allProducts)).id,
      roles: authoritiesExcept(authorities, authority),
    }),
  );
const getCallerWithoutProduct = (product: Product) =>
  cacheCaller(product, async () =>
    makeCaller({
      customerId: (await makeCustomer(allProducts.filter((candidate) => candidate !== product))).id,
      roles: authoritiesExcept(authorities, "ROLE_SUPER_ADMIN"),
    }),
  );

/** Rules of every standard resource, tested from its contract. */
describe.each(allResources)("%s", (name, resource) => {
  const basePath = `/${resource.path}`;
  const sample = creationBodies[name]?.() ?? {};
  const rowPath = `${basePath}/${makeUnusedId(resource)}`;
  const calls = (
    [
      ["read", "GET", basePath, undefined],
      ["read", "GET", `${basePath}/count`, undefined],
      ["read", "GET", rowPath, undefined],
      ["create", "POST", basePath, sample],
      ["update", "PUT", rowPath, { version: 1 }],
      ["delete", "DELETE", rowPath, undefined],
    ] satisfies [Action, string, string, unknown][]
  ).filter(([action]) => resource.access[action] !== null);

  it.each(calls)("design§HTTP %s without a session is 401 (%s %s)", async (_action, method, path, body) => {
    expect((await call(method, path, { body })).status).toBe(401);
  });

  it.each(calls)("1§6 %s without its authority is 403 (%s %s)", async (action, method, path, body) => {
    const as = await getCallerWithoutAuthority(resource.access[action]!);
    expect((await call(method, path, { as, body })).status).toBe(403);
  });

  it.runIf(resource.product).each(calls)(
    "1§6 %s without its product is 403 (%s %s)",
    async (_action, method, path, body) => {
      const as = await getCallerWithoutProduct(resource.product!);
      expect((await call(method, path, { as, body })).status).toBe(403);
    },
  );

  it("1§7 calls that the contract does not declare are 404", async () => {
    const as = await getSuperAdmin();
    for (const [action, method, path] of [
      ["create", "POST", basePath],
      ["update", "PUT", rowPath],
      ["delete", "DELETE", rowPath],
    ] as const)
      if (resource.access[action] === null)
        expect([method, (await call(method, path, { as, body: {} })).status]).toEqual([method, 404]);
  });

  it("1§7 the list follows its contract, sorts by each sortable column, and refuses unknown parameters", async () => {
    const as = await getSuperAdmin();
    await makeLicense();
    const list = (query: string) => call("GET", `${basePath}?${query}`, { as });
    const { items } = await jsonOf<{ items: object[] }>(
      list(`max=-1${resource.list.details ? "&details=true" : ""}`),
    );
    expect(z.array(resource.listRow).safeParse(items).error).toBeUndefined();
    for (const sort of resource.list.sortable)
      for (const order of ["asc", "desc"])
        expect([sort, (await list(`sort=${sort}&order=${order}`)).status]).toEqual([sort, 200]);
    for (const query of ["sort=nothing", "order=sideways", "max=many", "offset=-1", "surprise=1"])
      expect([query, (await list(query)).status]).toEqual([query, 422]);
    for (const id of [makeUnusedId(resource), "nonsense", "%00", "1e3", "0x1"])
      expect([id, (await call("GET", `${basePath}/${id}`, { as })).status]).toEqual([id, 404]);
  });
});

/** Rules of writable resources. */
describe.each(allResources.filter(([, { access }]) => access.create !== null))("%s", (name, resource) => {
  const basePath = `/${resource.path}`;
  const createRow = async (as: Caller, fields: Record<string, unknown> = {}) => {
    const response = await call("POST", basePath, {
      as,
      body: { ...(await makeCreationBody(name, Number(fields.customerId ?? as.customerId))), ...fields },
    });
    expect(response.status).toBe(201);
    return jsonOf<{ id: Id; version: number; customerId: number | null }>(response);
  };
  const findAuditEntries = (objectId: Id) =>
    db()
      .select()
      .from(domainChange)
      .where(
        and(eq(domainChange.objectId, String(objectId)), eq(domainChange.objectClass, resource.objectClass)),
      );
  it("1§7 creates, reads, lists, counts, changes and deletes a row", async () => {
    const as = await getSuperAdmin();
    const createdRow = await createRow(as);
    expect(resource.row.safeParse(createdRow).error).toBeUndefined();
    expect(await jsonOf(call("GET", `${basePath}/${createdRow.id}`, { as }))).toEqual(createdRow);
    const details = resource.list.details ? "&details=true" : "";
    const { items } = await jsonOf<{ items: { id: Id }[] }>(
      call("GET", `${basePath}?max=-1${details}`, { as }),
    );
    const item = items.find(({ id }) => id === createdRow.id);
    expect(Object.keys(item ?? {}).sort()).toEqual([...resource.list.columns].sort());
    expect(z.array(resource.listRow).safeParse(items).error).toBeUndefined();
    const changeResponse = await call("PUT", `${basePath}/${createdRow.id}`, {
      as,
      body: { ...changeBodies[name]!(), version: createdRow.version },
    });
    expect(changeResponse.status).toBe(200);
    expect(await jsonOf(changeResponse)).toMatchObject({
      id: createdRow.id,
      version: createdRow.version + 1,
    });
    expect((await call("DELETE", `${basePath}/${createdRow.id}`, { as })).status).toBe(200);
    expect((await call("GET", `${basePath}/${createdRow.id}`, { as })).status).toBe(404);
  });

  it.runIf(resource.scope !== "service")(
    "design§Tenancy another customer's row is 404 for every call, and stays unchanged",
    async () => {
      const owner = await getSuperAdmin();
      const createdRow = await createRow(owner);
      const outsider = await makeCaller({
        customerId: (await makeCustomer(allProducts)).id,
        roles: authoritiesExcept(authorities, "ROLE_SUPER_ADMIN"),
      });
      for (const [action, method, body] of [
        ["read", "GET"],
        ["update", "PUT", { ...changeBodies[name]!(), version: 1 }],
        ["delete", "DELETE"],
      ] as const) {
        const isAllowed = resource.access[action] !== "ROLE_SUPER_ADMIN";
        expect((await call(method, `${basePath}/${createdRow.id}`, { as: outsider, body })).status).toBe(
          isAllowed ? 404 : 403,
        );
      }
      expect(await jsonOf(call("GET", `${basePath}/${createdRow.id}`, { as: owner }))).toEqual(createdRow);
      expect(await findAuditEntries(createdRow.id)).toHaveLength(1);
    },
  );

  it.runIf(isCustomerScoped(resource))(
    "design§Tenancy a list has only its customer's rows, and requesting another customer is 403",
    async () => {
      const as = await getSuperAdmin();
      const [ownCustomer, otherCustomer] = [await makeCustomer(allProducts), await makeCustomer(allProducts)];
      await createRow(as, { customerId: ownCustomer.id });
      await createRow(as, { customerId: otherCustomer.id });
      const { items } = await jsonOf<{ items: { customerId: number }[] }>(
        call("GET", `${basePath}?customerId=${ownCustomer.id}`, { as }),
      );
      expect(items.map(({ customerId }) => customerId)).toEqual([ownCustomer.id]);
      expect(await jsonOf(call("GET", `${basePath}/count?customerId=${ownCustomer.id}`, { as }))).toEqual({
        total: 1,
      });
      const reader = await makeCaller({
        customerId: ownCustomer.id,
        roles: authoritiesExcept(authorities, "ROLE_SUPER_ADMIN"),
      });
      const expectedStatus = resource.access.read === "ROLE_SUPER_ADMIN" ? 403 : 200;
      const response = await call("GET", basePath, { as: reader });
      expect(response.status).toBe(expectedStatus);
      if (expectedStatus === 200) {
        const rows = (await jsonOf<{ items: { customerId: number }[] }>(response)).items;
        expect(rows.map(({ customerId }) => customerId)).toEqual([ownCustomer.id]);
        expect((await call("GET", `${basePath}?customerId=${otherCustomer.id}`, { as: reader })).status).toBe(
          403,
        );
      }
    },
  );

  it("design§Entities unknown and read-only fields are 422 with their names, and nothing is written", async () => {
    const as = await getSuperAdmin();
    const createdRow = await createRow(as);
    const put = (body: unknown) => call("PUT", `${basePath}/${createdRow.id}`, { as, body });
    for (const [body, fields] of [
      [{ ...changeBodies[name]!(), version: 1, surprise: true }, { surprise: "unknown" }],
      [{ id: makeUnusedId(resource), version: 1 }, { id: "readOnly" }],
      ...((resource.locked ?? []).includes("customerId")
        ? ([
            [{ customerId: (createdRow.customerId ?? 0) + 1, version: 1 }, { customerId: "readOnly" }],
          ] as const)
        : []),
      [changeBodies[name]!(), { version: "required" }],
    ] as const) {
      const response = await put(body);
      expect(response.status).toBe(422);
      expect(await jsonOf(response)).toMatchObject({ error: { fields } });
    }
    const postResponse = await call("POST", basePath, {
      as,
      body: { ...(await makeCreationBody(name, as.customerId)), id: makeUnusedId(resource) },
    });
    expect([postResponse.status, await jsonOf(postResponse)]).toMatchObject([
      422,
      { error: { fields: { id: "unknown" } } },
    ]);
    expect(await jsonOf(call("GET", `${basePath}/${createdRow.id}`, { as }))).toEqual(createdRow);
  });

  it("1§5 each field refuses invalid values, with its name", async () => {
    const as = await getSuperAdmin();
    for (const field of resource.writable) {
      for (const invalidValue of [{ deep: [] }, "x".repeat(300_000), -1.5]) {
        const body = { ...(await makeCreationBody(name, as.customerId)), [field]: invalidValue };
        const expectedStatus = (resource.creation as z.ZodObject).safeParse(body).success ? 201 : 422;
        const response = await call("POST", basePath, { as, body });
        if (field === "customerId") expect(response.status).toBe(422);
        // A user's fields have rules beyond the schema; any refusal is fine.
        else if (name === "user" && response.status === 422) continue;
        else expect([field, response.status]).toEqual([field, expectedStatus]);
        if (response.status === 422)
          expect(
            Object.keys((await jsonOf<{ error: { fields: object } }>(response)).error.fields)[0],
          ).toMatch(new RegExp(`^${field}`));
      }
    }
  });

  it.each(["", "[]", "null", "{", "\u0000", '"text"'])("design§HTTP the body %j is 422", async (body) => {
    const as = await getSuperAdmin();
    expect((await call("POST", basePath, { as, body })).status).toBe(422);
  });

  it("design§Entities a client may send back a whole row; if it is unchanged, nothing is written", async () => {
    const as = await getSuperAdmin();
    const createdRow = await createRow(as);
    expect(await jsonOf(call("PUT", `${basePath}/${createdRow.id}`, { as, body: createdRow }))).toEqual(
      createdRow,
    );
    expect(await findAuditEntries(createdRow.id)).toHaveLength(1);
  });

  it("design§Entities a stale version is 422, and one of two simultaneous writers succeeds", async () => {
    const as = await getSuperAdmin();
    const createdRow = await createRow(as);
    const put = () =>
      call("PUT", `${basePath}/${createdRow.id}`, {
        as,
        body: { ...changeBodies[name]!(), version: createdRow.version },
      });
    const statuses = (await Promise.all([put(), put()])).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 422]);
    const staleResponse = await put();
    expect([staleResponse.status, await jsonOf(staleResponse)]).toMatchObject([
      422,
      { error: { code: "staleVersion" } },
    ]);
    expect(
      (await call("DELETE", `${basePath}/${createdRow.id}?version=${createdRow.version}`, { as })).status,
    ).toBe(422);
  });

  it("design§Entities exactly one audit entry per write, with before and after, user and customer", async () => {
    const as = await getSuperAdmin();
    const createdRow = await createRow(as);
    const change = changeBodies[name]!();
    await call("PUT", `${basePath}/${createdRow.id}`, {
      as,
      body: { ...change, version: createdRow.version },
    });
    await call("DELETE", `${basePath}/${createdRow.id}`, { as });
    const entries = await findAuditEntries(createdRow.id);
    expect(entries.map(({ action }) => action)).toEqual(["CREATE", "UPDATE", "DELETE"]);
    const customerId = isCustomerScoped(resource)
      ? // A row of the service is filed under the customer that the actor acts for.
        (createdRow.customerId ?? as.customerId)
      : resource.scope === "self"
        ? createdRow.id
        : as.customerId;
    for (const entry of entries) expect(entry).toMatchObject({ userId: as.userId, customerId });
    const [field, value] = Object.entries(change)[0]!;
    expect(entries[1]?.params).toEqual({
      [field]: { before: (createdRow as unknown as Record<string, unknown>)[field], after: value },
    });
  });

  it.runIf(resource.fields[resource.list.searchable[0]!] instanceof z.ZodString)(
    "1§2 search ignores case, including å, ä and ö, and treats % and _ literally",
    async () => {
      const as = await getSuperAdmin();
      const [field] = resource.list.searchable as [string];
      const mixedCaseName = uniqueName("Åsbro%_");
      const createdRow = await createRow(as, { [field]: mixedCaseName });
      const fetchIds = async (q: string) =>
        (
          await jsonOf<{ items: { id: Id }[] }>(call("GET", `${basePath}?q=${encodeURIComponent(q)}`, { as }))
        ).items.map(({ id }) => id);
      expect(await fetchIds(mixedCaseName.toUpperCase())).toEqual([createdRow.id]);
      expect(await fetchIds(mixedCaseName.toLowerCase().replace("%", "x"))).toEqual([]);
    },
  );

  it.runIf(isCustomerScoped(resource))(
    "1§7 sorts by each sortable column in both orders, pages by max and offset, and refuses unknown parameters",
    async () => {
      const as = await getSuperAdmin();
      const owner = await makeCustomer(allProducts);
      for (let index = 0; index < 5; index += 1) await createRow(as, { customerId: owner.id });
      const list = (query: string) => call("GET", `${basePath}?customerId=${owner.id}&${query}`, { as });
      const fetchIds = async (query: string) =>
        (await jsonOf<{ items: { id: Id }[] }>(list(query))).items.map(({ id }) => id);
      for (const sort of resource.list.sortable)
        expect(await fetchIds(`sort=${sort}&order=desc`)).toEqual(
          (await fetchIds(`sort=${sort}&order=asc`)).toReversed(),
        );
      const allIds = await fetchIds("");
      expect([
        ...(await fetchIds("max=2")),
        ...(await fetchIds("max=2&offset=2")),
        ...(await fetchIds("max=2&offset=4")),
      ]).toEqual(allIds);
      for (const query of ["sort=nothing", "order=sideways", "max=many", "offset=-1", "surprise=1"])
        expect([query, (await list(query)).status]).toEqual([query, 422]);
    },
  );

  it.runIf(resource.namesCustomer)("3§5 a super admin must specify the customer", async () => {
    const as = await getSuperAdmin();
    const { customerId, ...body } = await makeCreationBody(name, as.customerId);
    const response = await call("POST", basePath, { as, body });
    expect([response.status, await jsonOf(response)]).toMatchObject([
      422,
      { error: { code: "invalid", fields: { customerId: "required" } } },
    ]);
    expect((await call("POST", basePath, { as, body: { ...body, customerId } })).status).toBe(201);
  });

  it.runIf(resource.caselessUnique ?? name === "user")(
    "1§5 refuses a name that differs from another only by case, on creation, on change and in simultaneous calls",
    async () => {
      const as = await getSuperAdmin();
      const field = resource.caselessUnique ?? "username";
      const [firstName, secondName] = [uniqueName("Åre-fjäll 7KQM-X2PD"), uniqueName("ÅRE-FJÄLL 7KQM-X2PD")];
      const otherSpelling = secondName.toLowerCase().replace("åre-fjäll", "åRE-fjäLL");
      const firstRow = await createRow(as, { [field]: firstName });
      const duplicateError = { error: { code: "duplicate", fields: { [field]: "duplicate" } } };
      const body = await makeCreationBody(name, as.customerId);
      const duplicateResponse = await call("POST", basePath, {
        as,
        body: { ...body, [field]: firstName.toUpperCase() },
      });
      expect([duplicateResponse.status, await jsonOf(duplicateResponse)]).toMatchObject([
        422,
        duplicateError,
      ]);
      const secondRow = await createRow(as, { [field]: secondName });
      const put = (value: string) =>
        call("PUT", `${basePath}/${secondRow.id}`, {
          as,
          body: { [field]: value, version: secondRow.version },
        });
      expect(await jsonOf(put(firstName.toLowerCase()))).toMatchObject(duplicateError);
      // A row's own name may change its case.
      expect((await put(otherSpelling)).status).toBe(200);
      const bodies = await Promise.all([
        makeCreationBody(name, as.customerId),
        makeCreationBody(name, as.customerId),
      ]);
      const concurrentName = uniqueName("Örn 7KQM-X2PD-9RTB");
      const statuses = await Promise.all(
        [concurrentName.toUpperCase(), concurrentName.toLowerCase()].map(
          async (value, index) =>
            (await call("POST", basePath, { as, body: { ...bodies[index], [field]: value } })).status,
        ),
      );
      expect(statuses.sort()).toEqual([201, 422]);
      expect(firstRow.id).not.toBe(secondRow.id);
    },
  );

  it.runIf(resource.unique)("3§5 refuses a duplicate and names the field", async () => {
    const as = await getSuperAdmin();
    const body = await makeCreationBody(name, as.customerId);
    expect((await call("POST", basePath, { as, body })).status).toBe(201);
    const response = await call("POST", basePath, { as, body });
    expect(response.status).toBe(422);
    expect(await jsonOf(response)).toMatchObject({
      error: { code: "duplicate", fields: { [resource.unique![0]!]: "duplicate" } },
    });
  });
});
