import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { isProblemCode } from "#domain/core/problem.ts";
import type { DeliveryDetails } from "#domain/endpoints/exports/delivery.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { formatNumber } from "#ui/format/numbers.ts";
import { Note } from "#ui/layout/typography.ts";

interface MissingListProps {
  items: DeliveryDetails["missingItems"];
  /** The total count; `items` may list fewer. */
  total: number;
}

/** The items that could not be sent, each with its reason. */
export function MissingList({ items, total }: MissingListProps) {
  const { t } = useTranslation("delivery");
  const { t: tCommon } = useTranslation();
  if (total === 0) return null;
  const reasonText = (reason: string) => {
    if (isProblemCode(reason)) return tCommon(`problem.${reason}`);
    return reason === "notUploaded" ? t("notUploaded") : reason;
  };
  return (
    <Banner kind="warning">
      {t("missingCount", { count: total, formattedCount: formatNumber(total) })}
      <List>
        {items.map(({ kind, name, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two photos may have the same name and the same reason
          <li key={index}>
            {t(`kind.${kind}`)}: {name} <Note>{reasonText(reason)}</Note>
          </li>
        ))}
      </List>
    </Banner>
  );
}

const List = styled.ul`
  max-height: 200px;
  margin: var(--base-size-4) 0 0;
  padding-left: var(--base-size-16);
  overflow-y: auto;
  overflow-wrap: anywhere;
`;
