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
import { canOpen } from "#navigation/guard.ts";
import { adminLinks, barLinks, userLinks } from "#navigation/menus.ts";
import { useDebounced } from "#ui/hooks/useDebounced.ts";
import { loadRecentVisits } from "#ui/layout/recentVisits.ts";
import { byMatch } from "#ui/select/matchRank.ts";

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

/** The page that opens a hit. Users and customers have no page of their own: their list opens, filtered to the name. */
const hitPaths: Record<SearchHitKind, (hit: SearchHit) => string> = {
  DOCUMENTATION: ({ id }) => `/documentation/details/${id}`,
  TEMPLATE: ({ id }) => `/template/details/${id}`,
  USER: ({ name }) => `/user?${new URLSearchParams({ q: name })}`,
  CUSTOMER: ({ name }) => `/customer?${new URLSearchParams({ q: name })}`,
};

const maxScreens = 6;
const debounceMs = 120;

/** The finder's choices: recent visits and screens for an empty text, otherwise the matches. */
export function useGlobalSearch(typedText: string): {
  groups: ChoiceGroup[];
  searching: boolean;
  failed: boolean;
} {
  const { t } = useTranslation();
  const customerId = useCustomerId();
  const screens = useScreens();
  const [recentVisits] = useState(loadRecentVisits);
  const q = typedText.trim();
  const debouncedQuery = useDebounced(q, debounceMs);
  const query = useQuery({
    queryKey: [customerId, "finder", debouncedQuery],
    queryFn: ({ signal }) => call(searchEverything, { query: { q: debouncedQuery }, signal }),
    enabled: debouncedQuery !== "",
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    meta: { ownErrors: true },
  });
  const isSearching = q !== "" && (q !== debouncedQuery || query.isFetching);
  if (q === "")
    return {
      groups: [
        toGroups(
          "RECENT",
          recentVisits.map(({ to, name }) => ({ id: to, to, name, note: "" })),
        ),
        toGroups("SCREEN", screens),
      ].flat(),
      searching: isSearching,
      failed: false,
    };
  const matchingScreens = screens
    .map((screen) => ({
      screen,
      rank: rankName(screen.name, q),
    }))
    .filter(({ rank }) => rank >= 0)
    .sort((a, b) => a.rank - b.rank);
  // Until the hits for the typed text arrive, those of the text before stay only where they match.
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
          to: hitPaths[kind](item),
          name: item.name,
          note: item.match ? `${t(`finder.matchFields.${item.match.field}`)}: ${item.match.text}` : item.note,
        })),
    ),
  );
  const screenGroup = toGroups(
    "SCREEN",
    matchingScreens.slice(0, maxScreens).map(({ screen }) => screen),
  );
  // A screen whose name starts with the text is the most likely target.
  const groups =
    matchingScreens[0]?.rank === 0 ? [...screenGroup, ...hitGroups] : [...hitGroups, ...screenGroup];
  return { groups, searching: isSearching, failed: query.isError && !query.isFetching };
}

const toGroups = (kind: ChoiceGroup["kind"], choices: Choice[]): ChoiceGroup[] =>
  choices.length > 0 ? [{ kind, choices }] : [];

/** 0 if the name starts with the text, 1 if it matches otherwise, -1 if not. */
function rankName(name: string, text: string): number {
  if (!matchesSearch([name], text)) return -1;
  return foldSearchText(name).startsWith(foldSearchText(text)) ? 0 : 1;
}

/** The screens of the menus, and those opened by buttons. */
function useScreens(): Choice[] {
  const { t } = useTranslation();
  const grants = useGrants();
  const routes = [
    ...barLinks(grants),
    ...userLinks(grants),
    ...adminLinks(grants).flatMap((adminGroup) => adminGroup.routes),
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
