import { useTranslation } from "react-i18next";
import { type ProblemCode, problemStatus } from "#domain/core/problem.ts";

const isProblem = (code: string): code is ProblemCode => code in problemStatus;

/** Why work in the background failed, by the code of its problem, in the reader's language; empty where that is not known. */
export function useReasonText(): (reason: string | null) => string {
  const { t } = useTranslation();
  return (reason) => (reason !== null && isProblem(reason) ? t(`problem.${reason}`) : "");
}
