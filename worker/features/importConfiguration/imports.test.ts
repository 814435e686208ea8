import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
  domainChange,
  expectedAnswerImportConfiguration,
  suggestionImportConfiguration,
  suggestionImportEvent,
} from "#worker/db/schema/index.ts";
import { decryptSecrets } from "#worker/resources/secretParams.ts";
import {
  type Caller,
  call,
  db,
  env,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeSuperAdmin,
  uniqueName,
} from "#worker/testing/factories.ts";
import { makeExpectedAnswerList, makeSuggestionList } from "#worker/testing/listTesting.ts";

interface Row {
  id: string;
  version: number;
  params: object;
  secretsSet: string[];
}
const problemOf = async (responsePromise: Promise<Response>) => {
  const response = await responsePromise;
  return [response.status, (await jsonOf<{ error: object }>(response)).error];
};

const kinds = [
  ["suggestionImportConfiguration", "suggestionList", makeSuggestionList, suggestionImportConfiguration],
  [
    "expectedAnswerImportConfiguration",
    "expectedAnswerList",
    makeExpectedAnswerList,
    expectedAnswerImportConfiguration,
  ],
] as const;

describe.each(kinds)("%s", (name, field, makeList, table) => {
  const base = `/${name}s`;
  const create = async (as: Caller, body: object = {}) => {
    const list = await makeList();
    return call("POST", base, {
      as,
      body: {
        name: uniqueName("import"),
        [field]: list.id,
        type: "RAMSITE_3GIS",
        frequency: "DAILY",
        ...body,
      },
    });
  };
  const readSecrets = async (id: string) => {
    const row = await db()
      .select({ secrets: table.secrets })
      .from(table as typeof suggestionImportConfiguration)
      .where(eq(table.id, id))
      .get();
    return decryptSecrets(env, { entity: name, id }, row?.secrets);
  };

  it("3§3 belongs to the customer of its list, and to no other", async () => {
    const as = await makeSuperAdmin();
    const list = await makeList();
    const configuration = await jsonOf<Row>(create(as, { [field]: list.id }));
    expect(configuration).toMatchObject({
      customerId: list.customerId,
      [field]: list.id,
      [`${field}Name`]: list.name,
    });
    expect(await problemOf(create(as, { customerId: as.customerId }))).toMatchObject([
      422,
      { fields: { [field]: "notFound" } },
    ]);
    expect(await problemOf(create(as, { [field]: crypto.randomUUID() }))).toMatchObject([
      422,
      { fields: { [field]: "notFound" } },
    ]);
    const put = (id: string) =>
      call("PUT", `${base}/${configuration.id}`, {
        as,
        body: { [field]: id, version: configuration.version },
      });
    expect(await problemOf(put((await makeList()).id))).toMatchObject([
      422,
      { fields: { [field]: "notFound" } },
    ]);
    const sibling = await makeList(list.customerId);
    expect(await jsonOf(put(sibling.id))).toMatchObject({
      [field]: sibling.id,
      [`${field}Name`]: sibling.name,
    });
  });

  it("design§Tenancy secrets are accepted, encrypted, and never returned or logged", async () => {
    const as = await makeSuperAdmin();
    const configuration = await jsonOf<Row>(create(as, { secrets: { apiKey: "hush-hush" } }));
    expect(configuration).toMatchObject({ params: {}, secretsSet: ["apiKey"] });
    expect(configuration).not.toHaveProperty("secrets");
    expect(await readSecrets(configuration.id)).toEqual({ apiKey: "hush-hush" });
    const put = (body: object, version: number) =>
      call("PUT", `${base}/${configuration.id}`, { as, body: { ...body, version } });
    expect(await jsonOf(put({ name: "Renamed" }, 1))).toMatchObject({ secretsSet: ["apiKey"] });
    expect(await readSecrets(configuration.id)).toEqual({ apiKey: "hush-hush" });
    expect(await jsonOf(put({ secrets: {} }, 2))).toMatchObject({ version: 2 });
    await put({ secrets: { apiKey: "another" } }, 2);
    expect(await readSecrets(configuration.id)).toEqual({ apiKey: "another" });
    expect(await jsonOf(put({ secrets: { apiKey: "" } }, 3))).toMatchObject({ secretsSet: [], version: 4 });
    const lines = await db().select().from(domainChange).where(eq(domainChange.objectId, configuration.id));
    expect(lines).toHaveLength(4);
    expect(JSON.stringify(lines)).not.toMatch(/hush|another/);
  });

  it("3§5 params and secrets unknown to the type are field errors", async () => {
    const as = await makeSuperAdmin();
    expect(
      await problemOf(create(as, { params: { apiKey: "x", colour: "red" }, secrets: { password: "x" } })),
    ).toMatchObject([
      422,
      {
        fields: { "params.apiKey": "notAllowed", "params.colour": "unknown", "secrets.password": "unknown" },
      },
    ]);
  });

  it("3§2 run now queues an event; while it waits, further calls return the same one, simultaneous ones too", async () => {
    const as = await makeSuperAdmin();
    const configuration = await jsonOf<Row>(create(as));
    const trigger = () =>
      jsonOf<{ id: string }>(call("POST", `/${name}/triggerNow/${configuration.id}`, { as }));
    const [first, second] = await Promise.all([trigger(), trigger()]);
    expect(first).toMatchObject({
      [`${name}Id`]: configuration.id,
      type: "RAMSITE_3GIS",
      success: null,
      count: 0,
      message: null,
    });
    expect(second).toEqual(first);
    expect(await trigger()).toEqual(first);
    const lines = await db().select().from(domainChange).where(eq(domainChange.objectId, first.id));
    expect(lines).toHaveLength(1);
    const events = `/${name.replace("Configuration", "Event")}s`;
    const { items } = await jsonOf<{ items: { id: string }[] }>(call("GET", events, { as }));
    expect(items.map(({ id }) => id)).toContain(first.id);
    expect((await call("POST", `/${name}/triggerNow/${crypto.randomUUID()}`, { as })).status).toBe(404);
    const staff = await makeCaller({
      roles: ["ROLE_SUGGESTION_LIST_WRITE", "ROLE_EXPECTED_ANSWER_LIST_WRITE"],
    });
    expect((await call("POST", `/${name}/triggerNow/${configuration.id}`, { as: staff })).status).toBe(403);
  });
});

describe("suggestion imports", () => {
  it("3§4 a new type resets the params and deletes the old type's secrets", async () => {
    const as = await makeSuperAdmin();
    const list = await makeSuggestionList((await makeCustomer()).id);
    const configuration = await jsonOf<Row>(
      call("POST", "/suggestionImportConfigurations", {
        as,
        body: {
          name: "Sites",
          suggestionList: list.id,
          type: "RAMSITE_3GIS",
          frequency: "HOURLY",
          params: { area: "Norr" },
          secrets: { apiKey: "x" },
        },
      }),
    );
    const put = (body: object, version: number) =>
      call("PUT", `/suggestionImportConfigurations/${configuration.id}`, { as, body: { ...body, version } });
    expect(await problemOf(put({ type: "SHAREPOINT_FOLDERS", params: { area: "Norr" } }, 1))).toMatchObject([
      422,
      { fields: { "params.area": "unknown" } },
    ]);
    expect(await jsonOf(put({ type: "SHAREPOINT_FOLDERS" }, 1))).toMatchObject({
      params: { path: "Shared Documents" },
      secretsSet: [],
    });
    expect(
      await jsonOf(put({ type: "NEXT_USER", params: { columns: "Namn" }, secrets: { accessToken: "y" } }, 2)),
    ).toMatchObject({ params: { columns: "Namn" }, secretsSet: ["accessToken"] });
  });

  it("3§2 once an event has run the next can be queued", async () => {
    const as = await makeSuperAdmin();
    const list = await makeSuggestionList();
    const configuration = await jsonOf<Row>(
      call("POST", "/suggestionImportConfigurations", {
        as,
        body: { name: "Sites", suggestionList: list.id, type: "NEXT_PROJECT", frequency: "YEARLY" },
      }),
    );
    const trigger = () =>
      jsonOf<{ id: string }>(
        call("POST", `/suggestionImportConfiguration/triggerNow/${configuration.id}`, { as }),
      );
    const first = await trigger();
    await db()
      .update(suggestionImportEvent)
      .set({ success: false, message: "503" })
      .where(and(eq(suggestionImportEvent.id, first.id)));
    expect((await trigger()).id).not.toBe(first.id);
  });
});
