import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useGrants } from "#api/session.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import { addDays, today } from "#domain/core/calendar/days.ts";
import { type DocumentationFilter, serializeFilter } from "#domain/endpoints/shared/documentationFilter.ts";
import { toListQuery } from "#features/reviewQueue/queueUrl.ts";
import { ReviewButton } from "#features/reviewQueue/ReviewButton.tsx";
import { formatNumber } from "#ui/format/numbers.ts";
import { Inline } from "#ui/layout/boxes.ts";
import { documentationListPath, type OverviewAnswer } from "./links.ts";
import { CountRow, OverviewSection } from "./OverviewSection.tsx";

/** What was created yesterday, in Sweden, and waits. */
function yesterdays(): URLSearchParams {
  const day = addDays(today(), -1);
  return new URLSearchParams(
    serializeFilter({ statusFilter: ["COMPLETED"], createdDateRange: { startDate: day, endDate: day } }),
  );
}

/** What waits of one template. */
const waiting = (templateId: string) =>
  ({ statusFilter: ["COMPLETED"], templateFilter: [templateId] }) satisfies Partial<DocumentationFilter>;

/** What waits for review, by template: to list, or to walk at once. */
export function ToReview({ total, templates }: OverviewAnswer["review"]) {
  const { t } = useTranslation("overview");
  const { t: documentation } = useTranslation("documentation");
  const all = spansCustomers(useGrants());
  return (
    <OverviewSection
      title={t("review")}
      none={total === 0 ? t("reviewNone") : null}
      aside={
        total > 0 && (
          <Inline>
            <Link to={documentationListPath({ statusFilter: ["COMPLETED"] })}>
              {t("reviewMore", { shown: formatNumber(total) })}
            </Link>
            <ReviewButton
              view={toListQuery(yesterdays(), false)}
              label={documentation("review.yesterdays")}
              shortcut="y"
              keys={t("review")}
            />
          </Inline>
        )
      }
    >
      {templates.map(({ templateId, templateName, customerName, documentations }) => (
        <CountRow
          key={templateId}
          to={documentationListPath(waiting(templateId))}
          text={templateName}
          note={all ? customerName : null}
          count={documentations}
          act={
            <ReviewButton
              small
              view={toListQuery(new URLSearchParams(serializeFilter(waiting(templateId))), false)}
              label={documentation("review.start")}
              name={t("reviewOf", { name: templateName })}
              keys={t("review")}
            />
          }
        />
      ))}
    </OverviewSection>
  );
}
