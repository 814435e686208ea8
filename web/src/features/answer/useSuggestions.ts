import { createContext, useContext } from "react";
import { call } from "#api/client.ts";
import { useGrants } from "#api/session.ts";
import { hasAuthority } from "#domain/access/authorities.ts";
import { getSuggestions } from "#domain/endpoints/configuration/suggestionListCalls.ts";
import type { OptionSearch } from "#ui/select/useCombobox.ts";

/** Number of suggestions offered at a time. */
const maxSuggestions = 50;

/** What a page without a session offers in the place of a list that it may not read. */
export const SuggestionSourceContext = createContext<OptionSearch | null>(null);

/** The suggestions for an answer; null without a list, or without the authority to read one (2§6). */
export function useSuggestions(listId: string | null): OptionSearch | null {
  const given = useContext(SuggestionSourceContext);
  const own = useSuggestionsOf(listId ? [listId] : []);
  return given ?? own;
}

/** The suggestions of several lists as one, those of the first list first. */
export function useSuggestionsOf(listIds: readonly string[]): OptionSearch | null {
  const may = hasAuthority(useGrants(), "ROLE_SUGGESTION_LIST_READ");
  if (listIds.length === 0 || !may) return null;
  return {
    queryKey: `suggestionsOf ${listIds.join(" ")}`,
    find: async (q, signal) => {
      const found = await Promise.all(listIds.map((id) => findIn(id, q, signal)));
      return [...new Map(found.flat().map((option) => [option.label, option])).values()];
    },
  };
}

const findIn = async (listId: string, q: string, signal: AbortSignal) => {
  const { items } = await call(getSuggestions, {
    params: { id: listId },
    query: { q, max: maxSuggestions },
    signal,
  });
  return items.map(({ id, text }) => ({ id, label: text }));
};

/** The same search with the typed text offered first: an answer need not be in the list. */
export const withTypedOption = ({ queryKey, find }: OptionSearch): OptionSearch => ({
  queryKey: `${queryKey} and own`,
  find: async (q, signal) => {
    const found = await find(q, signal);
    const same = (label: string) => label.toLocaleLowerCase() === q.toLocaleLowerCase();
    return q === "" || found.some(({ label }) => same(label)) ? found : [{ id: "", label: q }, ...found];
  },
});
