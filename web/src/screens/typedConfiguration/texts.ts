import { useTranslation } from "react-i18next";
import { type TaskType, taskTypes } from "../../../../domain/documentation";
import type { Texts } from "../../i18n/texts";

/** A type in words; one the texts do not know is shown as it is. */
export function useTypeText(): (type: string) => string {
  const { t } = useTranslation("configuration");
  return (type) => t(`type.${type as keyof Texts["configuration"]["type"]}`, { defaultValue: type });
}

/** The name of a param. What a customer's own system wants has no other name than its key. */
export function useParamText(): (key: string) => string {
  const { t } = useTranslation("configuration");
  return (key) => t(`param.${key as keyof Texts["configuration"]["param"]}`, { defaultValue: key });
}

/** One of the words a param may be. */
export function useWordText(): (word: string) => string {
  const { t } = useTranslation("configuration");
  const { t: documentation } = useTranslation("documentation");
  return (word) =>
    (taskTypes as readonly string[]).includes(word)
      ? documentation(`taskType.${word as TaskType}`)
      : t(`word.${word as keyof Texts["configuration"]["word"]}`, { defaultValue: word });
}
