import { SearchIcon } from "@primer/octicons-react";
import { Button, Link } from "@primer/react";
import { useQueries } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { countDocumentations } from "#domain/endpoints/documentation/list.ts";
import { formatNumber } from "#ui/format/numbers.ts";
import { NoRows } from "#ui/table/NoRows.tsx";
import { type SearchSuggestion, searchSuggestions } from "./searchSuggestions.ts";

interface EmptySearchProps {
  /** The parameters of the list's calls. */
  params: Record<string, string>;
  onSelect: (suggestion: SearchSuggestion) => void;
  onClear: () => void;
}

/** The empty state of a filtered list: why nothing matches, and which searches would find something. */
export function EmptySearch({ params, onSelect, onClear }: EmptySearchProps) {
  const { t } = useTranslation("documentationList");
  const customerId = useCustomerId();
  const suggestions = searchSuggestions(params);
  const counts = useQueries({
    queries: suggestions.map(({ query }) => ({
      queryKey: [customerId, "documentation", "suggestion", query],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await call(countDocumentations, { query, signal })).total,
      meta: { handlesErrors: true },
    })),
  });
  const q = params.query ?? "";
  return (
    <NoRows
      icon={SearchIcon}
      title={q === "" ? t("noMatches") : t("foundNothing", { query: q })}
      text={suggestions.map((suggestion, index) => {
        const { kind, query } = suggestion;
        const total = counts[index]?.data;
        if (!total) return null;
        const found = t("suggestion.count", { count: total, total: formatNumber(total) });
        const label = t(`suggestion.${kind}`, { query: query.query, found });
        return (
          <div key={JSON.stringify(query)}>
            <Link as="button" inline onClick={() => onSelect(suggestion)}>
              {label}
            </Link>
          </div>
        );
      })}
      action={<Button onClick={onClear}>{t("filters.clearAll")}</Button>}
    />
  );
}
