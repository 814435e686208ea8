import type { Authority, Product } from "#domain/access/authorities.ts";
import type { Texts } from "#i18n/texts.ts";

/** Who can open a route: anyone, only logged-out visitors, or a session with the `authority` and `product`. */
type RouteAuthentication = "anybody" | "loggedOut" | "session";

interface RouteOf<P extends string> {
  /** The specification's path, with `:name` for its {name}. */
  path: P;
  title: keyof Texts["common"]["routes"];
  authentication: RouteAuthentication;
  authority?: Authority;
  product?: Product;
  /** Opens offline; its files are listed in offline/shell.ts. */
  offline?: boolean;
}

type RouteRequirements = Pick<RouteOf<string>, "authentication" | "authority" | "product">;

const route =
  (requirements: RouteRequirements) =>
  <P extends string>(
    path: P,
    title: RouteOf<P>["title"],
    options: Pick<RouteOf<P>, "offline"> = {},
  ): RouteOf<P> => ({ path, title, ...requirements, ...options });

const publicRoute = route({ authentication: "anybody" });
const loggedOutRoute = route({ authentication: "loggedOut" });
const loggedInRoute = route({ authentication: "session" });
const findRouteRequiring = (authority: Authority, product?: Product) =>
  route({ authentication: "session", authority, product });

const adminRoute = findRouteRequiring("ROLE_SUPER_ADMIN");
const layoutRoute = findRouteRequiring("ROLE_EXPORT_LAYOUTS");
const readerRoute = findRouteRequiring("ROLE_DOCUMENTATION_READ");
const groupRoute = findRouteRequiring("ROLE_DOCUMENTATION_READ", "DOCUMENTATION_GROUP");
const comparisonRoute = findRouteRequiring("ROLE_DOCUMENTATION_READ", "DOCUMENTATION_COMPARISON");
const formMonthRoute = findRouteRequiring("ROLE_DOCUMENTATION_READ", "FORM_MONTH");

/**
 * The whole route table (1§2, with the routes that 2§2 and 3§2 add). Any other path is '404 NOT FOUND'. The guard, the navigation
 * bar and the menus read it. Components are in screens.ts, so that importing the table does not import every screen.
 */
export const routeTable = [
  loggedOutRoute("/login", "login"),
  loggedOutRoute("/forgotpassword", "forgotPassword"),
  // A visitor who opens the mailed link may still be logged in, perhaps as another user.
  publicRoute("/resetpassword/:token", "resetPassword"),
  // These have their own HTML files (entry/public.tsx); the console reaches them only through its own history.
  publicRoute("/uploadFiles", "uploadFiles"),
  publicRoute("/uploadLater", "uploadLater"),
  publicRoute("/retake", "retake"),
  publicRoute("/delivered", "delivered"),
  publicRoute("/logout", "logout", { offline: true }),
  publicRoute("/forbidden", "forbidden"),

  loggedInRoute("/", "home"),
  loggedInRoute("/profile", "profile"),
  loggedInRoute("/help", "help"),

  adminRoute("/user", "user"),
  adminRoute("/customer", "customer"),
  adminRoute("/customerstatistics", "customerStatistics"),
  adminRoute("/domainChangeLog", "domainChangeLog"),
  adminRoute("/copyTemplate", "copyTemplate"),
  adminRoute("/copyGraphic", "copyGraphic"),
  adminRoute("/license", "license"),
  adminRoute("/exportConfiguration", "exportConfiguration"),
  adminRoute("/exportConfiguration/test/:id", "exportConfigurationTest"),
  adminRoute("/documentationAlias", "documentationAlias"),
  adminRoute("/photoAlias", "photoAlias"),
  adminRoute("/suggestionImport", "suggestionImport"),
  adminRoute("/suggestionList/map/:uuid", "suggestionListMap"),
  adminRoute("/switchuser", "switchUser"),
  adminRoute("/lastAuthenticationSuccessEvent", "lastAuthenticationSuccessEvent"),
  adminRoute("/quartz", "quartz"),
  adminRoute("/storedFiles", "storedFiles"),
  adminRoute("/changeTemplate", "changeTemplate"),
  adminRoute("/changeTemplate/:uuid", "changeTemplateOf"),
  adminRoute("/deleteDocumentations", "deleteDocumentations"),
  adminRoute("/documentationTaskFilter", "documentationTaskFilter"),
  adminRoute("/device", "device"),
  adminRoute("/device/:uuid", "deviceDetails"),
  layoutRoute("/exportDocumentConfiguration", "exportDocumentConfiguration"),
  layoutRoute("/exportDocumentConfiguration/:uuid", "exportDocumentConfigurationEdit"),
  layoutRoute("/exportDocumentConfiguration/details/:uuid", "exportDocumentConfigurationDetails"),
  adminRoute("/expectedAnswerImport", "expectedAnswerImport"),
  adminRoute("/tempFile", "tempFile"),
  adminRoute("/demo", "demo"),
  adminRoute("/predefinedConfiguration", "predefinedConfiguration"),
  adminRoute("/importCSV", "importCSV"),
  adminRoute("/documentationTagConfiguration", "documentationTagConfiguration"),
  adminRoute("/exportDocument", "exportDocument"),

  findRouteRequiring("ROLE_CHANGE_LOG_READ")("/changeLog", "changeLog"),

  readerRoute("/overview", "overview"),
  readerRoute("/activity", "activity"),
  findRouteRequiring("ROLE_PROGRESS")("/progress", "progress"),
  readerRoute("/documentation", "documentation"),
  readerRoute("/documentation/details/:uuid", "documentationDetails"),
  // 1§2 names no product for the map, 2§2 does; the stricter one applies.
  findRouteRequiring("ROLE_DOCUMENTATION_READ", "MAP")("/map", "map"),
  readerRoute("/photo", "photo"),
  findRouteRequiring("ROLE_EXPORT_DOCUMENTATION")("/delivery", "delivery"),
  groupRoute("/documentationGroup", "documentationGroup"),
  groupRoute("/documentationGroup/:documentationName", "documentationGroupDetails"),
  comparisonRoute("/documentationComparison", "documentationComparison"),
  comparisonRoute("/documentationComparison/:documentationName", "documentationComparisonDetails"),
  formMonthRoute("/formMonth", "formMonth"),
  formMonthRoute("/formMonth/:documentationName", "formMonthDetails"),
  findRouteRequiring("ROLE_CREATE_DOCUMENTATION")("/documentation/:uuid", "documentationCreate", {
    offline: true,
  }),
  findRouteRequiring("ROLE_DOCUMENTATION_WRITE", "MERGE_DOCUMENTATIONS")(
    "/mergeDocumentations",
    "mergeDocumentations",
  ),
  findRouteRequiring("ROLE_TEMPLATE_READ")("/template", "template"),
  findRouteRequiring("ROLE_TEMPLATE_READ")("/template/details/:uuid", "templateDetails"),
  findRouteRequiring("ROLE_TEMPLATE_WRITE")("/template/:uuid", "templateEdit"),
  findRouteRequiring("ROLE_GRAPHIC_READ", "GRAPHIC")("/graphic", "graphic"),
  findRouteRequiring("ROLE_SUGGESTION_LIST_READ")("/suggestionList", "suggestionList"),
  findRouteRequiring("ROLE_SWITCH_CUSTOMER")("/switchAccount", "switchAccount"),
  findRouteRequiring("ROLE_SWITCHED_USER")("/switchback", "switchBack"),
  findRouteRequiring("ROLE_EXPECTED_ANSWER_LIST_WRITE")("/expectedAnswerList", "expectedAnswerList"),
  findRouteRequiring("ROLE_REFERENCE_PHOTO_READ", "REFERENCE_PHOTO")("/referencePhoto", "referencePhoto"),
];

export type Path = (typeof routeTable)[number]["path"];
export type ScreenRoute = RouteOf<Path>;

export const routeOf = (path: Path): ScreenRoute => routeTable.find((route) => route.path === path)!;
