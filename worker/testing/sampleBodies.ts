import type { Authority } from "#domain/access/authorities.ts";
import type { AnyResource } from "#domain/contract/resource.ts";
import { resources } from "#domain/resources/index.ts";
import { layoutChain, nestedChain } from "#domain/testing/layouts.ts";
import { makeSmallPng } from "#worker/media/testing/samplePng.ts";
import { uniqueName } from "./factories.ts";
import { makeExpectedAnswerList, makeSuggestionList } from "./listTesting.ts";
import { makePlainPhoto } from "./photoTesting.ts";

/** The body of a valid creation for each standard resource. The generated tests fail for a resource that is missing here. */
export const creationBodies: Record<string, () => Record<string, unknown>> = {
  license: () => ({ name: uniqueName("license"), licenseCode: uniqueName("7KQM-X2PD-9RTB-") }),
  documentationAlias: () => ({ name: uniqueName("name"), alias: uniqueName("alias") }),
  photoAlias: () => ({ name: uniqueName("name"), alias: uniqueName("alias") }),
  user: () => ({ username: uniqueName("user"), password: "Siteproof-1!" }),
  customer: () => ({ name: uniqueName("customer") }),
  template: () => ({ name: uniqueName("template"), position: 0 }),
  changeLog: () => ({ versionCode: uniqueNumber(), description: uniqueName("description") }),
  suggestionList: () => ({ name: uniqueName("list"), type: "DOCUMENTATION_NAMES" }),
  suggestionImportConfiguration: () => ({
    name: uniqueName("import"),
    type: "RAMSITE_3GIS",
    frequency: "DAILY",
  }),
  expectedAnswerList: () => ({ name: uniqueName("list") }),
  expectedAnswerImportConfiguration: () => ({ name: uniqueName("import"), frequency: "DAILY" }),
  documentationTagConfiguration: () => ({ name: uniqueName("name"), tag: uniqueName("tag") }),
  predefinedConfiguration: () => ({ name: uniqueName("name"), type: "NEXT", secrets: { token: "s3cret" } }),
  exportConfiguration: () => ({
    name: uniqueName("name"),
    type: "FTP",
    params: { host: "ftp.example" },
    secrets: { password: "s3cret" },
    userParams: [{ name: "Project", required: true }],
  }),
  exportDocumentConfiguration: () => ({
    name: uniqueName("layout"),
    type: "WORD",
    nodes: [nestedChain(layoutChain("WORD", "TABLE", "ROW", "COLUMN", "IMAGE"))],
  }),
  documentationTaskFilter: () => ({ name: uniqueName("name"), type: "ANSWERED", position: 1 }),
  graphic: () => ({ name: uniqueName("name"), data: base64Of(makeSmallPng()) }),
  referencePhoto: () => ({ name: uniqueName("name"), data: base64Of(makePlainPhoto()) }),
};

/** The body of a valid update of one field for each resource. */
export const changeBodies: Record<string, () => Record<string, unknown>> = {
  license: () => ({ name: uniqueName("renamed") }),
  documentationAlias: () => ({ alias: uniqueName("renamed") }),
  photoAlias: () => ({ alias: uniqueName("renamed") }),
  user: () => ({ fullName: uniqueName("renamed") }),
  customer: () => ({ name: uniqueName("renamed") }),
  template: () => ({ name: uniqueName("renamed") }),
  changeLog: () => ({ description: uniqueName("renamed") }),
  suggestionList: () => ({ name: uniqueName("renamed") }),
  suggestionImportConfiguration: () => ({ name: uniqueName("renamed") }),
  expectedAnswerList: () => ({ name: uniqueName("renamed") }),
  expectedAnswerImportConfiguration: () => ({ name: uniqueName("renamed") }),
  documentationTagConfiguration: () => ({ name: uniqueName("renamed") }),
  predefinedConfiguration: () => ({ name: uniqueName("renamed") }),
  exportConfiguration: () => ({ name: uniqueName("renamed") }),
  exportDocumentConfiguration: () => ({ name: uniqueName("renamed") }),
  documentationTaskFilter: () => ({ name: uniqueName("renamed") }),
  graphic: () => ({ name: uniqueName("renamed") }),
  referencePhoto: () => ({ name: uniqueName("renamed") }),
};

/** Creates the rows that a creation must refer to, in its customer, and returns the fields that refer to them. */
const referenceFactories: Record<string, (customerId: number) => Promise<Record<string, unknown>>> = {
  suggestionImportConfiguration: async (customerId) => ({
    suggestionList: (await makeSuggestionList(customerId)).id,
  }),
  expectedAnswerImportConfiguration: async (customerId) => ({
    expectedAnswerList: (await makeExpectedAnswerList(customerId)).id,
  }),
};

const resourcesNamingCustomer = new Set<string>(
  (resources satisfies readonly AnyResource[])
    .filter((resource: AnyResource) => resource.namesCustomer)
    .map(({ name }) => name),
);

/** The complete body of a valid creation, with the customer if a super admin must specify it. */
export const makeCreationBody = async (
  name: string,
  customerId: number,
): Promise<Record<string, unknown>> => ({
  ...creationBodies[name]!(),
  ...(resourcesNamingCustomer.has(name) && { customerId }),
  ...(await referenceFactories[name]?.(customerId)),
});

const base64Of = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

let lastNumber = 0;
/** Unique within a test file, which is enough because files do not share storage. */
function uniqueNumber(): number {
  lastNumber += 1;
  return lastNumber;
}

/** All authorities except one (and super admin), to test that a call requires exactly that one. */
export const authoritiesExcept = (all: readonly Authority[], excludedAuthority: Authority): Authority[] =>
  all.filter((authority) => authority !== excludedAuthority && authority !== "ROLE_SUPER_ADMIN");
