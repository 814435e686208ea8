import { DownloadIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { getLanguage, getNumberLocale } from "#i18n/language.ts";
import { downloadBlob, toFileName } from "#lib/downloadBlob.ts";
import { ButtonRow } from "#ui/layout/boxes.ts";
import { SmallTitle } from "#ui/layout/typography.ts";
import { Card, CardHead } from "./card.ts";
import { valueText } from "./measureText.ts";
import { createStatisticsCsv } from "./statisticsCsv.ts";
import type { StatisticsTable } from "./statisticsTable.ts";
import type { Run } from "./useStatistics.ts";

interface TableCardProps {
  run: Run;
  table: StatisticsTable;
}

/** Rows per month with totals, columns per template with a total (1§2). */
export function TableCard({ run, table }: TableCardProps) {
  const { t } = useTranslation("statistics");
  const { customer, measure } = run;
  const formatValue = (value: number) => valueText(measure, value, getNumberLocale());
  const label = t("resultOf", { measure: t(`measures.${measure}`), customer: customer.label });
  function save() {
    const labels = { month: t("month"), total: t("total"), totals: t("totals") };
    const csv = createStatisticsCsv(table, measure, labels, getLanguage() === "sv" ? "," : ".");
    downloadBlob(
      new Blob([csv], { type: "text/csv;charset=utf-8" }),
      toFileName([customer.label, t(`measures.${measure}`)], "csv"),
    );
  }
  return (
    <Card>
      <CardHead>
        <SmallTitle>{t("table")}</SmallTitle>
        <ButtonRow>
          <Button size="small" leadingVisual={DownloadIcon} aria-label={t("downloadTable")} onClick={save}>
            CSV
          </Button>
        </ButtonRow>
      </CardHead>
      {/* Focusable, so that it can be scrolled with the keyboard. */}
      <Scroller role="region" aria-label={t("table")} tabIndex={0}>
        <Table aria-label={label}>
          <thead>
            <tr>
              <th scope="col">{t("month")}</th>
              {table.templates.map(({ id, name }) => (
                <th key={id} scope="col">
                  <Name>{name}</Name>
                </th>
              ))}
              <th scope="col">{t("total")}</th>
            </tr>
          </thead>
          <tbody>
            {table.months.map((month, index) => (
              <tr key={month}>
                <th scope="row">{month}</th>
                {table.values[index]!.map((value, column) => (
                  <Value key={table.templates[column]!.id} $isZero={value === 0}>
                    {formatValue(value)}
                  </Value>
                ))}
                <Value>{formatValue(table.monthTotals[index]!)}</Value>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t("totals")}</th>
              {table.templateTotals.map((value, index) => (
                <Value key={table.templates[index]!.id}>{formatValue(value)}</Value>
              ))}
              <Value>{formatValue(table.total)}</Value>
            </tr>
          </tfoot>
        </Table>
      </Scroller>
    </Card>
  );
}

/** Scrolls in both directions itself, so that the page never scrolls sideways. */
const Scroller = styled.div`
  max-height: min(640px, 75vh);
  overflow: auto;
`;

/** Separate borders, because collapsed ones do not stick with their cells. */
const Table = styled.table`
  width: 100%;
  border-collapse: separate;
  border-spacing: 0;
  font-variant-numeric: tabular-nums;
  th,
  td {
    height: 36px;
    padding: var(--base-size-6) var(--base-size-12);
    border-bottom: 1px solid var(--borderColor-muted);
    background: var(--bgColor-default);
    text-align: end;
    white-space: nowrap;
  }
  th {
    font-weight: var(--base-text-weight-semibold);
  }
  th:first-child {
    position: sticky;
    z-index: 1;
    left: 0;
    width: 112px;
    padding-left: var(--base-size-16);
    border-right: 1px solid var(--borderColor-default);
    text-align: start;
  }
  td:last-child,
  th:last-child {
    padding-right: var(--base-size-16);
    border-left: 1px solid var(--borderColor-default);
    font-weight: var(--base-text-weight-semibold);
  }
  thead th {
    position: sticky;
    z-index: 2;
    top: 0;
    border-bottom-color: var(--borderColor-default);
    color: var(--fgColor-muted);
    font-size: var(--text-body-size-small);
    vertical-align: bottom;
  }
  thead th:first-child,
  tfoot th:first-child {
    z-index: 3;
  }
  tbody tr:last-child > * {
    border-bottom: 0;
  }
  tfoot > tr > * {
    position: sticky;
    z-index: 2;
    bottom: 0;
    border-top: 1px solid var(--borderColor-default);
    border-bottom: 0;
    font-weight: var(--base-text-weight-semibold);
  }
  tbody tr:hover > * {
    background: var(--bgColor-muted);
  }
`;

/** Limits the width, because template names are longer than the numbers. */
const Name = styled.span`
  display: inline-block;
  width: max-content;
  min-width: 64px;
  max-width: 160px;
  white-space: normal;
  overflow-wrap: break-word;
`;

const Value = styled.td<{ $isZero?: boolean }>`
  ${({ $isZero }) => $isZero && "color: var(--fgColor-muted);"}
`;
