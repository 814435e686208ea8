import { Fragment, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { type Params, redirectsSecrets, type TypeSchema } from "#domain/configuration/typedParams.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { paramsOf, useForm } from "#ui/form/FormContext.ts";
import { Pair, Section } from "#ui/form/FormSection.tsx";
import { ParamsField } from "#ui/form/ParamsField.tsx";
import { Muted } from "#ui/layout/typography.ts";
import { SecretField } from "./SecretField.tsx";
import { TypedParamField } from "./TypedParamField.tsx";
import type { KeysByType } from "./typedValues.ts";

interface TypedParamsProps {
  keysByType: KeysByType;
  /** Whether a param applies, depending on the others. */
  applies?: (key: string, params: Params) => boolean;
  /** The hint below a param's field. */
  hintOf?: (key: string) => string | undefined;
  /** Replaces the field of a param. */
  fieldOf?: (key: string) => ReactNode;
  /** The note above the settings of a type. */
  noteOf?: (type: string) => ReactNode;
}

/** The settings of a type: a field for each param and secret, or a free key/value table if its keys are open (3§5). */
export function TypedParams({ keysByType, applies = () => true, hintOf, fieldOf, noteOf }: TypedParamsProps) {
  const { t } = useTranslation("configuration");
  const { values, row } = useForm();
  const type = String(values.type);
  const schema = keysByType[type];
  if (!schema) return null;
  const storedSecrets = row?.type === type && Array.isArray(row.secretsSet) ? row.secretsSet : [];
  const isRedirected =
    storedSecrets.length > 0 &&
    redirectsSecrets(schema, paramsOf(row?.params), { ...paramsOf(row?.params), ...paramsOf(values.params) });
  // The service drops redirected secrets, so their fields are empty, as for a new destination.
  const retainedSecrets = isRedirected ? [] : storedSecrets;
  const hasNoSettings = schema.params.length === 0 && schema.secrets.length === 0;
  return (
    // The key resets the fields: two types may share a field's name.
    <Section key={type} title={t("settings")}>
      {hasNoSettings && <Muted as="p">{t("noSettings")}</Muted>}
      {noteOf?.(type)}
      {schema.open ? (
        <ParamsField name="params" label={t("fields.params")} />
      ) : (
        <ParamFields keys={schema} applies={applies} hintOf={hintOf} fieldOf={fieldOf} />
      )}
      {isRedirected && <Banner kind="warning">{t("secret.mustReenter")}</Banner>}
      {schema.secrets.map((key) => (
        <SecretField key={key} secretKey={key} hasStoredSecret={retainedSecrets.includes(key)} />
      ))}
    </Section>
  );
}

function ParamFields({
  keys: schema,
  applies,
  hintOf,
  fieldOf,
}: {
  keys: TypeSchema;
  applies: (key: string, params: Params) => boolean;
  hintOf: TypedParamsProps["hintOf"];
  fieldOf: TypedParamsProps["fieldOf"];
}) {
  const { values } = useForm();
  const params = paramsOf(values.params);
  const applicableKeys = schema.params.filter((key) => applies(key, { ...schema.defaults, ...params }));
  if (applicableKeys.length === 0) return null;
  return (
    <Pair>
      {applicableKeys.map((key) => (
        <Fragment key={key}>
          {fieldOf?.(key) || <TypedParamField param={key} keys={schema} hint={hintOf?.(key)} />}
        </Fragment>
      ))}
    </Pair>
  );
}
