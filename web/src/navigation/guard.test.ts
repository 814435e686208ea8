import { describe, expect, test } from "vitest";
import {
  type Authority,
  authorities,
  type Grants,
  type Product,
  products,
  staffAuthorities,
} from "#domain/access/authorities.ts";
import { guardRoute, homeOf } from "./guard.ts";
import { adminPaths, barPaths, findAdminLinks, findBarLinks, findUserLinks, isSubpath } from "./menus.ts";
import { routeOf, routeTable, type ScreenRoute } from "./routes.ts";

const createGrants = (
  heldAuthorities: readonly Authority[],
  grantedProducts: readonly Product[] = [],
): Grants => ({
  authorities: new Set(heldAuthorities),
  products: new Set(grantedProducts),
});

/** The paths of 1§2, with the additions of 2§2 and 3§2. */
const specifiedPaths = {
  loggedOut: ["/login", "/forgotpassword"],
  public: [
    "/resetpassword/:token",
    "/uploadFiles",
    "/uploadLater",
    "/retake",
    "/delivered",
    "/logout",
    "/forbidden",
  ],
  loggedIn: ["/", "/profile", "/help"],
  superAdmin: [
    "/user /customer /customerstatistics /domainChangeLog /copyTemplate /copyGraphic /license /exportConfiguration",
    "/exportConfiguration/test/:id /documentationAlias /photoAlias /suggestionImport /suggestionList/map/:uuid",
    "/switchuser /lastAuthenticationSuccessEvent /quartz /storedFiles /changeTemplate /changeTemplate/:uuid /deleteDocumentations",
    "/documentationTaskFilter /device /device/:uuid",
    "/expectedAnswerImport /tempFile /demo /predefinedConfiguration",
    "/importCSV /documentationTagConfiguration /exportDocument",
  ].flatMap((line) => line.split(" ")),
};
const requirements: [string, Authority, Product?][] = [
  ["/changeLog", "ROLE_CHANGE_LOG_READ"],
  ["/overview", "ROLE_DOCUMENTATION_READ"],
  ["/activity", "ROLE_DOCUMENTATION_READ"],
  ["/progress", "ROLE_PROGRESS"],
  ["/documentation", "ROLE_DOCUMENTATION_READ"],
  ["/documentation/details/:uuid", "ROLE_DOCUMENTATION_READ"],
  ["/map", "ROLE_DOCUMENTATION_READ", "MAP"],
  ["/photo", "ROLE_DOCUMENTATION_READ"],
  ["/delivery", "ROLE_EXPORT_DOCUMENTATION"],
  ["/documentationGroup", "ROLE_DOCUMENTATION_READ", "DOCUMENTATION_GROUP"],
  ["/documentationGroup/:documentationName", "ROLE_DOCUMENTATION_READ", "DOCUMENTATION_GROUP"],
  ["/documentationComparison", "ROLE_DOCUMENTATION_READ", "DOCUMENTATION_COMPARISON"],
  ["/documentationComparison/:documentationName", "ROLE_DOCUMENTATION_READ", "DOCUMENTATION_COMPARISON"],
  ["/formMonth", "ROLE_DOCUMENTATION_READ", "FORM_MONTH"],
  ["/formMonth/:documentationName", "ROLE_DOCUMENTATION_READ", "FORM_MONTH"],
  ["/documentation/:uuid", "ROLE_CREATE_DOCUMENTATION"],
  ["/mergeDocumentations", "ROLE_DOCUMENTATION_WRITE", "MERGE_DOCUMENTATIONS"],
  ["/template", "ROLE_TEMPLATE_READ"],
  ["/template/details/:uuid", "ROLE_TEMPLATE_READ"],
  ["/template/:uuid", "ROLE_TEMPLATE_WRITE"],
  ["/graphic", "ROLE_GRAPHIC_READ", "GRAPHIC"],
  ["/suggestionList", "ROLE_SUGGESTION_LIST_READ"],
  ["/switchAccount", "ROLE_SWITCH_CUSTOMER"],
  ["/switchback", "ROLE_SWITCHED_USER"],
  ["/expectedAnswerList", "ROLE_EXPECTED_ANSWER_LIST_WRITE"],
  ["/referencePhoto", "ROLE_REFERENCE_PHOTO_READ", "REFERENCE_PHOTO"],
  ["/exportDocumentConfiguration", "ROLE_EXPORT_LAYOUTS"],
  ["/exportDocumentConfiguration/:uuid", "ROLE_EXPORT_LAYOUTS"],
  ["/exportDocumentConfiguration/details/:uuid", "ROLE_EXPORT_LAYOUTS"],
];
const requirementOf = new Map(requirements.map(([path, ...requirement]) => [path, requirement]));

/** The result the specification requires for a path, derived independently of the code under test. */
function expectedResultOf(path: string, actor: Grants | null) {
  if (specifiedPaths.public.includes(path)) return "open";
  if (specifiedPaths.loggedOut.includes(path)) return actor ? "toOrigin" : "open";
  if (!actor) return "toLogin";
  if (specifiedPaths.loggedIn.includes(path)) return "open";
  const isSuperAdmin = actor.authorities.has("ROLE_SUPER_ADMIN");
  if (specifiedPaths.superAdmin.includes(path)) return isSuperAdmin ? "open" : "toForbidden";
  const [authority, product] = requirementOf.get(path)!;
  const isSessionAuthority = authority === "ROLE_SWITCH_CUSTOMER" || authority === "ROLE_SWITCHED_USER";
  const hasAuthority = actor.authorities.has(authority) || (isSuperAdmin && !isSessionAuthority);
  return hasAuthority && (!product || isSuperAdmin || actor.products.has(product)) ? "open" : "toForbidden";
}

const actors: Record<string, Grants | null> = {
  "a visitor": null,
  "a super admin": createGrants(["ROLE_SUPER_ADMIN"]),
  "staff with every product": createGrants(staffAuthorities, products),
  "staff without products": createGrants(staffAuthorities),
  "a reader": createGrants(["ROLE_DOCUMENTATION_READ"], products),
  "a reader without products": createGrants(["ROLE_DOCUMENTATION_READ"]),
  "a user of several customers": createGrants(["ROLE_SWITCH_CUSTOMER", "ROLE_DOCUMENTATION_READ"], products),
  "a switched user": createGrants(["ROLE_SWITCHED_USER", "ROLE_TEMPLATE_READ"]),
  "a user without roles": createGrants([], products),
  ...Object.fromEntries(
    authorities.map((authority) => [`holder of ${authority} alone`, createGrants([authority], products)]),
  ),
};

/** Routes without a screen of their own, or with tests that open it with a token, a draft or a template. */
const excludedPaths = [
  ...["/", "/logout", "/switchAccount", "/switchback", "/uploadFiles", "/uploadLater", "/retake"],
  ...["/documentation/:uuid", "/template/details/:uuid", "/template/:uuid"],
];
const sources = import.meta.glob<string>("../../../e2e/support/screens.ts", {
  eager: true,
  query: "?raw",
  import: "default",
});

test("design§Web every route is in a list of e2e/support/screens.ts", () => {
  const lists = Object.values(sources).join();
  const missingPaths = routeTable
    .map(({ path }) => path)
    .filter((path) => !new RegExp(`"${path.replace(/:\w+/g, '[^/?"]+')}["?]`).test(lists));
  expect(missingPaths.sort()).toEqual(excludedPaths.sort());
});

describe("1§2 the route table", () => {
  test("has exactly the specified paths, each once", () => {
    const paths = [...Object.values(specifiedPaths).flat(), ...requirementOf.keys()];
    expect(routeTable.map(({ path }) => path).sort()).toEqual(paths.sort());
    expect(new Set(paths).size).toBe(paths.length);
  });

  test.each(Object.entries(actors))("guards every route for %s", (_, actor) => {
    const resultsOf = (decide: (route: ScreenRoute) => string) =>
      Object.fromEntries(routeTable.map((route) => [route.path, decide(route)]));
    expect(resultsOf((route) => guardRoute(route, actor))).toEqual(
      resultsOf((route) => expectedResultOf(route.path, actor)),
    );
  });
});

describe("1§2 home redirect", () => {
  test("the switch-customer role comes first, then documentation-read; others stay", () => {
    expect(homeOf(actors["a user of several customers"]!)).toBe("/switchAccount");
    expect(homeOf(actors["a reader"]!)).toBe("/documentation");
    expect(homeOf(actors["a super admin"]!)).toBe("/documentation");
    expect(homeOf(createGrants(["ROLE_TEMPLATE_READ"]))).toBeNull();
  });
});

describe("1§2 menus", () => {
  const paths = (routes: ScreenRoute[]) => routes.map(({ path }) => path);

  test("show only links that role and product allow, in the specified order", () => {
    expect(paths(findBarLinks(actors["staff with every product"]!))).toEqual([...barPaths]);
    expect(paths(findBarLinks(actors["a reader without products"]!))).toEqual([
      "/overview",
      "/documentation",
      "/photo",
      "/activity",
    ]);
    expect(paths(findBarLinks(actors["a user without roles"]!))).toEqual([]);
  });

  test("every link passes the guard", () => {
    for (const actor of Object.values(actors))
      if (actor)
        for (const route of [
          ...findBarLinks(actor),
          ...findUserLinks(actor),
          ...findAdminLinks(actor).flatMap(({ routes }) => routes),
        ])
          expect(guardRoute(route, actor)).toBe("open");
  });

  test("the Admin menu is for super admins and has all twenty-six entries", () => {
    expect(findAdminLinks(actors["staff with every product"]!)).toEqual([]);
    const routes = findAdminLinks(actors["a super admin"]!).flatMap(({ routes }) => routes);
    expect(routes).toHaveLength(26);
    expect(routes).toEqual(Object.values(adminPaths).flat().map(routeOf));
    expect(
      paths(findBarLinks(actors["a super admin"]!)).filter((path) => paths(routes).includes(path)),
    ).toEqual([]);
  });

  test("switching back is offered to switched users only", () => {
    expect(paths(findUserLinks(actors["a switched user"]!))).toContain("/switchback");
    expect(paths(findUserLinks(actors["a super admin"]!))).not.toContain("/switchback");
    expect(paths(findUserLinks(actors["a super admin"]!))).toContain("/switchuser");
  });

  test("a link is marked on the pages below it, but not on a path with the same prefix", () => {
    expect(isSubpath("/documentation/details/x", "/documentation")).toBe(true);
    expect(isSubpath("/documentationGroup", "/documentation")).toBe(false);
  });
});
