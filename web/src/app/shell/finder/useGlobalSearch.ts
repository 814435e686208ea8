import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { useCustomerId, useGrants } from "#api/session.ts";
import { foldSearchText, matchesSearch } from "#domain/core/text/searchTerms.ts";
import {
  type SearchHit,
  type SearchHitKind,
  searchEverything,
  searchHitKinds,
} from "#domain/endpoints/documentation/globalSearch.ts";
import { findAdminLinks, findBarLinks, findUserLinks } from "#navigation/menus.ts";
import { useDebounced } from "#ui/hooks/useDebounced.ts";
import { loadRecentVisits } from "#ui/layout/recentVisits.ts";
import { byMatch } from "#ui/select/matchRank.ts";
import type { Choice, ChoiceGroup } from "./finderChoice.ts";
import { useActions } from "./useActions.ts";

/** The page that opens a hit. Users and customers have no page of their own: their list opens, filtered to the name. */
const hitPaths: Record<SearchHitKind, (hit: SearchHit) => string> = {
  DOCUMENTATION: ({ id }) => `/documentation/details/${id}`,
  TEMPLATE: ({ id }) => `/template/details/${id}`,
  USER: ({ name }) => `/user?${new URLSearchParams({ q: name })}`,
  CUSTOMER: ({ name }) => `/customer?${new URLSearchParams({ q: name })}`,
};

const maxNames = 6;
const debounceMs = 120;

/** The finder's choices: recent visits, actions and screens for an empty text, otherwise the matches. */
export function useGlobalSearch(typedText: string): {
  groups: ChoiceGroup[];
  isSearching: boolean;
  failed: boolean;
} {
  const { t } = useTranslation();
  const customerId = useCustomerId();
  const screens = useScreens();
  const actions = useActions();
  const [recentVisits] = useState(loadRecentVisits);
  const q = typedText.trim();
  const debouncedQuery = useDebounced(q, debounceMs);
  const query = useQuery({
    queryKey: [customerId, "finder", debouncedQuery],
    queryFn: ({ signal }) => call(searchEverything, { query: { q: debouncedQuery }, signal }),
    enabled: debouncedQuery !== "",
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    meta: { handlesErrors: true },
  });
  const isSearching = q !== "" && (q !== debouncedQuery || query.isFetching);
  if (q === "")
    return {
      groups: [
        toGroups(
          "RECENT",
          recentVisits.map(({ to, name, note }) => ({
            id: to,
            target: { to },
            name,
            note: note || (to.startsWith("/template/") ? t("routes.templateDetails") : ""),
          })),
        ),
        toGroups("ACTION", actions),
        toGroups("SCREEN", screens),
      ].flat(),
      isSearching,
      failed: false,
    };
  // Until the hits for the typed text arrive, only the matching hits of the previous text remain.
  const isPending = q !== debouncedQuery || query.isPlaceholderData;
  const hits = byMatch(
    (query.data?.items ?? []).filter(({ name }) => !isPending || matchesSearch([name], q)),
    ({ name }) => name,
    q,
  );
  const hitGroups = searchHitKinds.flatMap((kind) =>
    toGroups(
      kind,
      hits
        .filter((item) => item.kind === kind)
        .map((item) => ({
          id: `${kind} ${item.id}`,
          target: { to: hitPaths[kind](item) },
          name: item.name,
          note: item.match
            ? [item.note, `${t(`finder.matchFields.${item.match.field}`)}: ${item.match.text}`].join(" · ")
            : item.note,
        })),
    ),
  );
  // A screen or an action whose name starts with the text is the most likely target.
  const nameGroups = [rankChoices("SCREEN", screens, q), rankChoices("ACTION", actions, q)];
  const pickGroups = (isLikely: boolean) =>
    nameGroups.filter((entry) => entry.isLikely === isLikely).flatMap((entry) => entry.groups);
  const groups = [...pickGroups(true), ...hitGroups, ...pickGroups(false)];
  return { groups, isSearching, failed: query.isError && !query.isFetching };
}

/** The choices whose names match the text, best first, and whether the first name starts with it. */
function rankChoices(
  kind: "SCREEN" | "ACTION",
  choices: readonly Choice[],
  q: string,
): { groups: ChoiceGroup[]; isLikely: boolean } {
  const matches = choices
    .map((choice) => ({ choice, rank: rankName(choice.name, q) }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank);
  return {
    groups: toGroups(
      kind,
      matches.slice(0, maxNames).map(({ choice }) => choice),
    ),
    isLikely: matches[0]?.rank === 0,
  };
}

const toGroups = (kind: ChoiceGroup["kind"], choices: Choice[]): ChoiceGroup[] =>
  choices.length > 0 ? [{ kind, choices }] : [];

/** 0 if the name starts with the text, 1 if it matches otherwise, -1 if not. */
function rankName(name: string, text: string): number {
  if (!matchesSearch([name], text)) return -1;
  return foldSearchText(name).startsWith(foldSearchText(text)) ? 0 : 1;
}

/** The screens of the menus. */
function useScreens(): Choice[] {
  const { t } = useTranslation();
  const grants = useGrants();
  const routes = [
    ...findBarLinks(grants),
    ...findUserLinks(grants),
    ...findAdminLinks(grants).flatMap((adminGroup) => adminGroup.routes),
  ];
  const screens = routes.map(({ path, title }) => ({
    id: path,
    target: { to: path },
    name: t(`routes.${title}`),
    note: "",
  }));
  return screens.filter(({ id }, index) => screens.findIndex((screen) => screen.id === id) === index);
}
