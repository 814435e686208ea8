import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { spansCustomers } from "../../../../domain/access/authorities";
import { useGrants } from "../../api/session";
import { numberText } from "../../kit/numbers";
import { Counted, Part } from "./Counted";
import { listOf, type OverviewAnswer } from "./links";

/** What waits for review, by template. */
export function ToReview({ total, templates }: OverviewAnswer["review"]) {
  const { t } = useTranslation("overview");
  const all = spansCustomers(useGrants());
  return (
    <Part
      title={t("review")}
      none={total === 0 ? t("reviewNone") : null}
      aside={
        total > 0 && (
          <Link to={listOf({ statusFilter: ["COMPLETED"] })}>
            {t("reviewMore", { shown: numberText(total) })}
          </Link>
        )
      }
    >
      {templates.map(({ templateId, templateName, customerName, documentations }) => (
        <Counted
          key={templateId}
          to={listOf({ statusFilter: ["COMPLETED"], templateFilter: [templateId] })}
          text={templateName}
          note={all ? customerName : null}
          count={documentations}
        />
      ))}
    </Part>
  );
}
