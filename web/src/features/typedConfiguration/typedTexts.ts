import { useTranslation } from "react-i18next";
import { type TaskType, taskTypes } from "#domain/core/documentationTypes.ts";
import type { Texts } from "#i18n/texts.ts";

/** Returns a function for the name of a type; an unknown type is shown unchanged. */
export function useTypeText(): (type: string) => string {
  const { t } = useTranslation("configuration");
  return (type) => t(`type.${type as keyof Texts["configuration"]["type"]}`, { defaultValue: type });
}

/** Returns a function for the name of a param. Params of a customer's own system only have their key. */
export function useParamText(): (key: string) => string {
  const { t } = useTranslation("configuration");
  return (key) => t(`param.${key as keyof Texts["configuration"]["param"]}`, { defaultValue: key });
}

/** Returns a function for the name of a param's fixed value. */
export function useParamValueText(): (value: string) => string {
  const { t } = useTranslation("configuration");
  const { t: documentation } = useTranslation("documentation");
  return (value) =>
    (taskTypes as readonly string[]).includes(value)
      ? documentation(`taskType.${value as TaskType}`)
      : t(`word.${value as keyof Texts["configuration"]["word"]}`, { defaultValue: value });
}
