import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { suggestion } from "#worker/db/schema/index.ts";
import {
  type Caller,
  call,
  db,
  jsonOf,
  makeCaller,
  makeCustomer,
  makeLicense,
  makeSuperAdmin,
  makeTemplate,
} from "#worker/testing/factories.ts";
import { makeSuggestionList } from "#worker/testing/listTesting.ts";
import {
  addSuggestion,
  contactListFields,
  fetchTexts,
  findAuditEntries,
  makeStaff,
  readProblem,
} from "#worker/testing/suggestionTesting.ts";

it("3§5 neither the type nor the customer can be changed", async () => {
  const as = await makeStaff();
  const { id } = await makeSuggestionList(as.customerId);
  expect(
    await readProblem(
      call("PUT", `/suggestionLists/${id}`, { as, body: { type: "TASK_OPTIONS", version: 1 } }),
    ),
  ).toMatchObject([422, { fields: { type: "readOnly" } }]);
});

it("3§5 contact persons need columns; params of other types are field errors", async () => {
  const as = await makeStaff();
  const create = (body: object) => call("POST", "/suggestionLists", { as, body: { name: "List", ...body } });
  expect(await readProblem(create({ type: "CONTACT_PERSONS" }))).toMatchObject([
    422,
    { fields: { "params.columns": "required" } },
  ]);
  expect(await readProblem(create({ type: "TASK_OPTIONS", params: { columns: "a" } }))).toMatchObject([
    422,
    { fields: { "params.columns": "unknown" } },
  ]);
  expect((await create(contactListFields)).status).toBe(201);
});

it("3§5 only a list that deletes suggestions waits for a status, which is cleared when deletion is turned off", async () => {
  const as = await makeStaff();
  const { id } = await makeSuggestionList(as.customerId);
  const put = (body: object) => call("PUT", `/suggestionLists/${id}`, { as, body });
  expect(await readProblem(put({ requiredDocumentationStatus: "APPROVED", version: 1 }))).toMatchObject([
    422,
    { fields: { requiredDocumentationStatus: "notAllowed" } },
  ]);
  const deletionSettings = {
    deleteSuggestionIfDocumentationExists: true,
    requiredDocumentationStatus: "APPROVED",
  };
  expect((await put({ ...deletionSettings, version: 1 })).status).toBe(200);
  expect(await jsonOf(put({ deleteSuggestionIfDocumentationExists: false, version: 2 }))).toMatchObject({
    requiredDocumentationStatus: null,
    version: 3,
  });
});

it("3§6 licences are the customer's own and chosen by super admins", async () => {
  const superAdmin = await makeSuperAdmin();
  const { id: customerId } = await makeCustomer();
  const { id } = await makeSuggestionList(customerId);
  const [ownLicense, foreignLicense] = [await makeLicense({ customerId }), await makeLicense()];
  const put = (as: Caller, license: string, version: number) =>
    call("PUT", `/suggestionLists/${id}`, { as, body: { suggestionListLicenses: [{ license }], version } });
  expect(await readProblem(put(superAdmin, foreignLicense.id, 1))).toMatchObject([
    422,
    { fields: { suggestionListLicenses: "notFound" } },
  ]);
  const as = await makeStaff(customerId);
  expect(await readProblem(put(as, ownLicense.id, 1))).toMatchObject([
    422,
    { fields: { suggestionListLicenses: "notAllowed" } },
  ]);
  const licenseEntry = {
    license: ownLicense.id,
    name: ownLicense.name,
    licenseCode: ownLicense.licenseCode,
    customerId,
  };
  const row = await jsonOf(put(superAdmin, ownLicense.id, 1));
  expect(row).toMatchObject({ suggestionListLicenses: [licenseEntry], version: 2 });
  // Staff can change the rest of the row, and may send back the fields they received.
  const body = { ...row, name: "Renamed" };
  expect(await jsonOf(call("PUT", `/suggestionLists/${id}`, { as, body }))).toMatchObject({
    name: "Renamed",
    suggestionListLicenses: [{ license: ownLicense.id }],
  });
});

it("3§6 the code of a list's licence is for readers of licences; others may send the row back without it", async () => {
  const [superAdmin, { id: customerId }] = [await makeSuperAdmin(), await makeCustomer()];
  const { id } = await makeSuggestionList(customerId);
  const license = await makeLicense({ customerId });
  const body = { suggestionListLicenses: [{ license: license.id }], version: 1 };
  await call("PUT", `/suggestionLists/${id}`, { as: superAdmin, body });
  const as = await makeStaff(customerId);
  const reader = await makeCaller({ customerId, roles: ["ROLE_SUGGESTION_LIST_READ", "ROLE_LICENSE_READ"] });
  const get = async (reader: Caller) => jsonOf(call("GET", `/suggestionLists/${id}`, { as: reader }));
  const entryWithoutCode = { license: license.id, name: license.name, customerId };
  expect((await get(reader)).suggestionListLicenses).toEqual([
    { ...entryWithoutCode, licenseCode: license.licenseCode },
  ]);
  const row = await get(as);
  expect(row.suggestionListLicenses).toEqual([entryWithoutCode]);
  const requestOptions = { as, body: { ...row, description: "Noted" } };
  const savedList = await jsonOf(call("PUT", `/suggestionLists/${id}`, requestOptions));
  expect(savedList).toMatchObject({ description: "Noted", suggestionListLicenses: [entryWithoutCode] });
  expect(JSON.stringify(savedList)).not.toContain(license.licenseCode);
  const copyResponse = await call("POST", "/suggestionList/copy", { as, body: { suggestionList: id } });
  expect(await copyResponse.text()).not.toContain(license.licenseCode);
});

it("1§8 a list used by a template cannot be deleted; an unused one is deleted with its suggestions", async () => {
  const as = await makeStaff();
  const [usedList, unusedList] = [
    await makeSuggestionList(as.customerId),
    await makeSuggestionList(as.customerId),
  ];
  const { id, name } = await makeTemplate(as.customerId, { suggestionListId: usedList.id } as never);
  await addSuggestion(as, unusedList.id, "Mast");
  expect(await readProblem(call("DELETE", `/suggestionLists/${usedList.id}`, { as }))).toMatchObject([
    422,
    { code: "inUse", uses: [{ kind: "template", id, name }] },
  ]);
  expect((await call("DELETE", `/suggestionLists/${unusedList.id}`, { as })).status).toBe(200);
  expect(await db().select().from(suggestion).where(eq(suggestion.suggestionListId, unusedList.id))).toEqual(
    [],
  );
});

it("3§4 a copy has the suggestions, its own name, and licences only within the customer", async () => {
  const superAdmin = await makeSuperAdmin();
  const { id: customerId } = await makeCustomer();
  const as = await makeStaff(customerId);
  const { id, name } = await makeSuggestionList(customerId);
  await addSuggestion(as, id, "Mast", { lat: 59, lng: 18 });
  const license = await makeLicense({ customerId });
  await call("PUT", `/suggestionLists/${id}`, {
    as: superAdmin,
    body: { suggestionListLicenses: [{ license: license.id }], version: 1 },
  });
  const copy = (reader: Caller, body: object) =>
    call("POST", "/suggestionList/copy", { as: reader, body: { suggestionList: id, ...body } });
  const localCopy = await jsonOf<{ id: string }>(copy(as, {}));
  expect(localCopy).toMatchObject({
    customerId,
    name: `${name} - Kopia`,
    suggestionCount: 1,
    suggestionListLicenses: [{ license: license.id }],
    version: 1,
  });
  expect(await fetchTexts(as, localCopy.id)).toEqual(["Mast"]);
  expect(await findAuditEntries("siteproof.SuggestionList", localCopy.id)).toHaveLength(1);
  const otherCustomer = await makeCustomer();
  expect((await copy(as, { customer: otherCustomer.id })).status).toBe(403);
  expect(await jsonOf(copy(superAdmin, { customer: otherCustomer.id, name: "Theirs" }))).toMatchObject({
    customerId: otherCustomer.id,
    name: "Theirs",
    suggestionCount: 1,
    suggestionListLicenses: [],
  });
  expect(await readProblem(copy(superAdmin, { customer: 999_999_999 }))).toMatchObject([
    422,
    { fields: { customer: "notFound" } },
  ]);
  expect((await copy(await makeStaff(), {})).status).toBe(404);
});
