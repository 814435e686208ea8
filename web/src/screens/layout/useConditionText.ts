import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { isOneOf } from "#domain/core/objects.ts";
import type { LayoutNode } from "#domain/layout/node.ts";
import { conditionOperators, conditionStatuses } from "#domain/layout/types.ts";
import { formatAlternatives } from "#ui/format/sentenceList.ts";

/** Describes the condition of an IF in one line; an incomplete one has the name of the node. */
export function useConditionText(): (params: LayoutNode["params"]) => string {
  const { t } = useTranslation("layout");
  const { t: tDocumentation } = useTranslation("documentation");
  return useCallback(
    ({ TYPE, STATUS = "", TASK_IDENTIFIER: task, OPERATOR: operator, ANSWER: answer = "" }) => {
      if (TYPE === "HAS_PHOTOS") return task ? t("summary.ifTaskPhotos", { task }) : t("summary.ifPhotos");
      if (TYPE === "TASK_ANSWER") {
        const isComplete = task && isOneOf(conditionOperators, operator);
        return isComplete && (answer || operator.endsWith("ANSWERED"))
          ? t(`summary.ifAnswer.${operator}`, { task, answer })
          : t("nodes.IF");
      }
      const statuses = conditionStatuses.filter((status) => STATUS.split(";").includes(status));
      return statuses.length > 0
        ? t("summary.ifStatus", {
            status: formatAlternatives(statuses.map((status) => tDocumentation(`status.${status}`))),
          })
        : t("nodes.IF");
    },
    [t, tDocumentation],
  );
}
