import { useTranslation } from "react-i18next";
import { numberLocale } from "../../i18n/language";
import { timeDifference } from "./timeDifference";
import { useMinute } from "./useMinute";

export function TimeDifference({ value }: { value: string }) {
  const { t } = useTranslation("log");
  return timeDifference(value, useMinute(), numberLocale()) ?? t("lastLogins.justNow");
}
