import { eq, like } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { TemplateForDevice } from "#domain/endpoints/capture/capture.ts";
import type { CaptureLicense } from "#domain/endpoints/configuration/licenseCalls.ts";
import {
  documentation,
  documentationTask,
  domainChange,
  graphic,
  license as licenseTable,
  suggestion,
  suggestionList,
  suggestionListLicense,
  templateGraphic,
  templateTask,
} from "#worker/db/schema/index.ts";
import {
  call,
  db,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeLicense,
  makeTemplate,
  uniqueName,
} from "#worker/testing/factories.ts";

type License = Awaited<ReturnType<typeof makeLicense>>;

async function fetchTemplates({ licenseCode }: License): Promise<TemplateForDevice[]> {
  const path = "/template/findAllByLicenseCode";
  return (await jsonOf<{ items: TemplateForDevice[] }>(call("POST", path, { body: { licenseCode } }))).items;
}

async function makeList(customerId: number, type: string) {
  const [list] = await db()
    .insert(suggestionList)
    .values({ customerId, name: uniqueName("list"), type })
    .returning();
  return list!;
}

describe("3§3 template settings apply to everything captured with the template", () => {
  it("3§3 allTasksRequired applies to each task whose type allows it", async () => {
    const license = await makeLicense();
    await makeTemplate(license.customerId, { allTasksRequired: "NO_WITH_VALID_EXPLANATION" });
    const [deviceTemplate] = await fetchTemplates(license);
    expect(deviceTemplate?.tasks.map(({ name, required }) => [name, required])).toEqual([
      ["Overview", "NO_WITH_VALID_EXPLANATION"],
      ["Remark", "NO"],
    ]);
  });

  it("3§3 suggestionListLicenses: a list is sent only to its licences, and a list without licences to all", async () => {
    const license = await makeLicense();
    const { customerId } = license;
    const otherLicense = await makeLicense({ customerId });
    const [names, options] = [
      await makeList(customerId, "DOCUMENTATION_NAMES"),
      await makeList(customerId, "TASK_OPTIONS"),
    ];
    const template = await makeTemplate(customerId, {
      suggestionListId: names.id,
      onlySuggestionsAllowed: true,
    });
    await db()
      .update(templateTask)
      .set({ type: "SINGLE_CHOICE_SUGGESTION", suggestionListId: options.id })
      .where(eq(templateTask.id, template.tasks[1]!.id));
    const fetchSuggestions = async (targetLicense: License) => {
      const [deviceTemplate] = await fetchTemplates(targetLicense);
      return [
        deviceTemplate?.suggestionList,
        deviceTemplate?.onlySuggestionsAllowed,
        deviceTemplate?.tasks[1]?.suggestionList,
      ];
    };
    expect(await fetchSuggestions(license)).toEqual([names.id, true, options.id]);
    await db()
      .insert(suggestionListLicense)
      .values(
        [names, options].map(({ id }) => ({ customerId, suggestionListId: id, licenseId: otherLicense.id })),
      );
    expect(await fetchSuggestions(otherLicense)).toEqual([names.id, true, options.id]);
    expect(await fetchSuggestions(license)).toEqual([null, false, null]);
  });

  it("3§3 graphics of a template with graphics enabled are sent with their names, and every user who captures can read them", async () => {
    const { id: customerId } = await makeCustomer(["GRAPHIC"]);
    const license = await makeLicense({ customerId });
    const template = await makeTemplate(customerId, { graphicEnabled: true });
    const plain = await makeTemplate(customerId);
    const [mast] = await db().insert(graphic).values({ customerId, name: "Mast" }).returning();
    await db()
      .insert(templateGraphic)
      .values([template, plain].map(({ id }) => ({ customerId, templateId: id, graphicId: mast!.id })));
    const graphicsById = new Map((await fetchTemplates(license)).map(({ id, graphics }) => [id, graphics]));
    expect(graphicsById.get(template.id)).toEqual([{ id: mast!.id, name: "Mast" }]);
    expect(graphicsById.get(plain.id)).toEqual([]);
    const fetchStatus = async (role: "ROLE_CREATE_DOCUMENTATION" | "ROLE_DOCUMENTATION_READ") =>
      (
        await call("GET", `/graphic/display/${mast!.id}`, {
          as: await makeCaller({ customerId, roles: [role] }),
        })
      ).status;
    // 404 rather than 403: access is allowed, but there are no bytes yet.
    expect(await fetchStatus("ROLE_CREATE_DOCUMENTATION")).toBe(404);
    expect(await fetchStatus("ROLE_DOCUMENTATION_READ")).toBe(403);
  });
});

describe("3§3 requirements of a licence when capturing", () => {
  it("3§3 emailRequired, useSavedUsername, useSavedEmail and the logo reach the portal", async () => {
    const logo = "iVBORw0KGgo=";
    const settings = { emailRequired: true, useSavedUsername: true, useSavedEmail: true };
    const { id, customerId } = await makeLicense({ ...settings, logo });
    const plain = await makeLicense({ customerId });
    const as = await makeCaller({ customerId, roles: ["ROLE_CREATE_DOCUMENTATION"] });
    const { items } = await jsonOf<{ items: CaptureLicense[] }>(
      call("GET", "/license/findAllForCapture", { as }),
    );
    const licensesById = new Map(items.map((item) => [item.id, item]));
    expect(licensesById.get(id)).toMatchObject({ ...settings, hasLogo: true });
    expect(licensesById.get(plain.id)).toMatchObject({ emailRequired: false, hasLogo: false });
    const fetchLogo = (caller: typeof as, licenseId: string) =>
      call("GET", `/license/getCaptureLogo/${licenseId}`, { as: caller });
    expect(await jsonOf(fetchLogo(as, id))).toEqual({ logo });
    expect(await jsonOf(fetchLogo(as, plain.id))).toEqual({ logo: null });
    const outsider = await makeCaller({ roles: ["ROLE_CREATE_DOCUMENTATION"] });
    expect((await fetchLogo(outsider, id)).status).toBe(404);
    const reader = await makeCaller({ customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
    expect((await fetchLogo(reader, id)).status).toBe(403);
  });

  it("2§3 address and position, with its accuracy, are stored as captured and shown", async () => {
    const license = await makeLicense();
    const { customerId, licenseCode } = license;
    const { id: templateId } = await makeTemplate(customerId);
    const draft = {
      ...{ id: crypto.randomUUID(), templateId, name: "M 1", creator: "field" },
      ...{ dateCreated: "2026-05-04T09:30:00Z", email: "field@example.com", accuracy: 12.5 },
    };
    const save = (changes: object) =>
      call("POST", "/documentation/saveWithLicenseCode", {
        body: { licenseCode, documentation: { ...draft, ...changes } },
      });
    const readStored = () => db().select().from(documentation).where(eq(documentation.id, draft.id)).get();
    expect((await save({ email: "nobody" })).status).toBe(422);
    expect((await save({ accuracy: -1 })).status).toBe(422);
    expect((await save({})).status).toBe(200);
    expect(await readStored()).toMatchObject({ email: "field@example.com", lat: 1000, accuracy: null });
    expect((await save({ lat: 64.75, lng: 20.95 })).status).toBe(200);
    const as = await makeCaller({ customerId, roles: ["ROLE_DOCUMENTATION_READ"] });
    expect(await jsonOf(call("GET", `/documentations/${draft.id}`, { as }))).toMatchObject({
      ...{ lat: 64.75, lng: 20.95, accuracy: 12.5, email: "field@example.com" },
    });
  });
});

describe("3§3 updateSuggestionList", () => {
  async function setUp() {
    const license = await makeLicense();
    const { customerId, licenseCode } = license;
    const [options, crew] = [
      await makeList(customerId, "TASK_OPTIONS"),
      await makeList(customerId, "CONTACT_PERSONS"),
    ];
    await db()
      .update(suggestionList)
      .set({ params: { columns: "Name;Phone", requiredColumns: "Name" } })
      .where(eq(suggestionList.id, crew.id));
    await db()
      .insert(suggestion)
      .values({ customerId, suggestionListId: options.id, text: "Steel", imported: true });
    const { id: templateId } = await makeTemplate(customerId);
    const params = { updateSuggestionList: "true" };
    const owner = { customerId, templateId, params };
    const tasks = await db()
      .insert(templateTask)
      .values([
        { ...owner, name: "Material", type: "MULTI_CHOICE_SUGGESTION", suggestionListId: options.id },
        { ...owner, name: "Crew", type: "CONTACT_PERSONS", suggestionListId: crew.id },
        { ...owner, name: "Hidden", type: "SINGLE_CHOICE_SUGGESTION", suggestionListId: options.id },
        { ...owner, name: "Off", type: "SINGLE_CHOICE_SUGGESTION", suggestionListId: options.id, params: {} },
      ])
      .returning();
    const id = crypto.randomUUID();
    const answers = [
      { answer: 'steel;Wood: "oak" ;;???;Wood oak' },
      { answer: "Anna Berg;070\n;071\nBo;;" },
      { answer: "Never asked", enabled: false },
      // The template's setting counts, not what the device sends.
      { answer: "Not wished", params },
    ];
    const body = {
      ...{ id, templateId, name: uniqueName("site"), creator: "field", dateCreated: "2026-05-04T09:30:00Z" },
      tasks: tasks.map(({ id: templateTaskId, name, type }, index) => ({
        ...{ id: crypto.randomUUID(), templateTaskId, name, type },
        ...answers[index],
      })),
    };
    const listTexts = async (list: { id: string }) =>
      (await db().select().from(suggestion).where(eq(suggestion.suggestionListId, list.id)))
        .map(({ text }) => text)
        .sort();
    const post = (path: string, body: object) =>
      call("POST", `/documentation/${path}`, { body: { licenseCode, ...body } });
    await post("saveWithLicenseCode", { documentation: body });
    const end = (action: "complete" | "pause") => post(`${action}WithLicenseCode`, { id, creator: "field" });
    return { license, id, options, crew, textsOf: listTexts, end };
  }

  it("3§3 new answers are added to the list on completion, once and trimmed, except those of tasks that did not apply", async () => {
    const { license, id, options, crew, textsOf: listTexts, end } = await setUp();
    await db().update(licenseTable).set({ pauseDocumentations: true }).where(eq(licenseTable.id, license.id));
    expect((await end("pause")).status).toBe(200);
    expect(await listTexts(options)).toEqual(["Steel"]);
    expect((await end("complete")).status).toBe(200);
    expect((await end("complete")).status).toBe(200);
    expect(await listTexts(options)).toEqual(["Steel", "Wood oak"]);
    expect(await listTexts(crew)).toEqual(["Anna Berg;070", "Bo;"]);
    const [addedSuggestion] = await db().select().from(suggestion).where(eq(suggestion.text, "Wood oak"));
    // Marked as added by a person, so that imports do not delete it.
    expect(addedSuggestion).toMatchObject({ imported: false, customerId: license.customerId });
    const auditEntries = await db()
      .select()
      .from(domainChange)
      .where(eq(domainChange.objectId, addedSuggestion!.id));
    expect(auditEntries).toMatchObject([
      { action: "CREATE", userId: -1, params: { text: { after: "Wood oak" }, documentation: { after: id } } },
    ]);
    // A suggestion deleted by staff does not return when the device repeats its call.
    await db().delete(suggestion).where(eq(suggestion.id, addedSuggestion!.id));
    expect((await end("complete")).status).toBe(200);
    expect(await listTexts(options)).toEqual(["Steel"]);
  });

  it("3§3 F8 mailpit#239 an answer that is in the list in a different case is not added", async () => {
    const { options, textsOf: listTexts, end } = await setUp();
    await db()
      .update(suggestion)
      .set({ text: "WOÖD OAK" })
      .where(eq(suggestion.suggestionListId, options.id));
    await db()
      .update(documentationTask)
      .set({ answer: "woöd oak;Wood oak" })
      .where(like(documentationTask.answer, "steel;%"));
    expect((await end("complete")).status).toBe(200);
    expect(await listTexts(options)).toEqual(["WOÖD OAK", "Wood oak"]);
  });

  it("3§3 nothing is added to a list for other licences", async () => {
    const { license, options, crew, textsOf: listTexts, end } = await setUp();
    const { customerId } = license;
    const otherLicense = await makeLicense({ customerId });
    await db()
      .insert(suggestionListLicense)
      .values({ customerId, suggestionListId: options.id, licenseId: otherLicense.id });
    await end("complete");
    expect(await listTexts(options)).toEqual(["Steel"]);
    expect(await listTexts(crew)).toHaveLength(2);
  });
});
