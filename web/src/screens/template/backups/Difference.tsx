import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { TemplateDifference } from "#domain/template/templateDifference.ts";
import { Scroller } from "#ui/layout/boxes.ts";
import { Strong, visuallyHidden } from "#ui/layout/typography.ts";
import { Frame, Table } from "../templateStyles.ts";
import { useDifferenceText } from "./differenceText.ts";

/** Two versions side by side: one row per changed field, under the task it belongs to. */
export function DifferenceTable({ differences }: { differences: readonly TemplateDifference[] }) {
  const { t } = useTranslation("template");
  const describeDifference = useDifferenceText();
  const rows = differences.map(describeDifference);
  return (
    <Frame>
      <Scroller>
        <SidesTable aria-label={t("backups.differences", { count: differences.length })}>
          <thead>
            <tr>
              <th scope="col">{t("backups.field")}</th>
              <th scope="col">{t("backups.before")}</th>
              <th scope="col">{t("backups.after")}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ path, field, before, after, isAdded, isRemoved }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list is always replaced as a whole
              <tr key={index}>
                <FieldCell>
                  {path && <Strong as="div">{path}</Strong>}
                  {field && <div>{field}</div>}
                </FieldCell>
                <OldValue $marked={!isAdded}>{before}</OldValue>
                <NewValue $marked={!isRemoved}>
                  {isRemoved ? t("backups.removed") : isAdded ? `${t("backups.added")}: ${after}` : after}
                </NewValue>
              </tr>
            ))}
          </tbody>
        </SidesTable>
      </Scroller>
    </Frame>
  );
}

/** On a phone the changed field is above its two values. */
const SidesTable = styled(Table)`
  @media (max-width: 767px) {
    thead th:first-child {
      ${visuallyHidden}
      padding: 0;
    }
    tr {
      display: grid;
      grid-template-columns: repeat(2, minmax(0, 1fr));
    }
    td:first-child {
      grid-column: 1 / -1;
      width: auto;
    }
    td {
      width: auto;
      min-width: 0;
    }
  }
`;

const FieldCell = styled.td`
  width: 34%;
  min-width: 160px;
`;

const Side = styled.td`
  width: 33%;
  min-width: 140px;
  white-space: pre-wrap;
`;

const OldValue = styled(Side)<{ $marked: boolean }>`
  background: ${({ $marked }) => ($marked ? "var(--bgColor-danger-muted)" : "none")};
`;

const NewValue = styled(Side)<{ $marked: boolean }>`
  background: ${({ $marked }) => ($marked ? "var(--bgColor-success-muted)" : "none")};
`;
