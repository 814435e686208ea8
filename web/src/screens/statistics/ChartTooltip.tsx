import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { getNumberLocale } from "#i18n/language.ts";
import { Muted } from "#ui/layout/typography.ts";
import { type ChartLine, totalKey } from "./chartLines.ts";
import { LineSample } from "./LineSample.tsx";
import { valueText } from "./measureText.ts";
import type { Measure } from "./statisticsTable.ts";

/** Maximum templates listed; the table has all of them. */
const maxEntries = 10;

interface ChartTooltipProps {
  month: string;
  index: number;
  lines: readonly ChartLine[];
  measure: Measure;
}

/** The values of a month, highest first. */
export function ChartTooltip({ month, index, lines, measure }: ChartTooltipProps) {
  const { t } = useTranslation("statistics");
  const getValueInMonth = (line: ChartLine) => line.values[index] ?? 0;
  const totalLines = lines.filter(({ key }) => key === totalKey);
  const templateLines = lines
    .filter((line) => line.key !== totalKey && getValueInMonth(line) !== 0)
    .sort((a, b) => getValueInMonth(b) - getValueInMonth(a));
  const remainingCount = templateLines.length - maxEntries;
  return (
    <Box>
      <Muted as="div">{month}</Muted>
      {[...totalLines, ...templateLines.slice(0, maxEntries)].map((line) => (
        <Entry key={line.key}>
          <LineSample line={line} />
          <span>{line.name}</span>
          <b>{valueText(measure, getValueInMonth(line), getNumberLocale())}</b>
        </Entry>
      ))}
      {remainingCount > 0 && <Muted as="div">{t("moreTemplates", { remainingCount })}</Muted>}
    </Box>
  );
}

const Box = styled.div`
  /* Recharts keeps a tooltip within the chart only if it is narrower. */
  max-width: min(320px, calc(100vw - 140px));
  padding: var(--base-size-8) var(--base-size-12);
  border-radius: var(--borderRadius-medium);
  background: var(--overlay-bgColor);
  box-shadow: var(--shadow-floating-small);
  font-size: var(--text-body-size-small);
`;

const Entry = styled.div`
  display: grid;
  grid-template-columns: 24px minmax(0, 1fr) max-content;
  gap: var(--base-size-8);
  align-items: center;
  span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  b {
    font-weight: var(--base-text-weight-semibold);
    font-variant-numeric: tabular-nums;
  }
`;
