import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { useCustomerId, useGrants } from "#api/session.ts";
import {
  type SearchHit,
  type SearchHitKind,
  searchEverything,
  searchHitKinds,
} from "#domain/endpoints/documentation/globalSearch.ts";
import { canOpen } from "#navigation/guard.ts";
import { adminLinks, barLinks, userLinks } from "#navigation/menus.ts";
import { useDebounced } from "#ui/hooks/useDebounced.ts";
import { recentVisits } from "#ui/layout/recentVisits.ts";

export interface Choice {
  id: string;
  to: string;
  name: string;
  note: string;
}

export interface ChoiceGroup {
  kind: SearchHitKind | "RECENT" | "SCREEN";
  choices: Choice[];
}

/** Where a thing opens. Users and customers have no page of their own: their list shows them alone. */
const hitPaths: Record<SearchHitKind, (found: SearchHit) => string> = {
  DOCUMENTATION: ({ id }) => `/documentation/details/${id}`,
  TEMPLATE: ({ id }) => `/template/details/${id}`,
  USER: ({ name }) => `/user?${new URLSearchParams({ q: name })}`,
  CUSTOMER: ({ name }) => `/customer?${new URLSearchParams({ q: name })}`,
};

const maxScreens = 6;
const debounceMs = 120;

/** What the finder offers for a text: recent things and screens without one, else what matches. */
export function useGlobalSearch(typed: string): {
  groups: ChoiceGroup[];
  searching: boolean;
  failed: boolean;
} {
  const customerId = useCustomerId();
  const screens = useScreens();
  const [recent] = useState(recentVisits);
  const q = typed.trim();
  const asked = useDebounced(q, debounceMs);
  const query = useQuery({
    queryKey: [customerId, "finder", asked],
    queryFn: ({ signal }) => call(searchEverything, { query: { q: asked }, signal }),
    enabled: asked !== "",
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    meta: { ownErrors: true },
  });
  const searching = q !== "" && (q !== asked || query.isFetching);
  if (q === "")
    return {
      groups: [
        group(
          "RECENT",
          recent.map(({ to, name }) => ({ id: to, to, name, note: "" })),
        ),
        group("SCREEN", screens),
      ].flat(),
      searching,
      failed: false,
    };
  const wanted = q.toLocaleLowerCase();
  const matching = screens
    .map((screen) => ({ screen, at: matchRank(nameFor(wanted, screen.name), wanted) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at);
  const found = searchHitKinds.flatMap((kind) =>
    group(
      kind,
      (query.data?.items ?? [])
        .filter((item) => item.kind === kind)
        .map((item) => ({
          id: `${kind} ${item.id}`,
          to: hitPaths[kind](item),
          name: item.name,
          note: item.note,
        })),
    ),
  );
  const shownScreens = group(
    "SCREEN",
    matching.slice(0, maxScreens).map(({ screen }) => screen),
  );
  // A screen whose name begins with the text is what most people who type it look for.
  const groups = matching[0]?.at === 0 ? [...shownScreens, ...found] : [...found, ...shownScreens];
  return { groups, searching, failed: query.isError && !query.isFetching };
}

const group = (kind: ChoiceGroup["kind"], choices: Choice[]): ChoiceGroup[] =>
  choices.length > 0 ? [{ kind, choices }] : [];

/** Without the dots and rings of its letters, for keyboards that have none; Swedish letters that are typed stay letters of their own. */
function nameFor(wanted: string, name: string): string {
  const lower = name.toLocaleLowerCase();
  return withoutDiacritics(wanted) === wanted ? withoutDiacritics(lower) : lower;
}

const withoutDiacritics = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "");

/** 0 where the name begins with the text, 1 where a word of it does, 2 where it stands within one; -1 where it does not. */
const matchRank = (name: string, text: string): number => {
  const index = name.indexOf(text);
  if (index <= 0) return index;
  return name.includes(` ${text}`) ? 1 : 2;
};

/** The screens of the menus, and those that one gets to by buttons. */
function useScreens(): Choice[] {
  const { t } = useTranslation();
  const grants = useGrants();
  const routes = [
    ...barLinks(grants),
    ...userLinks(grants),
    ...adminLinks(grants).flatMap((one) => one.routes),
  ];
  const screens: Choice[] = routes.map(({ path, title }) => ({
    id: path,
    to: path,
    name: t(`routes.${title}`),
    note: "",
  }));
  if (canOpen("/documentation/:uuid", grants))
    screens.push({
      id: "create",
      to: "/documentation/create",
      name: t("routes.documentationCreate"),
      note: "",
    });
  return screens.filter(({ id }, index) => screens.findIndex((screen) => screen.id === id) === index);
}
