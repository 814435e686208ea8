import type { Authority } from "#domain/access/authorities.ts";
import type { AnyResource } from "#domain/contract/resource.ts";
import { resources } from "#domain/resources/index.ts";
import { layoutChain, nestedChain } from "#domain/testing/layouts.ts";
import { smallPng } from "#worker/media/testing/samplePng.ts";
import { distinct } from "./factories.ts";
import { makeExpectedAnswerList, makeSuggestionList } from "./listTesting.ts";
import { plainPhoto } from "./photoTesting.ts";

/** The body of a valid creation for each standard resource, for the generated tests, which fail for a resource without one. */
export const creations: Record<string, () => Record<string, unknown>> = {
  license: () => ({ name: distinct("license"), licenseCode: distinct("7KQM-X2PD-9RTB-") }),
  documentationAlias: () => ({ name: distinct("name"), alias: distinct("alias") }),
  photoAlias: () => ({ name: distinct("name"), alias: distinct("alias") }),
  user: () => ({ username: distinct("user"), password: "Siteproof-1!" }),
  customer: () => ({ name: distinct("customer") }),
  template: () => ({ name: distinct("template"), position: 0 }),
  changeLog: () => ({ versionCode: distinctNumber(), description: distinct("description") }),
  suggestionList: () => ({ name: distinct("list"), type: "DOCUMENTATION_NAMES" }),
  suggestionImportConfiguration: () => ({
    name: distinct("import"),
    type: "RAMSITE_3GIS",
    frequency: "DAILY",
  }),
  expectedAnswerList: () => ({ name: distinct("list") }),
  expectedAnswerImportConfiguration: () => ({ name: distinct("import"), frequency: "DAILY" }),
  documentationTagConfiguration: () => ({ name: distinct("name"), tag: distinct("tag") }),
  predefinedConfiguration: () => ({ name: distinct("name"), type: "NEXT", secrets: { token: "s3cret" } }),
  exportConfiguration: () => ({
    name: distinct("name"),
    type: "FTP",
    params: { host: "ftp.example" },
    secrets: { password: "s3cret" },
    userParams: [{ name: "Project", required: true }],
  }),
  exportDocumentConfiguration: () => ({
    name: distinct("layout"),
    type: "WORD",
    nodes: [nestedChain(layoutChain("WORD", "TABLE", "ROW", "COLUMN", "IMAGE"))],
  }),
  documentationTaskFilter: () => ({ name: distinct("name"), type: "ANSWERED", position: 1 }),
  graphic: () => ({ name: distinct("name"), data: base64Of(smallPng()) }),
  referencePhoto: () => ({ name: distinct("name"), data: base64Of(plainPhoto()) }),
};

/** The body of a valid update of one field for each resource. */
export const changes: Record<string, () => Record<string, unknown>> = {
  license: () => ({ name: distinct("renamed") }),
  documentationAlias: () => ({ alias: distinct("renamed") }),
  photoAlias: () => ({ alias: distinct("renamed") }),
  user: () => ({ fullName: distinct("renamed") }),
  customer: () => ({ name: distinct("renamed") }),
  template: () => ({ name: distinct("renamed") }),
  changeLog: () => ({ description: distinct("renamed") }),
  suggestionList: () => ({ name: distinct("renamed") }),
  suggestionImportConfiguration: () => ({ name: distinct("renamed") }),
  expectedAnswerList: () => ({ name: distinct("renamed") }),
  expectedAnswerImportConfiguration: () => ({ name: distinct("renamed") }),
  documentationTagConfiguration: () => ({ name: distinct("renamed") }),
  predefinedConfiguration: () => ({ name: distinct("renamed") }),
  exportConfiguration: () => ({ name: distinct("renamed") }),
  exportDocumentConfiguration: () => ({ name: distinct("renamed") }),
  documentationTaskFilter: () => ({ name: distinct("renamed") }),
  graphic: () => ({ name: distinct("renamed") }),
  referencePhoto: () => ({ name: distinct("renamed") }),
};

/** Creates the rows that a creation must refer to, in its customer, and returns the fields that name them. */
const references: Record<string, (customerId: number) => Promise<Record<string, unknown>>> = {
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

/** The complete body of a valid creation, with the customer if a super admin must name it. */
export const sampleOf = async (name: string, customerId: number): Promise<Record<string, unknown>> => ({
  ...creations[name]!(),
  ...(resourcesNamingCustomer.has(name) && { customerId }),
  ...(await references[name]?.(customerId)),
});

const base64Of = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

let lastNumber = 0;
/** Distinct within a test file, which is enough because files do not share storage. */
function distinctNumber(): number {
  lastNumber += 1;
  return lastNumber;
}

/** All authorities except one (and super admin), to test that a call requires exactly that one. */
export const allBut = (all: readonly Authority[], excluded: Authority): Authority[] =>
  all.filter((authority) => authority !== excluded && authority !== "ROLE_SUPER_ADMIN");
