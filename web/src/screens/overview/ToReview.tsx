import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useGrants } from "#api/session.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import { addDays, today } from "#domain/core/calendar/days.ts";
import { type DocumentationFilter, serializeFilter } from "#domain/endpoints/shared/documentationFilter.ts";
import { documentationListPath } from "#features/documentationList/listPath.ts";
import { toListQuery } from "#features/reviewQueue/queueUrl.ts";
import { ReviewButton } from "#features/reviewQueue/ReviewButton.tsx";
import { formatNumber } from "#ui/format/numbers.ts";
import { Inline } from "#ui/layout/boxes.ts";
import { CountRow, CountSection } from "#ui/layout/CountSection.tsx";
import { useCountText } from "./countText.ts";
import type { OverviewResponse } from "./overviewLinks.ts";

/** The filter for documentations created yesterday (Swedish time) that await review. */
function yesterdayParams(): URLSearchParams {
  const day = addDays(today(), -1);
  return new URLSearchParams(
    serializeFilter({ statusFilter: ["COMPLETED"], createdDateRange: { startDate: day, endDate: day } }),
  );
}

/** The filter for documentations of a template that await review. */
const createReviewFilter = (templateId: string) =>
  ({ statusFilter: ["COMPLETED"], templateFilter: [templateId] }) satisfies Partial<DocumentationFilter>;

/** The documentations that await review, by template: as lists, or to review one by one. */
export function ToReview({ total, templates }: OverviewResponse["review"]) {
  const { t } = useTranslation("overview");
  const countText = useCountText();
  const { t: tDocumentation } = useTranslation("documentation");
  const isMultiCustomer = spansCustomers(useGrants());
  return (
    <CountSection
      title={t("review")}
      emptyText={total === 0 ? t("reviewEmpty") : null}
      aside={
        total > 0 && (
          <Inline>
            <Link to={documentationListPath({ statusFilter: ["COMPLETED"] })}>
              {t("reviewAll", { formattedCount: formatNumber(total) })}
            </Link>
            <ReviewButton
              listQuery={toListQuery(yesterdayParams(), false)}
              label={tDocumentation("review.yesterday")}
              shortcut="y"
              shortcutGroup={t("review")}
            />
          </Inline>
        )
      }
    >
      {templates.map(({ templateId, templateName, customerName, documentations }) => (
        <CountRow
          key={templateId}
          to={documentationListPath(createReviewFilter(templateId))}
          text={templateName}
          note={isMultiCustomer ? customerName : null}
          count={countText(documentations)}
          act={
            <ReviewButton
              small
              listQuery={toListQuery(
                new URLSearchParams(serializeFilter(createReviewFilter(templateId))),
                false,
              )}
              label={tDocumentation("review.start")}
              name={t("reviewOf", { name: templateName })}
              shortcutGroup={t("review")}
            />
          }
        />
      ))}
    </CountSection>
  );
}
