import { Button } from "@primer/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useCustomerId } from "#api/session.ts";
import { Chips } from "#ui/select/Chips.tsx";
import type { OptionSearch } from "#ui/select/useCombobox.ts";

/** The rest of a longer list is found with the search field below the chips. */
const maxVisibleChips = 12;

interface SuggestionChipsProps {
  suggestions: OptionSearch;
  task: string;
  selectedTexts: readonly string[];
  /** Selects a text, or deselects it. */
  onPress: (text: string) => void;
}

/** The first suggestions of a list, selectable without opening anything (3§3 showOptionsInTaskList). */
export function SuggestionChips({ suggestions, task, selectedTexts, onPress }: SuggestionChipsProps) {
  const { t } = useTranslation("review");
  const customerId = useCustomerId();
  const { data = [] } = useQuery({
    queryKey: [customerId, "suggestionChips", suggestions.queryKey],
    queryFn: ({ signal }) => suggestions.find("", signal),
    meta: { handlesErrors: true },
  });
  if (data.length === 0) return null;
  return (
    <Chips aria-label={t("answer.suggestionsOf", { task })}>
      {data.slice(0, maxVisibleChips).map(({ id, label }) => (
        <li key={id}>
          <Button
            type="button"
            size="small"
            variant={selectedTexts.includes(label) ? "primary" : "default"}
            aria-pressed={selectedTexts.includes(label)}
            onClick={() => onPress(label)}
          >
            {label}
          </Button>
        </li>
      ))}
    </Chips>
  );
}
