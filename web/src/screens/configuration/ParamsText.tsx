import { useTranslation } from "react-i18next";
import { useParamText, useParamValueText } from "#features/typedConfiguration/typedTexts.ts";
import { LabelList } from "#ui/dialog/LabelList.tsx";

interface ParamsTextProps {
  name: string;
  params: Readonly<Record<string, string>>;
  /** Keys of secrets that are set; their values are never read. */
  secretsSet?: readonly string[];
}

/** Params in a table cell. */
export function ParamsText({ name, params, secretsSet = [] }: ParamsTextProps) {
  const { t } = useTranslation("configuration");
  const paramText = useParamText();
  const valueText = useParamValueText();
  const items = [
    ...Object.entries(params)
      .filter(([, value]) => value !== "")
      .map(([key, value]) => ({ text: `${paramText(key)}: ${valueText(value)}` })),
    ...secretsSet.map((key) => ({ text: `${paramText(key)}: ${t("secret.saved")}` })),
  ];
  return <LabelList items={items} title={`${name} – ${t("fields.params")}`} />;
}
