import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { resetParams } from "../../../../domain/rules/importParams";
import type en from "../../i18n/locales/en/imports";
import { useForm } from "../../kit/form/FormContext";
import { ParamTextField } from "../../kit/form/ParamTextField";
import { Pair, Section } from "../../kit/form/Section";
import type { ImportKind, ImportType } from "./importKind";
import { SecretField, type SecretName } from "./SecretField";

type ParamName = keyof (typeof en)["param"];

/** The params and secrets that the chosen type knows. Another type begins with its own, by the rule the Worker has too (3§4). */
export function TypeSettings({ kind }: { kind: ImportKind }) {
  const { t } = useTranslation("imports");
  const { values, set } = useForm();
  const type = values.type as ImportType;
  const keys = kind.keys[type]!;
  const shown = useRef(type);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another type begins anew
  useEffect(() => {
    if (shown.current === type) return;
    shown.current = type;
    set({ params: resetParams(keys), secrets: undefined });
  }, [type]);
  return (
    <Section title={t("sections.settings", { type: t(`type.${type}`) })}>
      {keys.params.length > 0 && (
        <Pair>
          {keys.params.map((param) => (
            <ParamTextField key={param} param={param} label={t(`param.${param as ParamName}`)} />
          ))}
        </Pair>
      )}
      {keys.secrets.map((secret) => (
        <SecretField key={`${type} ${secret}`} name={secret as SecretName} />
      ))}
    </Section>
  );
}
