import { ChevronDownIcon, ChevronUpIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { formatNumber } from "#ui/format/numbers.ts";
import { ActionBar, FieldLine, FillWidth } from "#ui/layout/boxes.ts";
import { FieldErrorText, FieldLabel, TabularNums } from "#ui/layout/typography.ts";
import type { ItemSelection } from "./useItemSelection.ts";

interface ContentChoiceProps {
  label: string;
  /** Label of the button that opens the selection. */
  action: string;
  selection: ItemSelection;
  error: string | null;
  children: ReactNode;
}

/** The number of photos or files that are sent, and a button that opens their selection. */
export function ContentChoice({ label, action, selection, error, children }: ContentChoiceProps) {
  const { t } = useTranslation("exporting");
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { ids, selectedCount, total, selectAll, clear } = selection;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot lay out its legend beside other elements
    <div role="group" aria-labelledby={id} {...(error && { "data-fault": true })}>
      <FieldLine>
        <FillWidth>
          <FieldLabel id={id}>{label}</FieldLabel>
          <TabularNums role="status">
            {ids === null
              ? t("allSelected", { count: total, formattedCount: formatNumber(total) })
              : t("selectedOfTotal", {
                  formattedCount: formatNumber(selectedCount),
                  total: formatNumber(total),
                })}
          </TabularNums>
        </FillWidth>
        {total > 0 && (
          <Button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? `${id}-items` : undefined}
            trailingVisual={isOpen ? ChevronUpIcon : ChevronDownIcon}
            onClick={() => setOpen(!isOpen)}
          >
            {action}
          </Button>
        )}
      </FieldLine>
      {isOpen && (
        <Items id={`${id}-items`}>
          <ActionBar>
            <Button type="button" size="small" disabled={ids === null} onClick={selectAll}>
              {t("selectAll")}
            </Button>
            <Button type="button" size="small" disabled={selectedCount === 0} onClick={clear}>
              {t("selectNone")}
            </Button>
          </ActionBar>
          {children}
        </Items>
      )}
      <FieldErrorText role="alert">{error}</FieldErrorText>
    </div>
  );
}

const Items = styled.div`
  margin-top: var(--base-size-8);
  padding: var(--base-size-12);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
`;
