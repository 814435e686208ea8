import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import { formatNumber } from "#ui/format/numbers.ts";
import { NoWrap, QuietSummary } from "#ui/layout/typography.ts";
import { FigureTable } from "./FigureTable.ts";
import { formatSeconds, lastDayOfWeek, type SectionProps } from "./progressFigures.ts";
import { daysOfWeek } from "./progressLinks.ts";

/** The weeks of the charts as a table, newest first, with links to the rows of each figure. */
export function WeekTable({ progress, links }: SectionProps) {
  const { t } = useTranslation("progress");
  const renderCount = (count: number, to: string | null) =>
    to === null || count === 0 ? formatNumber(count) : <Link to={to}>{formatNumber(count)}</Link>;
  return (
    <Details>
      <QuietSummary>{t("trendTable")}</QuietSummary>
      <FigureTable aria-label={t("trend")}>
        <thead>
          <tr>
            <th scope="col">{t("week")}</th>
            <th scope="col">{t("created")}</th>
            <th scope="col">{t("reviewed")}</th>
            <th scope="col">{t("sentBack")}</th>
            <th scope="col">{t("median")}</th>
          </tr>
        </thead>
        <tbody>
          {progress.weeks.toReversed().map(({ startDate, created, reviewed, sentBack, medianSeconds }) => {
            const days = daysOfWeek(progress, startDate, lastDayOfWeek(startDate));
            return (
              <tr key={startDate}>
                <th scope="row">
                  <NoWrap>{startDate}</NoWrap>
                </th>
                <td>{renderCount(created, links.documentations({ createdDateRange: days }))}</td>
                <td>{renderCount(reviewed, links.activity("REVIEWED", days))}</td>
                <td>{renderCount(sentBack, links.activity("SENT_BACK", days))}</td>
                <td>{formatSeconds(medianSeconds)}</td>
              </tr>
            );
          })}
        </tbody>
      </FigureTable>
    </Details>
  );
}

/** Expanded in print, where nothing can be clicked. */
const Details = styled.details`
  @media print {
    &::details-content {
      block-size: auto;
      content-visibility: visible;
    }
  }
`;
