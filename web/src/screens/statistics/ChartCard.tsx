import { DownloadIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useDeferredValue, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { downloadBlob, toFileName } from "#lib/downloadBlob.ts";
import { ButtonRow } from "#ui/layout/boxes.ts";
import { SmallTitle } from "#ui/layout/typography.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { Chart } from "./Chart.tsx";
import { Card, CardHead } from "./card.ts";
import { createSvg, toPngFile, toSvgFile } from "./chartImage.ts";
import { createChartLines } from "./chartLines.ts";
import { Legend } from "./Legend.tsx";
import type { StatisticsTable } from "./statisticsTable.ts";
import type { Run } from "./useStatistics.ts";

interface ChartCardProps {
  kind: "perMonth" | "cumulative";
  run: Run;
  table: StatisticsTable;
  series: Pick<StatisticsTable, "values" | "monthTotals">;
  hiddenKeys: ReadonlySet<string>;
  onHide: (hiddenKeys: ReadonlySet<string>) => void;
}

/** A chart with a legend that toggles its lines, and download buttons. */
export function ChartCard({ kind, run, table, series, hiddenKeys, onHide }: ChartCardProps) {
  const { t } = useTranslation("statistics");
  const containerRef = useRef<HTMLDivElement>(null);
  const { months, templates } = table;
  const lines = useMemo(() => createChartLines(templates, series, t("total")), [templates, series, t]);
  // The toggles react immediately; the chart follows when it can render two hundred lines.
  const deferredHiddenKeys = useDeferredValue(hiddenKeys);
  const visibleLines = useMemo(
    () => lines.filter(({ key }) => !deferredHiddenKeys.has(key)),
    [lines, deferredHiddenKeys],
  );
  const measureLabel = t(`measures.${run.measure}`);
  const title = t(`charts.${kind}`);
  const subject = t("resultOf", { measure: measureLabel, customer: run.customer.label });

  async function save(extension: "svg" | "png") {
    const chart = containerRef.current?.querySelector<SVGSVGElement>("svg.recharts-surface");
    if (!chart) return;
    const svg = createSvg({ chart, title: subject, subtitle: title, lines: visibleLines });
    try {
      const file = extension === "svg" ? toSvgFile(svg) : await toPngFile(svg);
      downloadBlob(file, toFileName([run.customer.label, measureLabel, title], extension));
    } catch {
      showAlert("danger", t("imageFailed"));
    }
  }
  const renderDownload = (extension: "svg" | "png") => (
    <Button
      size="small"
      leadingVisual={DownloadIcon}
      aria-label={t("downloadChart", { format: extension.toUpperCase(), chart: title })}
      onClick={() => save(extension)}
    >
      {extension.toUpperCase()}
    </Button>
  );
  return (
    <Card>
      <CardHead>
        <SmallTitle>{title}</SmallTitle>
        <ButtonRow>
          {renderDownload("svg")}
          {renderDownload("png")}
        </ButtonRow>
      </CardHead>
      <ChartAndLegend>
        <ChartBox
          ref={containerRef}
          role="img"
          aria-label={t("chartLabel", {
            chart: title,
            measure: subject,
            from: months[0] ?? "",
            to: months.at(-1) ?? "",
            templates: templates.length,
          })}
        >
          <Chart months={months} lines={visibleLines} measure={run.measure} />
          {visibleLines.length === 0 && <NoLines>{t("noLines")}</NoLines>}
        </ChartBox>
        <Legend chart={title} lines={lines} hiddenKeys={hiddenKeys} onHide={onHide} />
      </ChartAndLegend>
    </Card>
  );
}

/** The legend is beside the chart if there is room, otherwise below. */
const ChartAndLegend = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 264px;
  @media (max-width: 1011px) {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const ChartBox = styled.div`
  position: relative;
  min-width: 0;
  padding: var(--base-size-16) var(--base-size-8) var(--base-size-8);
`;

const NoLines = styled.p`
  position: absolute;
  inset: 45% 0 auto;
  text-align: center;
  color: var(--fgColor-muted);
`;
