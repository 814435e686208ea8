import { useTranslation } from "react-i18next";
import { dateTimeWithSeconds, formatDateTime } from "#ui/format/dates.ts";
import { NoteDigits } from "#ui/layout/typography.ts";

/** When a delivery that waits is tried again; shortly, where no time is set or it has passed. */
export function NextTry({ at }: { at: string | null }) {
  const { t } = useTranslation("delivery");
  const soon = at === null || Date.parse(at) <= Date.now();
  return (
    <NoteDigits as="div" title={at ? dateTimeWithSeconds(at) : undefined}>
      {soon ? t("nextTrySoon") : t("nextTry", { time: formatDateTime(at) })}
    </NoteDigits>
  );
}
