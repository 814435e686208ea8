import { useTranslation } from "react-i18next";
import { formatDateTime, formatDateTimeWithSeconds } from "#ui/format/dates.ts";
import { NoteDigits } from "#ui/layout/typography.ts";

/** The time of the next try of a waiting delivery; "shortly" if none is set or it has passed. */
export function NextTry({ nextTryAt }: { nextTryAt: string | null }) {
  const { t } = useTranslation("delivery");
  const isDue = nextTryAt === null || Date.parse(nextTryAt) <= Date.now();
  return (
    <NoteDigits as="div" title={nextTryAt ? formatDateTimeWithSeconds(nextTryAt) : undefined}>
      {isDue ? t("nextAttemptSoon") : t("nextAttempt", { time: formatDateTime(nextTryAt) })}
    </NoteDigits>
  );
}
