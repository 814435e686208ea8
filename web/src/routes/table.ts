import type { Authority, Product } from "../../../domain/access/authorities";
import type { ScreenRoute } from "./route";

type Rest = Partial<Pick<ScreenRoute, "screen" | "areas" | "product" | "offline">>;

const open = (path: string, title: ScreenRoute["title"], rest: Rest = {}): ScreenRoute => ({
  path,
  title,
  entrance: "anybody",
  ...rest,
});
const loggedOut = (path: string, title: ScreenRoute["title"], rest: Rest = {}): ScreenRoute => ({
  path,
  title,
  entrance: "loggedOut",
  ...rest,
});
const loggedIn = (path: string, title: ScreenRoute["title"], rest: Rest = {}): ScreenRoute => ({
  path,
  title,
  entrance: "session",
  ...rest,
});
const needs =
  (authority: Authority, product?: Product) =>
  (path: string, title: ScreenRoute["title"], rest: Rest = {}): ScreenRoute => ({
    path,
    title,
    entrance: "session",
    authority,
    ...(product && { product }),
    ...rest,
  });

const admin = needs("ROLE_SUPER_ADMIN");
const reader = needs("ROLE_DOCUMENTATION_READ");

/** The whole route table (1§2, with the routes below it that 2§2 and 3§2 name). Any other path is '404 NOT FOUND'. */
export const routeTable: readonly ScreenRoute[] = [
  loggedOut("/login", "login", { screen: () => import("../screens/session/Login"), areas: ["session"] }),
  loggedOut("/forgotpassword", "forgotPassword", {
    screen: () => import("../screens/session/ForgotPassword"),
    areas: ["session"],
  }),
  // Whoever opens the link of the mail may still be logged in, perhaps as somebody else.
  open("/resetpassword/:token", "resetPassword", {
    screen: () => import("../screens/session/ResetPassword"),
    areas: ["session"],
  }),
  // They have HTML files of their own (strangers.tsx); the console comes here only by its own history.
  open("/uploadFiles", "uploadFiles", {
    screen: () => import("../screens/upload/UploadFiles"),
    areas: ["upload", "link"],
  }),
  open("/uploadLater", "uploadLater", {
    screen: () => import("../screens/upload/UploadLater"),
    areas: ["upload", "link"],
  }),
  open("/logout", "logout", {
    screen: () => import("../screens/session/Logout"),
    areas: ["session"],
    offline: true,
  }),
  open("/forbidden", "forbidden", {
    screen: () => import("../screens/session/Forbidden"),
    areas: ["session", "access"],
  }),

  loggedIn("/", "home", { screen: () => import("../screens/general/Home"), areas: ["session"] }),
  loggedIn("/profile", "profile", {
    screen: () => import("../screens/profile/Profile"),
    areas: ["profile", "session", "access"],
  }),

  admin("/user", "user", { screen: () => import("../screens/user/UserList"), areas: ["user", "access"] }),
  admin("/customer", "customer", {
    screen: () => import("../screens/customer/CustomerList"),
    areas: ["customer", "user", "access", "documentation"],
  }),
  admin("/customerstatistics", "customerStatistics", {
    screen: () => import("../screens/statistics/CustomerStatistics"),
    areas: ["statistics"],
  }),
  admin("/domainChangeLog", "domainChangeLog", {
    screen: () => import("../screens/domainChangeLog/DomainChangeLog"),
    areas: ["log"],
  }),
  admin("/copyTemplate", "copyTemplate", {
    screen: () => import("../screens/template/CopyTemplates"),
    areas: ["template", "documentation"],
  }),
  admin("/copyGraphic", "copyGraphic", {
    screen: () => import("../screens/graphic/CopyGraphic"),
    areas: ["image"],
  }),
  admin("/license", "license", {
    screen: () => import("../screens/license/LicenseList"),
    areas: ["license"],
  }),
  admin("/exportConfiguration", "exportConfiguration", {
    screen: () => import("../screens/configuration/ExportConfigurationList"),
    areas: ["configuration"],
  }),
  admin("/exportConfiguration/test/:id", "exportConfigurationTest", {
    screen: () => import("../screens/configuration/ExportTest"),
    areas: ["configuration", "documentation"],
  }),
  admin("/documentationAlias", "documentationAlias", {
    screen: () => import("../screens/alias/DocumentationAliasList"),
    areas: ["alias", "pairImport"],
  }),
  admin("/photoAlias", "photoAlias", {
    screen: () => import("../screens/alias/PhotoAliasList"),
    areas: ["alias"],
  }),
  admin("/suggestionImport", "suggestionImport", {
    screen: () => import("../screens/importConfiguration/SuggestionImport"),
    areas: ["imports", "configuration"],
  }),
  admin("/suggestionList/map/:uuid", "suggestionListMap", {
    screen: () => import("../screens/suggestionList/SuggestionMap"),
    areas: ["lists"],
  }),
  admin("/switchuser", "switchUser", {
    screen: () => import("../screens/switching/SwitchUser"),
    areas: ["switching"],
  }),
  admin("/lastAuthenticationSuccessEvent", "lastAuthenticationSuccessEvent", {
    screen: () => import("../screens/lastLogins/LastLogins"),
    areas: ["log"],
  }),
  admin("/quartz", "quartz", {
    screen: () => import("../screens/scheduler/SchedulerList"),
    areas: ["scheduler"],
  }),
  admin("/changeTemplate", "changeTemplate", {
    screen: () => import("../screens/changeTemplate/ChangeTemplateList"),
    areas: ["tools", "documentation"],
  }),
  admin("/changeTemplate/:uuid", "changeTemplateOf", {
    screen: () => import("../screens/changeTemplate/ChangeTemplate"),
    areas: ["tools", "documentation"],
  }),
  admin("/deleteDocumentations", "deleteDocumentations", {
    screen: () => import("../screens/deleteDocumentations/DeleteDocumentations"),
    areas: ["tools", "documentation"],
  }),
  admin("/documentationTaskFilter", "documentationTaskFilter", {
    screen: () => import("../screens/configuration/TaskFilterList"),
    areas: ["configuration", "documentation"],
  }),
  admin("/device", "device", {
    screen: () => import("../screens/device/DeviceList"),
    areas: ["device"],
  }),
  admin("/device/:uuid", "deviceDetails", {
    screen: () => import("../screens/device/DeviceShow"),
    areas: ["device"],
  }),
  admin("/exportDocumentConfiguration", "exportDocumentConfiguration"),
  admin("/exportDocumentConfiguration/:uuid", "exportDocumentConfigurationEdit"),
  admin("/exportDocumentConfiguration/details/:uuid", "exportDocumentConfigurationDetails"),
  admin("/expectedAnswerImport", "expectedAnswerImport", {
    screen: () => import("../screens/importConfiguration/ExpectedAnswerImport"),
    areas: ["imports", "configuration"],
  }),
  admin("/tempFile", "tempFile", {
    screen: () => import("../screens/tempFile/TempFiles"),
    areas: ["tempFile"],
  }),
  admin("/demo", "demo", {
    screen: () => import("../screens/demo/DemoList"),
    areas: ["demo", "license", "documentation"],
  }),
  admin("/predefinedConfiguration", "predefinedConfiguration", {
    screen: () => import("../screens/configuration/PredefinedConfigurationList"),
    areas: ["configuration", "documentation"],
  }),
  admin("/importCSV", "importCSV", {
    screen: () => import("../screens/template/ImportCsv"),
    areas: ["template", "documentation"],
  }),
  admin("/documentationTagConfiguration", "documentationTagConfiguration", {
    screen: () => import("../screens/tag/TagConfigurationList"),
    areas: ["configuration", "pairImport"],
  }),
  admin("/exportDocument", "exportDocument", {
    screen: () => import("../screens/exportDocument/ExportDocuments"),
    areas: ["exportDocument"],
  }),

  needs("ROLE_CHANGE_LOG_READ")("/changeLog", "changeLog", {
    screen: () => import("../screens/changeLog/ChangeLog"),
    areas: ["log"],
  }),

  reader("/documentation", "documentation", {
    screen: () => import("../screens/documentationList/DocumentationList"),
    areas: ["documentation", "documentationList"],
  }),
  reader("/documentation/details/:uuid", "documentationDetails", {
    screen: () => import("../screens/documentation/DocumentationShow"),
    areas: ["documentation", "review", "upload", "link"],
  }),
  // 1§2 names no product for the map, 2§2 does; the narrower one holds.
  needs("ROLE_DOCUMENTATION_READ", "MAP")("/map", "map", {
    screen: () => import("../screens/map/DocumentationMap"),
    areas: ["map", "documentation", "documentationList"],
  }),
  needs("ROLE_DOCUMENTATION_READ", "DOCUMENTATION_GROUP")("/documentationGroup", "documentationGroup", {
    screen: () => import("../screens/documentationGroup/GroupList"),
    areas: ["group"],
  }),
  needs("ROLE_DOCUMENTATION_READ", "DOCUMENTATION_GROUP")(
    "/documentationGroup/:documentationName",
    "documentationGroupDetails",
    {
      screen: () => import("../screens/documentationGroup/GroupShow"),
      areas: ["group", "documentation"],
    },
  ),
  needs("ROLE_DOCUMENTATION_READ", "DOCUMENTATION_COMPARISON")(
    "/documentationComparison",
    "documentationComparison",
    {
      screen: () => import("../screens/documentationComparison/ComparisonList"),
      areas: ["comparison", "group"],
    },
  ),
  needs("ROLE_DOCUMENTATION_READ", "DOCUMENTATION_COMPARISON")(
    "/documentationComparison/:documentationName",
    "documentationComparisonDetails",
    {
      screen: () => import("../screens/documentationComparison/ComparisonShow"),
      areas: ["comparison", "group", "documentation"],
    },
  ),
  needs("ROLE_DOCUMENTATION_READ", "FORM_MONTH")("/formMonth", "formMonth", {
    screen: () => import("../screens/formMonth/FormMonthList"),
    areas: ["formMonth", "group"],
  }),
  needs("ROLE_DOCUMENTATION_READ", "FORM_MONTH")("/formMonth/:documentationName", "formMonthDetails", {
    screen: () => import("../screens/formMonth/FormMonthShow"),
    areas: ["formMonth", "group", "documentation"],
  }),
  needs("ROLE_CREATE_DOCUMENTATION")("/documentation/:uuid", "documentationCreate", {
    screen: () => import("../screens/capture/Create"),
    areas: ["capture", "documentation", "review"],
    offline: true,
  }),
  needs("ROLE_DOCUMENTATION_WRITE", "MERGE_DOCUMENTATIONS")("/mergeDocumentations", "mergeDocumentations", {
    screen: () => import("../screens/mergeDocumentations/MergeDocumentations"),
    areas: ["tools", "documentation"],
  }),
  needs("ROLE_TEMPLATE_READ")("/template", "template", {
    screen: () => import("../screens/template/TemplateList"),
    areas: ["template", "documentation"],
  }),
  needs("ROLE_TEMPLATE_READ")("/template/details/:uuid", "templateDetails", {
    screen: () => import("../screens/template/TemplateDetails"),
    areas: ["template", "documentation"],
  }),
  needs("ROLE_TEMPLATE_WRITE")("/template/:uuid", "templateEdit", {
    screen: () => import("../screens/template/TemplateEditor"),
    areas: ["template", "documentation"],
  }),
  needs("ROLE_GRAPHIC_READ", "GRAPHIC")("/graphic", "graphic", {
    screen: () => import("../screens/graphic/GraphicList"),
    areas: ["image"],
  }),
  needs("ROLE_SUGGESTION_LIST_READ")("/suggestionList", "suggestionList", {
    screen: () => import("../screens/suggestionList/SuggestionList"),
    areas: ["lists", "documentation"],
  }),
  needs("ROLE_SWITCH_CUSTOMER")("/switchAccount", "switchAccount", {
    screen: () => import("../screens/switching/SwitchAccount"),
    areas: ["switching"],
  }),
  needs("ROLE_SWITCHED_USER")("/switchback", "switchBack", {
    screen: () => import("../screens/switching/SwitchBack"),
    areas: ["switching"],
  }),
  needs("ROLE_EXPECTED_ANSWER_LIST_WRITE")("/expectedAnswerList", "expectedAnswerList", {
    screen: () => import("../screens/expectedAnswerList/ExpectedAnswerList"),
    areas: ["lists"],
  }),
  needs("ROLE_REFERENCE_PHOTO_READ", "REFERENCE_PHOTO")("/referencePhoto", "referencePhoto", {
    screen: () => import("../screens/referencePhoto/ReferencePhotoList"),
    areas: ["image"],
  }),
];

export const routeAt = (path: string): ScreenRoute => {
  const route = routeTable.find((one) => one.path === path);
  if (!route) throw new Error(`No route ${path}`);
  return route;
};
