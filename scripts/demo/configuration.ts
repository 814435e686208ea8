import { initialParams } from "#domain/configuration/typedParams.ts";
import {
  type ExportConfigurationType,
  exportConfigurationKeys,
  predefinedKeys,
} from "#domain/configuration/types.ts";
import {
  documentationAlias,
  documentationTagConfiguration,
  documentationTaskFilter,
  expectedAnswer,
  expectedAnswerImportConfiguration,
  expectedAnswerImportEvent,
  expectedAnswerList,
  exportConfiguration,
  exportConfigurationUserParam,
  photoAlias,
  predefinedConfiguration,
  suggestion,
  suggestionImportConfiguration,
  suggestionImportEvent,
  suggestionList,
  suggestionListLicense,
} from "#worker/db/schema/index.ts";
import { type CustomerKey, customerIds, daysFrom, demoId, licenseIds, type SeedContext } from "./context.ts";
import { norrfiberSites, sydvindSites } from "./fieldwork.ts";
import { seedImages } from "./images.ts";
import { insert } from "./insertRows.ts";

const { norrfiber, sydvind } = customerIds;

export const suggestionListId = (key: string) => demoId("suggestionList", key);
export const exportConfigurationId = (key: string) => demoId("exportConfiguration", key);
export const corrosionListName = "Corrosion that needs no action";

/** Seeds the lists, aliases and destinations that staff and super admins configure before field work begins. */
export async function seedConfiguration(context: SeedContext): Promise<void> {
  await seedSuggestions(context);
  await seedExpectedAnswers(context);
  await seedNames(context);
  await seedDestinations(context);
  await seedImages(context);
}

async function seedSuggestions({ DB, today }: SeedContext): Promise<void> {
  const dateCreated = daysFrom(today, -595);
  const listRow = (
    key: string,
    name: string,
    type: string,
    values: Partial<typeof suggestionList.$inferInsert> = {},
  ) => ({
    id: suggestionListId(key),
    customerId: norrfiber,
    name,
    type,
    dateCreated,
    ...values,
  });
  const texts: Record<string, string[]> = {
    operators: ["Polarnet", "Fjällkom", "Kustradio", "Nordbandet"],
    material: ["Bergkross 0-16", "Kabelsand", "Markeringsnät", "Asfalt AG16", "Matjord"],
    markagare: [
      "Vilgot Myr;070-174 06 31;Åbyn 4:12",
      "Alva Berg;070-174 06 44;Näset 1:7",
      "Helge Å;;Näset 1:9",
    ],
  };
  await insert(DB, suggestionList, [
    listRow("sites", "Norrfibers platser", "DOCUMENTATION_NAMES", {
      description: "Namn som kan väljas i fält, med position.",
      requiredDocumentationStatus: "APPROVED",
      deleteSuggestionIfDocumentationExists: true,
    }),
    listRow("operators", "Operators", "TASK_OPTIONS"),
    listRow("material", "Material", "TASK_OPTIONS", { description: "Fylls på av fältpersonalen." }),
    listRow("markagare", "Markägare", "CONTACT_PERSONS", {
      params: { columns: "Namn;Telefon;Fastighet", requiredColumns: "Namn" },
    }),
    { ...listRow("turbines", "Turbines", "DOCUMENTATION_NAMES"), customerId: sydvind },
  ]);
  const sites = [
    ...norrfiberSites.map((site) => ({ ...site, key: "sites", customerId: norrfiber })),
    ...sydvindSites.map((site) => ({ ...site, key: "turbines", customerId: sydvind })),
  ];
  await insert(DB, suggestion, [
    ...sites.map(({ key, customerId, name, lat, lng }, index) => ({
      customerId,
      suggestionListId: suggestionListId(key),
      text: name,
      lat,
      lng,
      imported: index % 3 === 0,
      dateCreated,
    })),
    ...Object.entries(texts).flatMap(([key, options]) =>
      options.map((text) => ({
        customerId: norrfiber,
        suggestionListId: suggestionListId(key),
        text,
        dateCreated,
      })),
    ),
  ]);
  await insert(DB, suggestionListLicense, [
    { customerId: norrfiber, suggestionListId: suggestionListId("sites"), licenseId: licenseIds.norrfiber },
  ]);
  const importId = demoId("suggestionImport", 1);
  await insert(DB, suggestionImportConfiguration, [
    {
      id: importId,
      customerId: norrfiber,
      name: "Platser, varje natt",
      suggestionListId: suggestionListId("sites"),
      type: "RAMSITE_3GIS",
      frequency: "DAILY",
      params: { projectType: "FIBER", siteStatus: "BUILD", area: "Norr" },
      // The demo has no such system.
      disabled: true,
      dateCreated,
    },
  ]);
  await insert(
    DB,
    suggestionImportEvent,
    [1, 2, 3, 4, 5, 6].map((days) => ({
      customerId: norrfiber,
      suggestionImportConfigurationId: importId,
      type: "RAMSITE_3GIS",
      success: days !== 4,
      count: days === 4 ? 0 : 24 - days,
      added: days === 4 ? 0 : 1,
      message: days === 4 ? "503 Service Unavailable" : null,
      dateCreated: daysFrom(today, -days, 2, 10),
      finished: daysFrom(today, -days, 2, 11),
    })),
  );
}

async function seedExpectedAnswers({ DB, today }: SeedContext): Promise<void> {
  const id = demoId("expectedAnswerList", "corrosion");
  const tags = demoId("expectedAnswerList", "tags");
  const dateCreated = daysFrom(today, -500);
  await insert(DB, expectedAnswerList, [
    {
      id,
      customerId: norrfiber,
      name: corrosionListName,
      description: "Anything else raises a warning.",
      dateCreated,
    },
    {
      id: tags,
      customerId: norrfiber,
      name: "Asset tags",
      description: "Known tags, imported.",
      dateCreated,
    },
  ]);
  await insert(DB, expectedAnswer, [
    ...["None", "Slight"].map((answer) => ({
      customerId: norrfiber,
      expectedAnswerListId: id,
      answer,
      dateCreated,
    })),
    ...["NFA-004417", "NFA-004502", "NFA-005133"].map((answer) => ({
      customerId: norrfiber,
      expectedAnswerListId: tags,
      answer,
      imported: true,
      params: { site: "NF-2041" },
      dateCreated,
    })),
  ]);
  const importId = demoId("expectedAnswerImport", 1);
  await insert(DB, expectedAnswerImportConfiguration, [
    {
      id: importId,
      customerId: norrfiber,
      name: "Asset tags weekly",
      expectedAnswerListId: tags,
      frequency: "WEEKLY",
      params: { answerName: "assetTag", validValues: "true" },
      disabled: true,
      dateCreated,
    },
  ]);
  await insert(
    DB,
    expectedAnswerImportEvent,
    [3, 10, 17].map((days) => ({
      customerId: norrfiber,
      expectedAnswerImportConfigurationId: importId,
      type: "RAMSITE_3GIS",
      success: days !== 10,
      count: days === 10 ? 0 : 3,
      message: days === 10 ? "401 Unauthorized" : null,
      dateCreated: daysFrom(today, -days, 3),
      finished: daysFrom(today, -days, 3, 1),
    })),
  );
}

async function seedNames({ DB, today }: SeedContext): Promise<void> {
  const dateCreated = daysFrom(today, -480);
  const commonFields = { customerId: norrfiber, dateCreated };
  await insert(DB, documentationAlias, [
    { ...commonFields, name: "NF-2041 Skellefteå Norra", alias: "Skellefteå hamnmasten" },
    { ...commonFields, name: "Etapp 7 Lycksele", alias: "Lycksele centrum, etapp 7" },
    { ...commonFields, name: "NF-2230 Kiruna Lombolo", alias: "Lombolomasten" },
    { customerId: sydvind, dateCreated, name: "SV-03 Visby Näsudden", alias: "Näsudden väst" },
  ]);
  await insert(DB, photoAlias, [
    { ...commonFields, name: "Overview_01", alias: "Översikt" },
    { ...commonFields, name: "Schakt öppet_01", alias: "Öppet schakt, längdled" },
    { ...commonFields, name: "Skarv_01", alias: "Skarvkassett 1" },
  ]);
  await insert(DB, documentationTagConfiguration, [
    { ...commonFields, name: "NF-2041 Skellefteå Norra", tag: "Kusten" },
    { ...commonFields, name: "NF-2204 Luleå Porsön", tag: "Kusten" },
    { ...commonFields, name: "NF-2411 Åre Björnen", tag: "Fjällen" },
  ]);
  await insert(DB, documentationTaskFilter, [
    {
      ...commonFields,
      ...{ name: "Utan ej aktuella", type: "ANSWER_NOT", params: { ANSWER: "Ej aktuellt" } },
      ...{ position: 0, automatic: true },
    },
    { ...commonFields, name: "Besvarade", type: "ANSWERED", position: 0 },
    { ...commonFields, name: "Obesvarade", type: "UNANSWERED", position: 1 },
    { ...commonFields, name: "Svår korrosion", type: "ANSWER", position: 2, params: { ANSWER: "Severe" } },
    { ...commonFields, name: "Endast foton", type: "TASK_TYPE", position: 3, params: { TASK_TYPE: "PHOTO" } },
  ]);
  // Not used by any template: the demo has no such system, and every captured name would wait for it.
  await insert(DB, predefinedConfiguration, [
    { ...commonFields, id: demoId("predefinedConfiguration", "next"), name: "NEXT-projekt", type: "NEXT" },
    {
      ...commonFields,
      name: "Projektmappar",
      type: "SHAREPOINT_FOLDERS",
      params: {
        ...initialParams(predefinedKeys.SHAREPOINT_FOLDERS),
        siteUrl: "https://norrfiber.example/sites/projekt",
      },
    },
  ]);
}

interface DemoDestination {
  key: string;
  customer: CustomerKey;
  name: string;
  type: ExportConfigurationType;
  params: Record<string, string>;
}

/** One destination of each kind, at reserved names or on this machine, so that the demo sends nothing to anyone. */
export const demoDestinations = [
  {
    key: "sharepoint",
    customer: "norrfiber",
    name: "SharePoint-leveranser",
    type: "SHAREPOINT",
    params: {
      siteUrl: "https://norrfiber.example/sites/leveranser",
      failureEmail: "drift@norrfiber.example",
    },
  },
  {
    key: "ftp",
    customer: "norrfiber",
    name: "FTP Polarnet",
    type: "FTP",
    params: { host: "ftp.polarnet.example", username: "norrfiber", directory: "/in" },
  },
  {
    key: "email",
    customer: "norrfiber",
    name: "E-post till beställaren",
    type: "EMAIL",
    params: { staticEmail: "leverans@polarnet.example", body: "Dokumentation av {DOCUMENTATION_NAME}" },
  },
  {
    key: "webdav",
    customer: "norrfiber",
    name: "Arkivet",
    type: "WEBDAV",
    params: { url: "http://127.0.0.1:8099/arkiv", username: "norrfiber" },
  },
  {
    key: "storegate",
    customer: "sydvind",
    name: "Storegate",
    type: "STOREGATE",
    params: { url: "https://dav.storegate.example/sydvind", username: "sydvind" },
  },
  {
    key: "ramsite",
    customer: "sydvind",
    name: "RAMSITE",
    type: "RAMSITE_3GIS",
    params: {
      baseUrl: "https://ramsite.example/api",
      projectId: "2041",
      uploadPath: "/projects/{projectId}/documents/{path}",
      listPath: "/projects/{projectId}/documents/{path}",
    },
  },
] as const satisfies readonly DemoDestination[];

async function seedDestinations({ DB, today }: SeedContext): Promise<void> {
  const dateCreated = daysFrom(today, -520);
  await insert(
    DB,
    exportConfiguration,
    demoDestinations.map(({ key, customer, name, type, params }) => ({
      id: exportConfigurationId(key),
      customerId: customerIds[customer],
      name,
      type,
      params: { ...initialParams(exportConfigurationKeys[type]), ...params },
      dateCreated,
    })),
  );
  await insert(DB, exportConfigurationUserParam, [
    {
      customerId: norrfiber,
      exportConfigurationId: exportConfigurationId("sharepoint"),
      name: "Projektnummer",
      required: true,
    },
    { customerId: norrfiber, exportConfigurationId: exportConfigurationId("email"), name: "Referens" },
  ]);
}
