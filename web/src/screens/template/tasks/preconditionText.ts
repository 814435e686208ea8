import { useTranslation } from "react-i18next";
import type { TemplatePrecondition, TemplateTask } from "#domain/template/task.ts";

/** Returns a function that describes a precondition in a sentence, with the name of its task. */
export function usePreconditionText() {
  const { t } = useTranslation("template");
  return ({ type, params }: TemplatePrecondition, byId: ReadonlyMap<string, TemplateTask>): string => {
    const task = byId.get(params.task ?? "")?.name ?? t("precondition.missing");
    const isNegated = params.operator === "NOT_EQUALS";
    switch (type) {
      case "TASK_ANSWER":
        return t(isNegated ? "precondition.answerNotEquals" : "precondition.answerEquals", {
          task,
          answer: params.answer ?? "",
        });
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
