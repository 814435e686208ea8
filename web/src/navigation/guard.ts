import { type Grants, hasAuthority, hasProduct } from "#domain/access/authorities.ts";
import { type Path, routeOf, type ScreenRoute } from "./routes.ts";

/** Where the guard sends a visitor (1§2): to the screen, or to one of these instead. */
type GuardResult = "open" | "toLogin" | "toForbidden" | "toOrigin";

export function guardRoute(route: ScreenRoute, grants: Grants | null): GuardResult {
  if (route.authentication === "anybody") return "open";
  if (route.authentication === "loggedOut") return grants ? "toOrigin" : "open";
  if (!grants) return "toLogin";
  return canEnter(route, grants) ? "open" : "toForbidden";
}

/** True if the grants include the authority and the product that the route requires. */
export const canEnter = (route: ScreenRoute, grants: Grants): boolean =>
  (!route.authority || hasAuthority(grants, route.authority)) &&
  (!route.product || hasProduct(grants, route.product));

export const canOpen = (path: Path, grants: Grants): boolean => canEnter(routeOf(path), grants);

/**
 * The target of / (1§2): the account switch with the switch-customer role, else the list with documentation-read. Null is the
 * start page itself.
 */
export function homeOf(grants: Grants): string | null {
  if (canOpen("/switchAccount", grants)) return "/switchAccount";
  if (canOpen("/documentation", grants)) return "/documentation";
  return null;
}
