import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { expectedAnswerImportKeys, suggestionImportKeys } from "#domain/configuration/importTypes.ts";
import { initialParams } from "#domain/configuration/typedParams.ts";
import {
  type ExportConfigurationType,
  exportConfigurationKeys,
  exportConfigurationTypes,
  predefinedKeys,
} from "#domain/configuration/types.ts";
import type { PairImportResult } from "#domain/endpoints/configuration/pairImport.ts";
import {
  documentation,
  documentationTag,
  domainChange,
  exportConfiguration,
  predefinedConfiguration,
} from "#worker/db/schema/index.ts";
import { decryptSecrets, mergeSecrets } from "#worker/resources/secretParams.ts";
import { sealSecret } from "#worker/secrets.ts";
import {
  type Caller,
  call,
  db,
  env,
  jsonOf,
  makeCustomer,
  makeDocumentation,
  makeLicense,
  makeSuperAdmin,
  uniqueName,
} from "#worker/testing/factories.ts";

type Json = Record<string, unknown>;
const createRow = async (as: Caller, path: string, body: Json) =>
  jsonOf<Json & { id: string }>(
    call("POST", path, { as, body: { name: uniqueName("name"), customerId: as.customerId, ...body } }),
  );
const put = (as: Caller, path: string, id: string, body: Json) => call("PUT", `${path}/${id}`, { as, body });
const readFieldErrors = async (response: Response | Promise<Response>) =>
  (await jsonOf<{ error: { fields: Json } }>(response)).error.fields;
const listTags = async (documentationId: string) =>
  (
    await db()
      .select({ tag: documentationTag.tag })
      .from(documentationTag)
      .where(eq(documentationTag.documentationId, documentationId))
      .orderBy(documentationTag.tag)
  ).map(({ tag }) => tag);

describe("3§5 tag configurations", () => {
  const path = "/documentationTagConfigurations";

  it("apply to existing and new documentations immediately, and deleting one removes its tags", async () => {
    const as = await makeSuperAdmin();
    const { customerId } = as;
    const name = uniqueName("Mast");
    const olderDocumentation = await makeDocumentation(customerId, { name });
    const foreignDocumentation = await makeDocumentation((await makeCustomer()).id, { name });
    const entry = await createRow(as, path, { name, tag: "Coast" });
    const newerDocumentation = await makeDocumentation(customerId, { name });
    expect([await listTags(olderDocumentation.id), await listTags(newerDocumentation.id)]).toEqual([
      ["Coast"],
      ["Coast"],
    ]);
    expect(await listTags(foreignDocumentation.id)).toEqual([]);
    await put(as, path, entry.id, { tag: "North", version: 1 });
    expect(await listTags(olderDocumentation.id)).toEqual(["North"]);
    await db()
      .update(documentation)
      .set({ name: "Other" })
      .where(eq(documentation.id, newerDocumentation.id));
    expect(await listTags(newerDocumentation.id)).toEqual([]);
    await db().update(documentation).set({ name }).where(eq(documentation.id, newerDocumentation.id));
    expect(await listTags(newerDocumentation.id)).toEqual(["North"]);
    await put(as, path, entry.id, { name: "Other", version: 2 });
    expect([await listTags(olderDocumentation.id), await listTags(newerDocumentation.id)]).toEqual([[], []]);
    await put(as, path, entry.id, { name, version: 3 });
    await call("DELETE", `${path}/${entry.id}`, { as });
    expect([await listTags(olderDocumentation.id), await listTags(newerDocumentation.id)]).toEqual([[], []]);
  });

  it("are found by the documentation list's search", async () => {
    const as = await makeSuperAdmin();
    const documentation = await makeDocumentation(as.customerId);
    const tag = uniqueName("Fjällen");
    await createRow(as, path, { name: documentation.name, tag });
    const { items } = await jsonOf<{ items: { id: string }[] }>(
      call("GET", `/documentations?query=${encodeURIComponent(tag)}`, { as }),
    );
    expect(items.map(({ id }) => id)).toEqual([documentation.id]);
  });

  it("never remove tags that a device has set, whether before or after the configuration was created", async () => {
    const as = await makeSuperAdmin();
    const { customerId } = as;
    const { licenseCode } = await makeLicense({ customerId });
    const origin = await makeDocumentation(customerId);
    const saveFromDevice = async (tags: string[], id = crypto.randomUUID()) => {
      const sentDocumentation = {
        ...{ id, templateId: origin.templateId, name: "Stolpe 7", creator: "field", tags, tasks: [] },
        dateCreated: "2026-05-04T09:30:00Z",
      };
      const body = { licenseCode, documentation: sentDocumentation };
      const response = await call("POST", "/documentation/saveWithLicenseCode", { body });
      expect(await response.json().then(() => response.status)).toBe(200);
      return id;
    };
    const earlierId = await saveFromDevice(["Pole"]);
    const entry = await createRow(as, path, { name: "Stolpe 7", tag: "Pole" });
    const laterId = await saveFromDevice(["Pole"]);
    const untaggedId = await saveFromDevice([]);
    expect(await listTags(untaggedId)).toEqual(["Pole"]);
    await saveFromDevice(["Pole"], untaggedId);
    await call("DELETE", `${path}/${entry.id}`, { as });
    for (const id of [earlierId, laterId, untaggedId]) expect(await listTags(id)).toEqual(["Pole"]);
  });
});

describe("3§7 imports of aliases and tags", () => {
  it("return the imported rows and the ignored ones with reasons, and write one audit entry for each imported row", async () => {
    const as = await makeSuperAdmin();
    const { customerId } = as;
    const [name, otherName] = [uniqueName("Mast"), uniqueName("Mast")];
    const existingDocumentation = await makeDocumentation(customerId, { name: otherName });
    await createRow(as, "/documentationAlias", { name, alias: "kept" });
    const row = (alias: string, overrides: object = {}) => ({
      customerId,
      name: otherName,
      alias,
      ...overrides,
    });
    const response = await jsonOf<PairImportResult>(
      call("POST", "/documentationAlias/importCSV", {
        as,
        body: {
          items: [
            row("  Tall one "),
            row("again"),
            row("new", { name }),
            row(""),
            row("x", { name: " " }),
            row("x", { name: "n", customerId: 999_999_999 }),
            row("x".repeat(300), { name: "long" }),
            row("a\u0007b", { name: "control" }),
          ],
        },
      }),
    );
    // Characters that names cannot have are replaced.
    expect(response.imported).toMatchObject([{ row: 0 }, { row: 7 }]);
    expect(response.ignored.map(({ row, reason }) => [row, reason])).toEqual([
      [1, "duplicate"],
      [2, "duplicate"],
      [3, "empty"],
      [4, "empty"],
      [5, "unknownCustomer"],
      [6, "invalid"],
    ]);
    const auditEntries = await db()
      .select()
      .from(domainChange)
      .where(eq(domainChange.objectId, response.imported[0]!.id));
    expect(auditEntries).toMatchObject([
      {
        ...{ userId: as.userId, customerId, action: "CREATE", objectClass: "siteproof.DocumentationAlias" },
        params: {
          customerId: { after: customerId },
          name: { after: otherName },
          alias: { after: "Tall one" },
        },
      },
    ]);
    const details = await jsonOf<Json>(call("GET", `/documentations/${existingDocumentation.id}`, { as }));
    expect(details.alias).toBe("Tall one");
    expect(
      await jsonOf(call("GET", `/documentationAlias/${response.imported[0]!.id}`, { as })),
    ).toMatchObject({
      alias: "Tall one",
      version: 1,
    });
  });

  it("accept several tags for a name, and thousands of rows in one call", async () => {
    const as = await makeSuperAdmin();
    const { customerId } = as;
    const documentation = await makeDocumentation(customerId, { name: "Mast 7" });
    const items = Array.from({ length: 3000 }, (_, index) => ({
      ...{ customerId, name: `Mast ${index}`, tag: "Coast" },
    }));
    items.push({ customerId, name: "Mast 7", tag: "North" }, { customerId, name: "Mast 7", tag: "North" });
    const send = () =>
      jsonOf<PairImportResult>(
        call("POST", "/documentationTagConfiguration/importCSV", { as, body: { items } }),
      );
    const [first, second] = [await send(), await send()];
    expect([first.imported.length, first.ignored.length]).toEqual([3001, 1]);
    expect([second.imported.length, second.ignored.length]).toEqual([0, 3002]);
    expect(await listTags(documentation.id)).toEqual(["Coast", "North"]);
    const auditEntries = await db()
      .select({ id: domainChange.id })
      .from(domainChange)
      .where(
        and(
          eq(domainChange.customerId, customerId),
          eq(domainChange.objectClass, "siteproof.DocumentationTagConfiguration"),
        ),
      );
    expect(auditEntries).toHaveLength(3001);
  });
});

describe("3§5 params by type", () => {
  const path = "/exportConfigurations";

  it("have their defaults, and are reset when the type changes", async () => {
    const as = await makeSuperAdmin();
    const createdConfiguration = await createRow(as, path, { secrets: { clientSecret: "one" } });
    expect(createdConfiguration).toMatchObject({
      type: "SHAREPOINT",
      params: { clientId: "", path: "Shared Documents" },
      secretsSet: ["clientSecret"],
    });
    const updatedConfiguration = await jsonOf<Json>(
      put(as, path, createdConfiguration.id, { params: { clientId: "c" }, version: 1 }),
    );
    expect(updatedConfiguration.params).toMatchObject({ clientId: "c", path: "Shared Documents" });
    const changedConfiguration = await jsonOf<Json>(
      put(as, path, createdConfiguration.id, { type: "RAMSITE_3GIS", version: 2 }),
    );
    expect(changedConfiguration).toMatchObject({
      params: { documentStructureId: "4657", projectId: "" },
      secretsSet: [],
    });
    const extraParams = { documentStructureId: "1", extra: "yes" };
    const extendedConfiguration = await jsonOf<Json>(
      put(as, path, createdConfiguration.id, { params: extraParams, version: 3 }),
    );
    const initialValues = initialParams(exportConfigurationKeys.RAMSITE_3GIS);
    expect(extendedConfiguration.params).toEqual({ ...initialValues, ...extraParams });
    const resetConfiguration = await jsonOf<Json>(
      put(as, path, createdConfiguration.id, { params: {}, version: 4 }),
    );
    expect(resetConfiguration.params).toEqual({ ...initialValues, documentStructureId: "1" });
  });

  it("are field errors if the type does not accept them", async () => {
    const as = await makeSuperAdmin();
    const fetchConfigurationErrors = (body: Json) =>
      readFieldErrors(call("POST", path, { as, body: { name: "a", customerId: as.customerId, ...body } }));
    expect(
      await fetchConfigurationErrors({
        type: "FTP",
        params: { url: "x", password: "y" },
        secrets: { apiKey: "z" },
      }),
    ).toEqual({
      "params.url": "unknown",
      "params.password": "notAllowed",
      "secrets.apiKey": "unknown",
    });
    expect(await fetchConfigurationErrors({ type: "RAMSITE_3GIS", params: { apiKey: "x" } })).toEqual({
      "params.apiKey": "notAllowed",
    });
    const fetchFilterErrors = (body: Json) =>
      readFieldErrors(
        call("POST", "/documentationTaskFilters", { as, body: { name: "a", position: 0, ...body } }),
      );
    expect(await fetchFilterErrors({ type: "ANSWER" })).toEqual({ "params.ANSWER": "required" });
    expect(await fetchFilterErrors({ type: "PRECONDITION", params: { OPERATOR: "NEVER" } })).toEqual({
      "params.OPERATOR": "invalid",
    });
    expect(await fetchFilterErrors({ type: "ANSWERED", position: undefined })).toEqual({
      position: "required",
    });
  });

  it("design§Tenancy secrets are encrypted, shown by key only, and kept, replaced and removed one by one", async () => {
    const as = await makeSuperAdmin();
    const createdConfiguration = await createRow(as, "/predefinedConfigurations", {
      type: "NEXT",
      secrets: { token: "one" },
    });
    const row = () =>
      db()
        .select()
        .from(predefinedConfiguration)
        .where(eq(predefinedConfiguration.id, createdConfiguration.id))
        .get();
    const owner = { entity: "predefinedConfiguration", id: String(createdConfiguration.id) };
    const readSecrets = async () => decryptSecrets(env, owner, (await row())!.secrets);
    const change = (body: Json, version: number) =>
      jsonOf<Json>(put(as, "/predefinedConfigurations", createdConfiguration.id, { ...body, version }));
    expect((await row())!.secrets).not.toContain("one");
    await change({ name: "Renamed" }, 1);
    expect(await readSecrets()).toEqual({ token: "one" });
    expect(await change({ secrets: { token: "two" } }, 2)).toMatchObject({
      version: 3,
      secretsSet: ["token"],
    });
    expect(await readSecrets()).toEqual({ token: "two" });
    expect(await change({ secrets: {} }, 3)).toMatchObject({ version: 3 });
    expect(await change({ secrets: { token: "" } }, 3)).toMatchObject({ secretsSet: [] });
    const auditEntries = await db()
      .select()
      .from(domainChange)
      .where(eq(domainChange.objectId, createdConfiguration.id));
    expect(JSON.stringify(auditEntries)).not.toMatch(/"(one|two)"/);
    const response = await jsonOf<Json>(
      call("GET", `/predefinedConfigurations/${createdConfiguration.id}`, { as }),
    );
    expect(response).not.toHaveProperty("secrets");
  });

  it("design§Tenancy stored secrets are removed when host, account or header changes, and kept with every other change", async () => {
    const as = await makeSuperAdmin();
    const cases: Record<
      ExportConfigurationType,
      { storedParams: Json; targetChanges: Json[]; otherChanges: Json[]; secret: string }
    > = {
      FTP: {
        storedParams: { host: "ftp.example.se", username: "anna" },
        targetChanges: [
          { host: "ftp.other.se" },
          { host: "ftp.example.se:2121" },
          { host: "" },
          { username: "eva" },
        ],
        otherChanges: [{ directory: "in" }, { host: " ftp.example.se " }, { failureEmail: "a@example.se" }],
        secret: "password",
      },
      WEBDAV: {
        storedParams: { url: "https://dav.example.se/a", username: "anna" },
        targetChanges: [
          { url: "http://dav.example.se/a" },
          { url: "https://dav.other.se/a" },
          { username: "eva" },
        ],
        otherChanges: [{ failureEmail: "a@example.se" }],
        secret: "password",
      },
      STOREGATE: {
        storedParams: { username: "anna" },
        targetChanges: [{ url: "https://dav.other.se" }, { username: "eva" }],
        otherChanges: [{ failureEmail: "a@example.se" }],
        secret: "password",
      },
      SHAREPOINT: {
        storedParams: { clientId: "app", tenantId: "tenant" },
        targetChanges: [{ tenantId: "other" }, { clientId: "other" }],
        otherChanges: [{ siteUrl: "https://b.sharepoint.com" }, { path: "Shared Documents/a" }],
        secret: "clientSecret",
      },
      RAMSITE_3GIS: {
        storedParams: { baseUrl: "https://ramsite.example.se", apiKeyHeader: "X-API-Key" },
        targetChanges: [
          { baseUrl: "https://other.se" },
          { apiKeyHeader: "X-Echo" },
          { apiKeyPrefix: "Bearer" },
        ],
        otherChanges: [{ projectId: "2" }, { nameKey: "title" }],
        secret: "apiKey",
      },
      EMAIL: { storedParams: {}, targetChanges: [], otherChanges: [], secret: "" },
    };
    for (const type of exportConfigurationTypes)
      for (const isTargetChange of [true, false]) {
        const { storedParams, targetChanges, otherChanges, secret } = cases[type];
        for (const params of isTargetChange ? targetChanges : otherChanges) {
          const createdConfiguration = await createRow(as, path, {
            type,
            params: storedParams,
            secrets: { [secret]: "one" },
          });
          const newParams = { ...storedParams, ...params };
          const changedConfiguration = await jsonOf<Json>(
            put(as, path, createdConfiguration.id, { params: newParams, version: 1 }),
          );
          expect(changedConfiguration.secretsSet, `${type} ${JSON.stringify(params)}`).toEqual(
            isTargetChange ? [] : [secret],
          );
          // A secret that is entered with the change belongs to the new host.
          if (!isTargetChange) continue;
          const secondChange = { params: storedParams, secrets: { [secret]: "two" }, version: 2 };
          expect(await jsonOf<Json>(put(as, path, createdConfiguration.id, secondChange))).toMatchObject({
            secretsSet: [secret],
          });
        }
      }
  });

  it("design§Tenancy every param that is an address, account or header of a type with secrets is one of its secret targets", () => {
    const keys = [exportConfigurationKeys, predefinedKeys, suggestionImportKeys, expectedAnswerImportKeys];
    for (const [type, { params, secrets, secretTargets = [] }] of keys.flatMap((keysByType) =>
      Object.entries(keysByType),
    )) {
      if (secrets.length === 0) continue;
      const targetKeys = /^(host|url|baseUrl|username|clientId|tenantId|apiKeyHeader|apiKeyPrefix)$/;
      expect(params.filter((key) => targetKeys.test(key)).sort(), type).toEqual([...secretTargets].sort());
    }
  });

  it("design§Tenancy a secret that was copied to another row cannot be read there", () => {
    const encryptedSecrets = mergeSecrets(env, { entity: "exportConfiguration", id: "a" }, null, {
      password: "one",
    });
    const read = (id: string) => decryptSecrets(env, { entity: "exportConfiguration", id }, encryptedSecrets);
    expect(read("a")).toEqual({ password: "one" });
    expect(() => read("b")).toThrow(/cannot be read/);
    const legacySecrets = JSON.stringify({
      password: sealSecret(env, "one", "exportConfiguration.password"),
    });
    expect(decryptSecrets(env, { entity: "exportConfiguration", id: "b" }, legacySecrets)).toEqual({
      password: "one",
    });
  });

  it("3§3 user params are a list of the configuration, stored in order", async () => {
    const as = await makeSuperAdmin();
    const createdConfiguration = await createRow(as, path, {
      userParams: [{ name: "b", required: true }, { name: "a" }],
    });
    const [first, second] = createdConfiguration.userParams as { id: string }[];
    expect(createdConfiguration.userParams).toMatchObject([
      { name: "b", required: true },
      { name: "a", required: false },
    ]);
    const changedConfiguration = await jsonOf<Json>(
      put(as, path, createdConfiguration.id, { userParams: [second, { name: "c" }], version: 1 }),
    );
    expect(changedConfiguration.userParams).toMatchObject([{ id: second!.id }, { name: "c" }]);
    const otherConfiguration = await createRow(await makeSuperAdmin(), path, { userParams: [{ name: "x" }] });
    for (const params of [otherConfiguration.userParams, [first, first]])
      expect(
        await readFieldErrors(put(as, path, createdConfiguration.id, { userParams: params, version: 2 })),
      ).toEqual({
        userParams: "notFound",
      });
    await call("DELETE", `${path}/${createdConfiguration.id}`, { as });
    expect(
      await db()
        .select()
        .from(exportConfiguration)
        .where(eq(exportConfiguration.id, createdConfiguration.id)),
    ).toEqual([]);
  });
});
