import type { Grants } from "#domain/access/authorities.ts";
import type { Texts } from "#i18n/texts.ts";
import { canEnter } from "./guard.ts";
import { type Path, routeAt, type ScreenRoute } from "./routes.ts";

type AdminGroup = keyof Texts["common"]["menuGroups"];

/** The navigation bar's links in the order of 1§2: the overview before them, the deliveries after everything else that shows documentations. */
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
  "/template",
  "/graphic",
  "/referencePhoto",
  "/suggestionList",
  "/expectedAnswerList",
] as const;

/** The Admin menu: all entries of 1§2, grouped to make twenty-six of them readable. */
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

/** The user menu's links (1§2); language, theme and log out join them in the menu. */
const userPaths = ["/switchuser", "/switchback", "/switchAccount", "/profile", "/changeLog"] as const;

const allowed = (paths: readonly Path[], grants: Grants): ScreenRoute[] =>
  paths.map(routeAt).filter((route) => canEnter(route, grants));

/** Whoever may open nothing else of the bar finds what they may read of the user menu there, too. */
export function barLinks(grants: Grants): ScreenRoute[] {
  const links = allowed(barPaths, grants);
  return links.length > 0 ? links : allowed(["/changeLog"], grants);
}
export const userLinks = (grants: Grants): ScreenRoute[] => allowed(userPaths, grants);

/** For super admins only (1§2), who may open all of it. */
export function adminLinks(grants: Grants): { group: AdminGroup; routes: ScreenRoute[] }[] {
  if (!grants.authorities.has("ROLE_SUPER_ADMIN")) return [];
  return (Object.keys(adminPaths) as AdminGroup[]).map((group) => ({
    group,
    routes: allowed(adminPaths[group], grants),
  }));
}

/** Whether a page lies under a link: /documentation/details/x marks /documentation. */
export const isSubpath = (pathname: string, path: string): boolean =>
  pathname === path || pathname.startsWith(`${path}/`);
