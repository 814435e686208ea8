import { useTranslation } from "react-i18next";
import { type ProblemCode, problemStatus } from "#domain/core/problem.ts";

const isProblem = (code: string): code is ProblemCode => code in problemStatus;

/** Returns a function that translates the problem code of a failed background job; empty for an unknown code. */
export function useReasonText(): (reason: string | null) => string {
  const { t } = useTranslation();
  return (reason) => (reason !== null && isProblem(reason) ? t(`problem.${reason}`) : "");
}
