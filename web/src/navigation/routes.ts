import type { Authority, Product } from "#domain/access/authorities.ts";
import type { Texts } from "#i18n/texts.ts";

/** Who can open a route: anyone, only logged-out visitors, or a session with the `authority` and `product`. */
type RouteAuthentication = "anybody" | "loggedOut" | "session";

interface RouteAt<P extends string> {
  /** The specification's path, with `:name` for its {name}. */
  path: P;
  title: keyof Texts["common"]["routes"];
  authentication: RouteAuthentication;
  authority?: Authority;
  product?: Product;
  /** Opens offline; its files are listed in offline/shell.ts. */
  offline?: boolean;
}

type RouteRequirements = Pick<RouteAt<string>, "authentication" | "authority" | "product">;

const route =
  (requirements: RouteRequirements) =>
  <P extends string>(
    path: P,
    title: RouteAt<P>["title"],
    options: Pick<RouteAt<P>, "offline"> = {},
  ): RouteAt<P> => ({ path, title, ...requirements, ...options });

const publicRoute = route({ authentication: "anybody" });
const loggedOut = route({ authentication: "loggedOut" });
const loggedIn = route({ authentication: "session" });
const needs = (authority: Authority, product?: Product) =>
  route({ authentication: "session", authority, product });

const admin = needs("ROLE_SUPER_ADMIN");
const reader = needs("ROLE_DOCUMENTATION_READ");
const groups = needs("ROLE_DOCUMENTATION_READ", "DOCUMENTATION_GROUP");
const comparisons = needs("ROLE_DOCUMENTATION_READ", "DOCUMENTATION_COMPARISON");
const formMonths = needs("ROLE_DOCUMENTATION_READ", "FORM_MONTH");

/**
 * The whole route table (1§2, with the routes that 2§2 and 3§2 add). Any other path is '404 NOT FOUND'. The guard, the navigation
 * bar and the menus read it. Components are in screens.ts, so that importing the table does not import every screen.
 */
export const routeTable = [
  loggedOut("/login", "login"),
  loggedOut("/forgotpassword", "forgotPassword"),
  // A visitor who opens the mailed link may still be logged in, perhaps as another user.
  publicRoute("/resetpassword/:token", "resetPassword"),
  // These have their own HTML files (entry/public.tsx); the console reaches them only through its own history.
  publicRoute("/uploadFiles", "uploadFiles"),
  publicRoute("/uploadLater", "uploadLater"),
  publicRoute("/retake", "retake"),
  publicRoute("/delivered", "delivered"),
  publicRoute("/logout", "logout", { offline: true }),
  publicRoute("/forbidden", "forbidden"),

  loggedIn("/", "home"),
  loggedIn("/profile", "profile"),

  admin("/user", "user"),
  admin("/customer", "customer"),
  admin("/customerstatistics", "customerStatistics"),
  admin("/domainChangeLog", "domainChangeLog"),
  admin("/copyTemplate", "copyTemplate"),
  admin("/copyGraphic", "copyGraphic"),
  admin("/license", "license"),
  admin("/exportConfiguration", "exportConfiguration"),
  admin("/exportConfiguration/test/:id", "exportConfigurationTest"),
  admin("/documentationAlias", "documentationAlias"),
  admin("/photoAlias", "photoAlias"),
  admin("/suggestionImport", "suggestionImport"),
  admin("/suggestionList/map/:uuid", "suggestionListMap"),
  admin("/switchuser", "switchUser"),
  admin("/lastAuthenticationSuccessEvent", "lastAuthenticationSuccessEvent"),
  admin("/quartz", "quartz"),
  admin("/storedFiles", "storedFiles"),
  admin("/changeTemplate", "changeTemplate"),
  admin("/changeTemplate/:uuid", "changeTemplateOf"),
  admin("/deleteDocumentations", "deleteDocumentations"),
  admin("/documentationTaskFilter", "documentationTaskFilter"),
  admin("/device", "device"),
  admin("/device/:uuid", "deviceDetails"),
  admin("/exportDocumentConfiguration", "exportDocumentConfiguration"),
  admin("/exportDocumentConfiguration/:uuid", "exportDocumentConfigurationEdit"),
  admin("/exportDocumentConfiguration/details/:uuid", "exportDocumentConfigurationDetails"),
  admin("/expectedAnswerImport", "expectedAnswerImport"),
  admin("/tempFile", "tempFile"),
  admin("/demo", "demo"),
  admin("/predefinedConfiguration", "predefinedConfiguration"),
  admin("/importCSV", "importCSV"),
  admin("/documentationTagConfiguration", "documentationTagConfiguration"),
  admin("/exportDocument", "exportDocument"),

  needs("ROLE_CHANGE_LOG_READ")("/changeLog", "changeLog"),

  reader("/overview", "overview"),
  reader("/documentation", "documentation"),
  reader("/documentation/details/:uuid", "documentationDetails"),
  // 1§2 names no product for the map, 2§2 does; the stricter one applies.
  needs("ROLE_DOCUMENTATION_READ", "MAP")("/map", "map"),
  reader("/photo", "photo"),
  needs("ROLE_EXPORT_DOCUMENTATION")("/delivery", "delivery"),
  groups("/documentationGroup", "documentationGroup"),
  groups("/documentationGroup/:documentationName", "documentationGroupDetails"),
  comparisons("/documentationComparison", "documentationComparison"),
  comparisons("/documentationComparison/:documentationName", "documentationComparisonDetails"),
  formMonths("/formMonth", "formMonth"),
  formMonths("/formMonth/:documentationName", "formMonthDetails"),
  needs("ROLE_CREATE_DOCUMENTATION")("/documentation/:uuid", "documentationCreate", { offline: true }),
  needs("ROLE_DOCUMENTATION_WRITE", "MERGE_DOCUMENTATIONS")("/mergeDocumentations", "mergeDocumentations"),
  needs("ROLE_TEMPLATE_READ")("/template", "template"),
  needs("ROLE_TEMPLATE_READ")("/template/details/:uuid", "templateDetails"),
  needs("ROLE_TEMPLATE_WRITE")("/template/:uuid", "templateEdit"),
  needs("ROLE_GRAPHIC_READ", "GRAPHIC")("/graphic", "graphic"),
  needs("ROLE_SUGGESTION_LIST_READ")("/suggestionList", "suggestionList"),
  needs("ROLE_SWITCH_CUSTOMER")("/switchAccount", "switchAccount"),
  needs("ROLE_SWITCHED_USER")("/switchback", "switchBack"),
  needs("ROLE_EXPECTED_ANSWER_LIST_WRITE")("/expectedAnswerList", "expectedAnswerList"),
  needs("ROLE_REFERENCE_PHOTO_READ", "REFERENCE_PHOTO")("/referencePhoto", "referencePhoto"),
];

export type Path = (typeof routeTable)[number]["path"];
export type ScreenRoute = RouteAt<Path>;

export const routeAt = (path: Path): ScreenRoute => routeTable.find((route) => route.path === path)!;
