import type { ComponentType } from "react";
import type { Authority, Product } from "../../../domain/access/authorities";
import type { Area, Texts } from "../i18n/texts";

export type RouteTitle = keyof Texts["common"]["routes"];
export type AdminGroup = keyof Texts["common"]["menuGroups"];

/** Who a route is for: anybody; only somebody who is not logged in; or a session with what `authority` and `product` ask. */
export type Entrance = "anybody" | "loggedOut" | "session";

export interface ScreenModule {
  default: ComponentType;
}

/** A screen as data; the router, the guard, the navigation bar and the menus all read the same. */
export interface ScreenRoute {
  /** Exactly as the specification gives it, with `:name` for what it writes as {name}. */
  path: string;
  title: RouteTitle;
  entrance: Entrance;
  authority?: Authority;
  product?: Product;
  /** Absent while the screen is not built. */
  screen?: () => Promise<ScreenModule>;
  /** The texts the screen needs besides the common ones. */
  areas?: readonly Area[];
  /** Opens without a network; what it is made of is in offline/shell.ts. */
  offline?: boolean;
}
