import type { Grants } from "#domain/access/authorities.ts";
import { canOpen } from "#navigation/guard.ts";
import type { Path } from "#navigation/routes.ts";

type TourStep =
  /** About a page, for users who can open it. In the bar it is a link unless it has another anchor. */
  | { id: "overview" | "documentation" | "template" | "help"; path: Path; anchor?: string }
  /** About something else in the bar. */
  | { id: "find" | "notices"; path?: undefined; anchor: string };

const steps: readonly TourStep[] = [
  { id: "overview", path: "/overview" },
  { id: "documentation", path: "/documentation" },
  { id: "template", path: "/template" },
  { id: "find", anchor: "find" },
  { id: "notices", anchor: "notices" },
  { id: "help", path: "/help", anchor: "user" },
];

/** The steps for the screens that a user can open. */
export const tourStepsFor = (grants: Grants): readonly TourStep[] =>
  steps.filter(({ path }) => !path || canOpen(path, grants));

/** The element that a step is about, if it is visible. On a phone the links are in the menu. */
export function findTourAnchor({ path, anchor }: TourStep): Element | null {
  const selectors = anchor
    ? [`[data-tour="${anchor}"]`]
    : [`header nav a[href="${path}"]`, '[data-tour="menu"]'];
  return (
    selectors
      .map((selector) => document.querySelector(selector))
      .find((element) => element?.checkVisibility({ visibilityProperty: true })) ?? null
  );
}
