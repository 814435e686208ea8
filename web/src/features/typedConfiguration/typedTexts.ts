import { useTranslation } from "react-i18next";
import { type TaskType, taskTypes } from "#domain/core/documentationTypes.ts";
import type { Texts } from "#i18n/texts.ts";

/** The name of a type; an unknown one is shown as it is. */
export function useTypeText(): (type: string) => string {
  const { t } = useTranslation("configuration");
  return (type) => t(`type.${type as keyof Texts["configuration"]["type"]}`, { defaultValue: type });
}

/** The name of a param. Params of a customer's own system have only their key. */
export function useParamText(): (key: string) => string {
  const { t } = useTranslation("configuration");
  return (key) => t(`param.${key as keyof Texts["configuration"]["param"]}`, { defaultValue: key });
}

/** The name of one of a param's fixed values. */
export function useParamValueText(): (word: string) => string {
  const { t } = useTranslation("configuration");
  const { t: documentation } = useTranslation("documentation");
  return (word) =>
    (taskTypes as readonly string[]).includes(word)
      ? documentation(`taskType.${word as TaskType}`)
      : t(`word.${word as keyof Texts["configuration"]["word"]}`, { defaultValue: word });
}
