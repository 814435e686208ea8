import { useTranslation } from "react-i18next";
import { taskTypes } from "#domain/core/documentationTypes.ts";
import { isOneOf } from "#domain/core/objects.ts";
import { isTextKey } from "#i18n/isTextKey.ts";

/** Returns a function for the name of a type; an unknown type is shown unchanged. */
export function useTypeText(): (type: string) => string {
  const { t } = useTranslation("configuration");
  return (type) => (isTextKey("configuration", "type", type) ? t(`type.${type}`) : type);
}

/** Returns a function for the name of a param. Params of a customer's own system only have their key. */
export function useParamText(): (key: string) => string {
  const { t } = useTranslation("configuration");
  return (key) => (isTextKey("configuration", "param", key) ? t(`param.${key}`) : key);
}

/** Returns a function for the name of a param's fixed value. */
export function useParamValueText(): (value: string) => string {
  const { t } = useTranslation("configuration");
  const { t: tDocumentation } = useTranslation("documentation");
  return (value) => {
    if (isOneOf(taskTypes, value)) return tDocumentation(`taskType.${value}`);
    return isTextKey("configuration", "paramValue", value) ? t(`paramValue.${value}`) : value;
  };
}
