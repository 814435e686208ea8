import { useTranslation } from "react-i18next";
import { isProblemCode } from "#domain/core/problem.ts";

/** Returns a function that translates the problem code of a failed background job; empty for an unknown code. */
export function useReasonText(): (reason: string | null) => string {
  const { t } = useTranslation();
  return (reason) => (reason !== null && isProblemCode(reason) ? t(`problem.${reason}`) : "");
}
