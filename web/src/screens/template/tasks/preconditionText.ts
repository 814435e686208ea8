import { useTranslation } from "react-i18next";
import { splitSemicolons } from "#domain/core/text/separatedList.ts";
import { takesMultiple } from "#domain/task/types.ts";
import type { TemplatePrecondition, TemplateTask } from "#domain/template/task.ts";

/** Returns a function that describes a precondition in a sentence, with the name of its task. */
export function usePreconditionText() {
  const { t } = useTranslation("template");
  const { t: tCommon } = useTranslation();
  const answerText = (target: TemplateTask | undefined, answer: string) => {
    if (target?.type === "CHECKBOX") return tCommon(answer === "true" ? "state.yes" : "state.no");
    return target && takesMultiple(target.type) ? splitSemicolons(answer).join(", ") : answer;
  };
  return ({ type, params }: TemplatePrecondition, tasksById: ReadonlyMap<string, TemplateTask>): string => {
    const task = tasksById.get(params.task ?? "")?.name ?? t("precondition.deletedTask");
    const isNegated = params.operator === "NOT_EQUALS";
    switch (type) {
      case "TASK_ANSWER": {
        const target = tasksById.get(params.task ?? "");
        const allowsSeveral = target !== undefined && takesMultiple(target.type);
        const [equals, notEquals] =
          allowsSeveral && params.wholeAnswer !== "true"
            ? (["precondition.answerIncludes", "precondition.answerNotIncludes"] as const)
            : (["precondition.answerEquals", "precondition.answerNotEquals"] as const);
        return t(isNegated ? notEquals : equals, { task, answer: answerText(target, params.answer ?? "") });
      }
      case "PLATFORM":
        return t(isNegated ? "precondition.platformNotEquals" : "precondition.platformEquals", {
          platform: t(
            params.platform === "WEB" ? "precondition.platforms.WEB" : "precondition.platforms.APP",
          ),
        });
      case "TASK_PHOTOS_TAKEN":
        return t("precondition.photosTaken", { task });
      case "TASK_NO_PHOTOS_TAKEN":
        return t("precondition.noPhotosTaken", { task });
      case "TASK_FINISHED":
        return t("precondition.finished", { task });
      case "TASK_UNFINISHED":
        return t("precondition.unfinished", { task });
    }
  };
}
