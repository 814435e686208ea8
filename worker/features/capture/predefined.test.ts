import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { pick } from "#domain/core/objects.ts";
import type { PredefinedAnswers } from "#domain/endpoints/capture/predefined.ts";
import { nextToken } from "#scripts/support/servers/nextServer.ts";
import { rightPassword } from "#scripts/support/servers/serverFaults.ts";
import { GraphClient } from "#worker/connectors/graphClient.ts";
import { SharepointConnector } from "#worker/connectors/sharepoint.ts";
import { lookUp } from "#worker/connectors/sources/lookup.ts";
import { control, newUser } from "#worker/connectors/testing/connectorBattery.ts";
import { expectFailure } from "#worker/connectors/testing/sampleFiles.ts";
import { timeoutsMs } from "#worker/connectors/timeouts.ts";
import {
  documentationTask,
  predefinedConfiguration,
  suggestionList,
  templateLicense,
  templateTask,
} from "#worker/db/schema/index.ts";
import { mergeSecrets } from "#worker/resources/secretParams.ts";
import {
  call,
  db,
  env,
  jsonOf,
  makeCaller,
  makeDocumentation,
  makeLicense,
  makeTemplate,
  uniqueName,
} from "#worker/testing/factories.ts";

it("2§7 getPredefinedAnswers returns the latest answers for a name, by option, and only those of the customer", async () => {
  const as = await makeCaller({ roles: ["ROLE_CREATE_DOCUMENTATION"] });
  const { customerId } = as;
  const template = await makeTemplate(customerId, { predefinedEnabled: true });
  const captureAnswers = async (
    ownerId: number,
    name: string,
    dateCreated: string,
    answers: Record<string, string>,
  ) => {
    const { id: documentationId } = await makeDocumentation(ownerId, { name, dateCreated });
    const task = { customerId: ownerId, documentationId, name: "Known", type: "PREDEFINED" as const };
    await db()
      .insert(documentationTask)
      .values(
        Object.entries(answers).map(([options, refusedAnswers]) => ({
          ...task,
          options,
          answer: refusedAnswers,
        })),
      );
  };
  await captureAnswers(customerId, "M 1", "2026-05-01T08:00:00Z", {
    CUSTOMER_NAME: "old",
    PROJECT_NOTE: "gate code",
  });
  await captureAnswers(customerId, "M 1", "2026-06-01T08:00:00Z", { CUSTOMER_NAME: "Norrnät" });
  await captureAnswers(customerId, "M 2", "2026-07-01T08:00:00Z", { CUSTOMER_NAME: "another name" });
  const otherLicense = await makeLicense();
  await captureAnswers(otherLicense.customerId, "M 1", "2026-07-01T08:00:00Z", {
    CUSTOMER_NAME: "another customer",
  });
  const fetchAnswers = (id: string, name: string) =>
    call("GET", `/documentation/getPredefinedAnswers?template=${id}&name=${encodeURIComponent(name)}`, {
      as,
    });
  expect(await jsonOf(fetchAnswers(template.id, "M 1"))).toEqual({
    items: [
      { option: "PROJECT_NOTE", answer: "gate code", captured: true },
      { option: "CUSTOMER_NAME", answer: "Norrnät", captured: true },
    ],
    failure: null,
  });
  const plainTemplate = await makeTemplate(customerId);
  expect(await jsonOf(fetchAnswers(plainTemplate.id, "M 1"))).toEqual({ items: [], failure: null });
  const foreignTemplate = await makeTemplate(otherLicense.customerId, { predefinedEnabled: true });
  expect((await fetchAnswers(foreignTemplate.id, "M 1")).status).toBe(404);
});

describe("predefined configurations", () => {
  const { next, graph } = inject("servers");
  const originalEnv = pick(env, [
    "ALLOW_PRIVATE_DESTINATIONS",
    "CONSOLE_URL",
    "GRAPH_LOGIN_URL",
    "GRAPH_URL",
    "NEXT_URL",
  ]);
  beforeAll(() => {
    Object.assign(env, {
      ALLOW_PRIVATE_DESTINATIONS: "true",
      CONSOLE_URL: "http://localhost:8788",
      GRAPH_LOGIN_URL: graph,
      GRAPH_URL: graph,
      NEXT_URL: next,
    });
  });
  afterAll(() => {
    for (const key of ["ALLOW_PRIVATE_DESTINATIONS", "GRAPH_LOGIN_URL", "GRAPH_URL", "NEXT_URL"] as const)
      delete env[key];
    Object.assign(env, originalEnv);
  });

  interface Input {
    type: "NEXT" | "SHAREPOINT_FOLDERS";
    params?: Record<string, string>;
    secrets: Record<string, string>;
  }
  /** A template with a source system, answers captured under a name, and the calls of console and device. */
  async function makeSystem({ type, params = {}, secrets }: Input) {
    const { customerId, id: licenseId, licenseCode } = await makeLicense();
    const as = await makeCaller({ customerId, roles: ["ROLE_CREATE_DOCUMENTATION"] });
    const configurationId = crypto.randomUUID();
    const [configuration] = await db()
      .insert(predefinedConfiguration)
      .values({
        id: configurationId,
        customerId,
        name: "Projekten",
        type,
        params,
        secrets: mergeSecrets(env, { entity: "predefinedConfiguration", id: configurationId }, null, secrets),
      })
      .returning();
    const template = await makeTemplate(customerId, {
      predefinedEnabled: true,
      predefinedConfigurationId: configuration!.id,
    });
    const { id: documentationId } = await makeDocumentation(customerId, { name: "Mast 1" });
    const task = { customerId, documentationId, name: "Known", type: "PREDEFINED" as const };
    await db()
      .insert(documentationTask)
      .values([
        { ...task, options: "CUSTOMER_NAME", answer: "captured customer" },
        { ...task, options: "WORK_LEADER_NAME", answer: "captured leader" },
      ]);
    const fetchAnswers = (name: string) =>
      jsonOf<PredefinedAnswers>(
        call("GET", `/documentation/getPredefinedAnswers?template=${template.id}&name=${name}`, { as }),
      );
    const fetchAnswersOnDevice = (name: string) =>
      call("POST", "/documentation/getPredefinedAnswersWithLicenseCode", {
        body: { licenseCode, template: template.id, name },
      });
    return {
      fetchAnswers,
      fetchAnswersOnDevice,
      template,
      licenseId,
      customerId,
    };
  }
  const capturedItems = [
    { option: "WORK_LEADER_NAME", answer: "captured leader", captured: true },
    { option: "CUSTOMER_NAME", answer: "captured customer", captured: true },
  ];

  it("2§7 Next's data about a project takes precedence over the last captured answers, in the portal and on devices", async () => {
    const user = newUser();
    await control.tables(user, {
      project: [
        { id: 4, name: "Mast 1", note: "the older one" },
        {
          ...{ id: 9, name: "Mast 1", projectno: "26001", note: " Grindkod 1234 \n" },
          ...{ projectmanagerid: 1, customerid: 7, customercontactid: 8 },
        },
      ],
      user: [{ id: 1, fullname: "Åsa Berg", email: "asa@norr.example", mobile: null, phone: "070-1" }],
      customer: [{ id: 7, name: "Norrnät AB" }],
      customercontact: [{ id: 8, name: "Bo Ek", email: "" }],
    });
    const { fetchAnswers, fetchAnswersOnDevice } = await makeSystem({
      type: "NEXT",
      secrets: { token: nextToken(user) },
    });
    const expectedAnswers = {
      items: [
        { option: "PROJECT_NOTE", answer: "Grindkod 1234", captured: false },
        { option: "PROJECT_MANAGER_NAME", answer: "Åsa Berg", captured: false },
        { option: "PROJECT_MANAGER_NUMBER", answer: "070-1", captured: false },
        { option: "PROJECT_MANAGER_EMAIL", answer: "asa@norr.example", captured: false },
        { option: "WORK_LEADER_NAME", answer: "captured leader", captured: true },
        { option: "CUSTOMER_CONTACT_NAME", answer: "Bo Ek", captured: false },
        { option: "CUSTOMER_NAME", answer: "Norrnät AB", captured: false },
      ],
      failure: null,
    };
    expect(await fetchAnswers("Mast 1")).toEqual(expectedAnswers);
    expect(await jsonOf(fetchAnswersOnDevice("Mast 1"))).toEqual(expectedAnswers);
    const answersByNumber = await fetchAnswers("26001");
    expect(answersByNumber.items[0]).toEqual(expectedAnswers.items[0]);
    expect(await fetchAnswers("unknown")).toEqual({ items: [], failure: null });
  });

  it("2§7 a SharePoint folder provides the columns that have the names of options", async () => {
    const user = newUser();
    const params = {
      clientId: "app-1",
      tenantId: user,
      siteUrl: "https://contoso.sharepoint.com/sites/Falt",
      path: "Shared Documents/Projekt",
    };
    const secrets = { clientSecret: rightPassword };
    const destination = { params, secrets, allowPrivate: true, microsoft: { login: graph, graph } };
    await new SharepointConnector(destination).ensureFolder(["Mast 1"]);
    const client = new GraphClient(destination, timeoutsMs);
    const drive = "/drives/b!documents";
    const { text } = await client.call("GET", `${drive}/root:/Projekt/Mast%201`);
    await client.call("PATCH", `${drive}/items/${JSON.parse(text).id}/listItem/fields`, {
      contentType: "application/json",
      body: JSON.stringify({ Project_x0020_note: "Grindkod 1234", field_3: "Norrnät AB", Fotograf: "Åsa" }),
    });
    const { fetchAnswers } = await makeSystem({ type: "SHAREPOINT_FOLDERS", params, secrets });
    expect(await fetchAnswers("Mast 1")).toEqual({
      items: [
        { option: "PROJECT_NOTE", answer: "Grindkod 1234", captured: false },
        capturedItems[0],
        { option: "CUSTOMER_NAME", answer: "Norrnät AB", captured: false },
      ],
      failure: null,
    });
    for (const name of ["unknown", "..", "a%2Fb%3F*"])
      expect(await fetchAnswers(name)).toEqual({ items: [], failure: null });
  });

  it("2§7 a system that fails or refuses is reported, and the last captured answers are returned", async () => {
    const user = newUser();
    const { fetchAnswers } = await makeSystem({ type: "NEXT", secrets: { token: nextToken(user) } });
    await control.inject(user, [{ operation: "list", action: "answer", status: 503 }]);
    expect(await fetchAnswers("Mast 1")).toMatchObject({
      items: capturedItems,
      failure: { configuration: "Projekten", kind: "transient" },
    });
    const refusedSystem = await makeSystem({ type: "NEXT", secrets: { token: "wrong-secret-77" } });
    const refusedAnswers = await refusedSystem.fetchAnswers("Mast 1");
    expect(refusedAnswers).toMatchObject({ items: capturedItems, failure: { kind: "auth" } });
    expect(JSON.stringify(refusedAnswers)).not.toContain("wrong-secret-77");
    const emptySystem = await makeSystem({ type: "NEXT", secrets: {} });
    expect(await emptySystem.fetchAnswers("Mast 1")).toMatchObject({
      items: capturedItems,
      failure: { kind: "config" },
    });
  });

  it("2§7 a system that stops responding times out", async () => {
    const user = newUser();
    await control.inject(user, [{ operation: "list", action: "stall" }]);
    const destination = { params: {}, secrets: { token: nextToken(user) }, allowPrivate: true, next };
    expect((await expectFailure(lookUp("NEXT", destination, "Mast 1", 200))).kind).toBe("transient");
  });

  it("2§7 a device gets only templates of its licence", async () => {
    const { fetchAnswersOnDevice, template, customerId } = await makeSystem({ type: "NEXT", secrets: {} });
    const otherLicense = await makeLicense({ customerId });
    await db()
      .insert(templateLicense)
      .values({ customerId, templateId: template.id, licenseId: otherLicense.id });
    expect((await fetchAnswersOnDevice("Mast 1")).status).toBe(404);
  });
});

it("3§5 a task for contact persons gets the columns of its list", async () => {
  const { customerId, licenseCode } = await makeLicense();
  const columns = { columns: "Namn;Telefon", requiredColumns: "Namn" };
  const [list] = await db()
    .insert(suggestionList)
    .values({ customerId, name: uniqueName("list"), type: "CONTACT_PERSONS", params: columns })
    .returning();
  const template = await makeTemplate(customerId);
  await db()
    .insert(templateTask)
    .values({
      customerId,
      templateId: template.id,
      name: "Who",
      type: "CONTACT_PERSONS",
      suggestionListId: list!.id,
      params: { addContactPersonEnabled: "true" },
      position: 5,
    });
  const { items } = await jsonOf<{ items: { tasks: { params: object }[] }[] }>(
    call("POST", "/template/findAllByLicenseCode", { body: { licenseCode } }),
  );
  expect(items[0]!.tasks.at(-1)!.params).toEqual({ ...columns, addContactPersonEnabled: "true" });
});
