import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { formatDay } from "#ui/format/dates.ts";
import { formatNumber } from "#ui/format/numbers.ts";
import { CountRow, CountSection } from "#ui/layout/CountSection.tsx";
import { Figures } from "./Figures.tsx";
import type { SectionProps } from "./progressFigures.ts";
import { ReviewTimes } from "./ReviewTimes.tsx";
import { SentBack } from "./SentBack.tsx";
import { WeekTable } from "./WeekTable.tsx";

const TrendCharts = lazy(() => import("./TrendCharts.tsx"));

/** The figures, from the queue of today to the weeks of the period. */
export function ProgressSections({ progress, links }: SectionProps) {
  return (
    <Sections>
      <Figures progress={progress} links={links} />
      <Suspense fallback={<ChartSpace />}>
        <TrendCharts weeks={progress.weeks} />
      </Suspense>
      <WeekTable progress={progress} links={links} />
      <ReviewTimes progress={progress} links={links} />
      <Columns>
        <Queue progress={progress} links={links} />
        <Deliveries progress={progress} links={links} />
        <Findings progress={progress} links={links} />
        <SentBack progress={progress} links={links} />
      </Columns>
    </Sections>
  );
}

/** The documentations that await review, by the days since they were captured. */
function Queue({ progress: { queue, endDate: day }, links }: SectionProps) {
  const { t } = useTranslation("progress");
  const ageText = (startDate: string | null, endDate: string) => {
    const countDaysAgo = (date: string) => Math.round((Date.parse(day) - Date.parse(date)) / 86_400_000);
    if (startDate === null) return t("ages.old", { from: countDaysAgo(endDate) });
    return endDate === day
      ? t("ages.new")
      : t("ages.range", { from: countDaysAgo(endDate), to: countDaysAgo(startDate) });
  };
  const emptyText = queue ? (queue.documentations === 0 ? t("queueEmpty") : null) : t("queueOff");
  return (
    <CountSection
      title={t("queue")}
      emptyText={emptyText}
      aside={queue?.oldest && t("oldest", { day: formatDay(queue.oldest) })}
    >
      {queue?.ages.map(({ startDate, endDate, documentations }) => (
        <CountRow
          key={endDate}
          to={links.documentations({
            statusFilter: ["COMPLETED"],
            createdDateRange: { startDate: startDate ?? "", endDate },
          })}
          text={ageText(startDate, endDate)}
          count={formatNumber(documentations)}
        />
      ))}
    </CountSection>
  );
}

function Deliveries({ progress: { deliveries, startDate, endDate }, links }: SectionProps) {
  const { t } = useTranslation("progress");
  const filters = {
    done: { state: "DONE" },
    failed: { state: "FAILED" },
    inProgress: { open: "true" },
    cancelled: { state: "CANCELLED" },
  };
  return (
    <CountSection title={t("deliveries")} emptyText={null}>
      {(["done", "failed", "inProgress", "cancelled"] as const).map((state) => (
        <CountRow
          key={state}
          to={links.deliveries({ ...filters[state], from: startDate, to: endDate })}
          text={t(`deliveryStates.${state}`)}
          count={formatNumber(deliveries[state])}
        />
      ))}
    </CountSection>
  );
}

/** Answers that were not on a list of expected answers, by list. */
function Findings({ progress: { findings, startDate, endDate }, links }: SectionProps) {
  const { t } = useTranslation("progress");
  return (
    <CountSection title={t("findings")} emptyText={findings.answers === 0 ? t("findingsEmpty") : null}>
      <CountRow
        to={links.activity("UNEXPECTED_ANSWER", { startDate, endDate })}
        text={t("findingsAll")}
        count={formatNumber(findings.documentations)}
      />
      {findings.lists.map(({ name, answers }) => (
        <CountRow key={name} to={null} text={name} count={formatNumber(answers)} />
      ))}
    </CountSection>
  );
}

const Sections = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--base-size-32);
`;

const Columns = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(400px, 100%), 1fr));
  align-items: start;
  gap: var(--base-size-32) var(--base-size-24);
`;

/** As high as the charts, so that nothing moves when they have loaded. */
const ChartSpace = styled.div`
  min-height: 288px;
  @media (max-width: 880px) {
    min-height: 608px;
  }
`;
