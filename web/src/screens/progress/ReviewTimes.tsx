import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { type ReviewGrouping, reviewGroupings } from "#domain/endpoints/documentation/progress.ts";
import { formatNumber } from "#ui/format/numbers.ts";
import { SectionHeader } from "#ui/layout/boxes.ts";
import { Tabs } from "#ui/layout/Tabs.tsx";
import { Footnote, Muted, SectionTitle } from "#ui/layout/typography.ts";
import { FigureTable } from "./FigureTable.ts";
import { formatSeconds, type SectionProps } from "./progressFigures.ts";
import { createReviewGroupLink } from "./progressLinks.ts";

/** The times of reviews by crew, licence, template, place and reviewer. */
export function ReviewTimes({ progress, links }: SectionProps) {
  const { t } = useTranslation("progress");
  const [grouping, setGrouping] = useState<ReviewGrouping>("creator");
  const { reviews, startDate, endDate } = progress;
  const { items, groupCount } = progress.groupings[grouping];
  const days = { startDate: reviews.startDate, endDate };
  return (
    <section aria-label={t("times")}>
      <SectionHeader>
        <SectionTitle>{t("times")}</SectionTitle>
      </SectionHeader>
      {reviews.startDate !== startDate && <Muted as="p">{t("since", days)}</Muted>}
      {reviews.documentations === 0 ? (
        <Muted as="p">{t("timesEmpty")}</Muted>
      ) : (
        <Tabs
          label={t("times")}
          items={reviewGroupings.map((id) => ({ id, label: t(`groupings.${id}`) }))}
          selectedId={grouping}
          onSelect={setGrouping}
        >
          <FigureTable aria-label={t(`groupings.${grouping}`)}>
            <thead>
              <tr>
                <th scope="col">{t(`groupings.${grouping}`)}</th>
                <th scope="col">{t("reviewed")}</th>
                <th scope="col">{t("median")}</th>
                <th scope="col">{t("longest")}</th>
              </tr>
            </thead>
            <tbody>
              {items.map((group) => {
                const to = createReviewGroupLink(links, days, grouping, group);
                const name = group.name || t("noName");
                return (
                  <tr key={group.key}>
                    <th scope="row">{to === null ? name : <Link to={to}>{name}</Link>}</th>
                    <td>{formatNumber(group.documentations)}</td>
                    <td>{formatSeconds(group.medianSeconds)}</td>
                    <td>{formatSeconds(group.maxSeconds)}</td>
                  </tr>
                );
              })}
            </tbody>
          </FigureTable>
          {groupCount > items.length && (
            <Footnote>{t("moreGroups", { shown: items.length, total: formatNumber(groupCount) })}</Footnote>
          )}
        </Tabs>
      )}
    </section>
  );
}
