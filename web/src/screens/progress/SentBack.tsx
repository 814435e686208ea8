import { useTranslation } from "react-i18next";
import { formatDay } from "#ui/format/dates.ts";
import { formatNumber } from "#ui/format/numbers.ts";
import { Stack } from "#ui/layout/boxes.ts";
import { CountRow, CountSection } from "#ui/layout/CountSection.tsx";
import type { SectionProps } from "./progressFigures.ts";

/** The retakes of the period: how many by reason, and the newest ones. */
export function SentBack({ progress: { sentBack, startDate, endDate }, links }: SectionProps) {
  const { t } = useTranslation("progress");
  const { items, open, answered, withdrawn, documentations, reasons, newest } = sentBack;
  return (
    <Stack $gap={24}>
      <CountSection title={t("sentBack")} emptyText={items === 0 ? t("sentBackEmpty") : null}>
        <CountRow
          to={links.activity("SENT_BACK", { startDate, endDate })}
          text={t("sentBack")}
          note={t("sentBackCounts", {
            items: formatNumber(items),
            open: formatNumber(open),
            answered: formatNumber(answered),
            withdrawn: formatNumber(withdrawn),
          })}
          count={formatNumber(documentations)}
        />
        {reasons.map(({ reason, items: itemCount }) => (
          <CountRow key={reason} to={null} text={reason} count={formatNumber(itemCount)} />
        ))}
      </CountSection>
      {newest.length > 0 && (
        <CountSection title={t("newest")} emptyText={null}>
          {newest.map(({ documentationId, documentationName, name, reason, creator, dateCreated }) => (
            <CountRow
              key={`${documentationId} ${name} ${dateCreated}`}
              to={links.details(documentationId)}
              text={documentationName}
              note={`${t("newestItem", { name, reason })} · ${t("newestNote", { creator, day: formatDay(dateCreated) })}`}
              count=""
            />
          ))}
        </CountSection>
      )}
    </Stack>
  );
}
