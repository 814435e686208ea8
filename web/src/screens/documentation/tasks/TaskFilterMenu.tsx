import { FilterIcon } from "@primer/octicons-react";
import { ActionList, ActionMenu, Button } from "@primer/react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";

type Filters = DocumentationDetails["taskFilters"];

interface TaskFilterState {
  /** The active filters. */
  active: Filters;
  toggle: (id: string) => void;
  clear: () => void;
}

/** The active task filters: the automatic ones until the user changes them. */
export function useTaskFilters(filters: Filters): TaskFilterState {
  const [selectedIds, setChosen] = useState<ReadonlySet<string> | null>(null);
  const active = useMemo(
    () => filters.filter(({ id, automatic }) => (selectedIds ? selectedIds.has(id) : automatic)),
    [filters, selectedIds],
  );
  const toggle = (id: string) => {
    const ids = active.map((filter) => filter.id);
    setChosen(new Set(ids.includes(id) ? ids.filter((filter) => filter !== id) : [...ids, id]));
  };
  return { active, toggle, clear: () => setChosen(new Set()) };
}

/** Selects among the customer's task filters (3§2). A task is shown if it passes all active ones. */
export function TaskFilterMenu({ filters, active, toggle }: TaskFilterState & { filters: Filters }) {
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
              selected={active.some((filter) => filter.id === id)}
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
