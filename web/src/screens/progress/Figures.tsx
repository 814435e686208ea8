import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled, { css } from "styled-components";
import { formatDay } from "#ui/format/dates.ts";
import { formatNumber } from "#ui/format/numbers.ts";
import { Note } from "#ui/layout/typography.ts";
import { formatSeconds, type SectionProps } from "./progressFigures.ts";

/** The most important figures, each a link to its rows. */
export function Figures({ progress, links }: SectionProps) {
  const { t } = useTranslation("progress");
  const { queue, reviews, sentBack, deliveries, findings, startDate, endDate } = progress;
  const days = { startDate, endDate };
  const timedDays = { startDate: reviews.startDate, endDate };
  const figures = [
    ...(queue
      ? [
          {
            label: t("queue"),
            value: formatNumber(queue.documentations),
            note: queue.oldest && t("oldest", { day: formatDay(queue.oldest) }),
            to: links.documentations({ statusFilter: ["COMPLETED"] }),
          },
        ]
      : []),
    {
      label: t("reviewed"),
      value: formatNumber(reviews.documentations),
      note: t("reviewedHint"),
      to: links.activity("REVIEWED", timedDays),
    },
    {
      label: t("median"),
      value: formatSeconds(reviews.medianSeconds),
      note: t("medianHint"),
      to: links.activity("REVIEWED", timedDays),
    },
    {
      label: t("longest"),
      value: formatSeconds(reviews.maxSeconds),
      note: t("medianHint"),
      to: links.activity("REVIEWED", timedDays),
    },
    {
      label: t("sentBack"),
      value: formatNumber(sentBack.documentations),
      to: links.activity("SENT_BACK", days),
    },
    {
      label: t("failedDeliveries"),
      value: formatNumber(deliveries.failed),
      to: links.deliveries({ state: "FAILED", from: startDate, to: endDate }),
    },
    {
      label: t("findings"),
      value: formatNumber(findings.documentations),
      to: links.activity("UNEXPECTED_ANSWER", days),
    },
  ];
  return (
    <List>
      {figures.map(({ label, value, note, to }) => {
        const content = (
          <>
            <span>{label}</span>
            <Value>{value}</Value>
            <Note>{note ?? "\u00a0"}</Note>
          </>
        );
        return (
          <li key={label}>
            {to === null ? <PlainFigure>{content}</PlainFigure> : <Figure to={to}>{content}</Figure>}
          </li>
        );
      })}
    </List>
  );
}

const List = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(168px, 45%), 1fr));
  gap: var(--base-size-12);
  list-style: none;
`;

const figureStyles = css`
  display: flex;
  flex-direction: column;
  height: 100%;
  padding: var(--base-size-12) var(--base-size-16);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  color: var(--fgColor-default);
`;

const PlainFigure = styled.div`
  ${figureStyles}
`;

const Figure = styled(Link)`
  ${figureStyles}
  &:hover {
    background: var(--bgColor-muted);
    text-decoration: none;
  }
`;

const Value = styled.span`
  font-size: var(--text-title-size-large);
  font-weight: var(--base-text-weight-semibold);
  line-height: 1.4;
  font-variant-numeric: tabular-nums;
`;
