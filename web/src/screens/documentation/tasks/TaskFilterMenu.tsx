import { FilterIcon } from "@primer/octicons-react";
import { ActionList, ActionMenu, Button } from "@primer/react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";

type Filters = DocumentationDetails["taskFilters"];

interface Filtering {
  /** Those that are on. */
  active: Filters;
  toggle: (id: string) => void;
  clear: () => void;
}

/** Which task filters are on: the automatic ones until something else is chosen. */
export function useTaskFilters(filters: Filters): Filtering {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const active = useMemo(
    () => filters.filter(({ id, automatic }) => (chosen ? chosen.has(id) : automatic)),
    [filters, chosen],
  );
  const toggle = (id: string) => {
    const ids = active.map((one) => one.id);
    setChosen(new Set(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]));
  };
  return { active, toggle, clear: () => setChosen(new Set()) };
}

/** Chooses among the customer's task filters (3§2); a task is shown that passes all that are on. */
export function TaskFilterMenu({ filters, active, toggle }: Filtering & { filters: Filters }) {
  const { t } = useTranslation("documentation");
  if (filters.length === 0) return null;
  return (
    <ActionMenu>
      <ActionMenu.Anchor>
        <Button size="small" leadingVisual={FilterIcon} count={active.length || undefined}>
          {t("tasks.filter")}
        </Button>
      </ActionMenu.Anchor>
      <ActionMenu.Overlay width="medium" align="end" maxHeight="large" overflow="auto">
        <ActionList selectionVariant="multiple">
          {filters.map(({ id, name }) => (
            <ActionList.Item
              key={id}
              selected={active.some((one) => one.id === id)}
              onSelect={(event) => {
                // Keeps the menu open for several choices.
                event.preventDefault();
                toggle(id);
              }}
            >
              {name}
            </ActionList.Item>
          ))}
        </ActionList>
      </ActionMenu.Overlay>
    </ActionMenu>
  );
}
