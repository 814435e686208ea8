import { parseSearchTerms } from "#domain/core/text/searchTerms.ts";

type Params = Record<string, string>;

export interface SearchSuggestion {
  kind: "word" | "unquoted" | "unfiltered" | "hidden";
  /** The parameters of the search. */
  query: Params;
}

/** Parameters of the list's calls that are not filters. */
const generalParams = new Set(["query", "showHidden"]);
const maxWords = 5;

/** The searches that an empty list suggests: without filters, with hidden rows, without quotation marks, and each word alone. */
export function searchSuggestions(params: Params): SearchSuggestion[] {
  const q = params.query ?? "";
  const { words, phrases } = parseSearchTerms(q);
  const isFiltered = Object.entries(params).some(([name, value]) => value !== "" && !generalParams.has(name));
  const general = Object.fromEntries(Object.entries(params).filter(([name]) => generalParams.has(name)));
  const typedWords = q
    .replaceAll(/["“”„«»]/g, " ")
    .split(/\s+/)
    .filter(Boolean);
  return [
    ...(isFiltered && q !== "" ? [{ kind: "unfiltered" as const, query: general }] : []),
    ...(params.showHidden === "false"
      ? [{ kind: "hidden" as const, query: { ...params, showHidden: "true" } }]
      : []),
    ...(phrases.length > 0
      ? [{ kind: "unquoted" as const, query: { ...params, query: typedWords.join(" ") } }]
      : []),
    ...(words.length > 1
      ? typedWords
          .slice(0, maxWords)
          .map((word) => ({ kind: "word" as const, query: { ...params, query: word } }))
      : []),
  ];
}
