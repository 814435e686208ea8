import { type Grants, spansCustomers } from "#domain/access/authorities.ts";
import { keysOf } from "#domain/core/objects.ts";
import type { Texts } from "#i18n/texts.ts";
import { canEnter } from "./guard.ts";
import { type Path, routeOf, type ScreenRoute } from "./routes.ts";

type AdminGroup = keyof Texts["common"]["menuGroups"];

/**
 * The navigation bar's links in the order of 1§2. The overview comes first; deliveries, activity and progress come after the other
 * screens of documentations, and report layouts, which super admins have in their own menu, come last.
 */
export const barPaths = [
  "/overview",
  "/documentation",
  "/documentationGroup",
  "/documentationComparison",
  "/mergeDocumentations",
  "/formMonth",
  "/map",
  "/photo",
  "/delivery",
  "/activity",
  "/progress",
  "/template",
  "/graphic",
  "/referencePhoto",
  "/suggestionList",
  "/expectedAnswerList",
  "/exportDocumentConfiguration",
] as const;

/** The Admin menu: all twenty-six entries of 1§2, grouped for readability. */
export const adminPaths: Record<AdminGroup, readonly Path[]> = {
  organisation: ["/customer", "/customerstatistics", "/user", "/license", "/demo", "/device"],
  setup: [
    "/exportConfiguration",
    "/exportDocumentConfiguration",
    "/predefinedConfiguration",
    "/documentationTaskFilter",
    "/documentationAlias",
    "/photoAlias",
    "/documentationTagConfiguration",
  ],
  imports: ["/suggestionImport", "/expectedAnswerImport", "/importCSV"],
  tools: [
    "/copyTemplate",
    "/copyGraphic",
    "/changeTemplate",
    "/deleteDocumentations",
    "/tempFile",
    "/exportDocument",
  ],
  logs: ["/domainChangeLog", "/changeLog", "/lastAuthenticationSuccessEvent", "/quartz"],
};

/** The user menu's links (1§2), and the help. The menu adds language, theme and log out. */
const userPaths = [
  "/switchuser",
  "/switchback",
  "/switchAccount",
  "/profile",
  "/changeLog",
  "/help",
] as const;

const findAllowedRoutes = (paths: readonly Path[], grants: Grants): ScreenRoute[] =>
  paths.map(routeOf).filter((route) => canEnter(route, grants));

/** Links of the navigation bar. A user who can open none of them gets the change log there. */
export function findBarLinks(grants: Grants): ScreenRoute[] {
  const adminMenuPaths: readonly Path[] = spansCustomers(grants) ? Object.values(adminPaths).flat() : [];
  const links = findAllowedRoutes(
    barPaths.filter((path) => !adminMenuPaths.includes(path)),
    grants,
  );
  return links.length > 0 ? links : findAllowedRoutes(["/changeLog"], grants);
}
export const findUserLinks = (grants: Grants): ScreenRoute[] => findAllowedRoutes(userPaths, grants);

/** For super admins only (1§2), who can open all entries. */
export function findAdminLinks(grants: Grants): { group: AdminGroup; routes: ScreenRoute[] }[] {
  if (!spansCustomers(grants)) return [];
  return keysOf(adminPaths).map((group) => ({
    group,
    routes: findAllowedRoutes(adminPaths[group], grants),
  }));
}

/** True if a page is below a link: /documentation/details/x marks /documentation. */
export const isSubpath = (pathname: string, path: string): boolean =>
  pathname === path || pathname.startsWith(`${path}/`);
