import { createContext, useContext } from "react";
import { call } from "#api/client.ts";
import { useGrants } from "#api/session.ts";
import { hasAuthority } from "#domain/access/authorities.ts";
import { getSuggestions } from "#domain/endpoints/configuration/suggestionListCalls.ts";
import type { OptionSearch } from "#ui/select/useCombobox.ts";

/** Number of suggestions offered at a time. */
const maxSuggestions = 50;

/** The suggestions of a page without a session, which cannot read the lists. */
export const SuggestionSourceContext = createContext<OptionSearch | null>(null);

/** The suggestions for an answer; null without a list, or without the authority to read one (2§6). */
export function useSuggestions(listId: string | null): OptionSearch | null {
  const contextSource = useContext(SuggestionSourceContext);
  const listSource = useSuggestionsOf(listId ? [listId] : []);
  return contextSource ?? listSource;
}

/** The suggestions of several lists, merged in the order of the lists. */
export function useSuggestionsOf(listIds: readonly string[]): OptionSearch | null {
  const canRead = hasAuthority(useGrants(), "ROLE_SUGGESTION_LIST_READ");
  if (listIds.length === 0 || !canRead) return null;
  return {
    queryKey: `suggestionsOf ${listIds.join(" ")}`,
    find: async (q, signal) => {
      const results = await Promise.all(listIds.map((id) => fetchSuggestions(id, q, signal)));
      return [...new Map(results.flat().map((option) => [option.label, option])).values()];
    },
  };
}

const fetchSuggestions = async (listId: string, q: string, signal: AbortSignal) => {
  const { items } = await call(getSuggestions, {
    params: { id: listId },
    query: { q, max: maxSuggestions },
    signal,
  });
  return items.map(({ id, text }) => ({ id, label: text }));
};
