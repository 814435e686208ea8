import { CheckCircleIcon } from "@primer/octicons-react";
import { Button, FormControl, TextInput } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { fieldErrorText } from "#api/errorTexts.ts";
import { paramsOf, useForm } from "#ui/form/FormContext.ts";
import { FieldLabel } from "#ui/layout/typography.ts";
import { useParamText } from "./typedTexts.ts";

interface SecretFieldProps {
  secret: string;
  /** Whether the service has one stored; it never returns it. */
  hasStoredSecret: boolean;
}

/** A secret, which can be set, replaced or removed but never read. Untouched, the stored value stays. */
export function SecretField({ secret, hasStoredSecret }: SecretFieldProps) {
  const { t } = useTranslation("configuration");
  const label = useParamText()(secret);
  const { values, set, errors, saving } = useForm();
  const [isReplacing, setReplacing] = useState(false);
  const secrets = paramsOf(values.secrets);
  const value = secrets[secret];
  const error = errors[`secrets.${secret}`];
  const setSecret = (next: string | undefined) => {
    const { [secret]: _, ...otherSecrets } = secrets;
    set({ secrets: next === undefined ? otherSecrets : { ...otherSecrets, [secret]: next } });
  };
  const keepStored = () => {
    setReplacing(false);
    setSecret(undefined);
  };
  const keepButton = (
    <Button
      size="small"
      variant="invisible"
      disabled={saving}
      aria-label={t("secret.keepSavedOf", { label })}
      onClick={keepStored}
    >
      {t("secret.keepSaved")}
    </Button>
  );
  if (hasStoredSecret && !isReplacing)
    return (
      // biome-ignore lint/a11y/useSemanticElements: a state with its actions is not a set of fields
      <div role="group" aria-label={label}>
        <FieldLabel>{label}</FieldLabel>
        <Row>
          {value === "" ? (
            <>
              <span role="status">{t("secret.willBeRemoved")}</span>
              {keepButton}
            </>
          ) : (
            <>
              <Stored title={t("secret.savedHint")}>
                <CheckCircleIcon /> {t("secret.saved")}
              </Stored>
              <Button
                size="small"
                disabled={saving}
                aria-label={t("secret.replaceOf", { label })}
                onClick={() => setReplacing(true)}
              >
                {t("secret.replace")}
              </Button>
              <Button
                size="small"
                variant="danger"
                disabled={saving}
                aria-label={t("secret.removeOf", { label })}
                onClick={() => setSecret("")}
              >
                {t("secret.remove")}
              </Button>
            </>
          )}
        </Row>
      </div>
    );
  return (
    <div>
      <FormControl disabled={saving}>
        <FormControl.Label>{label}</FormControl.Label>
        <TextInput
          block
          type="password"
          autoComplete="new-password"
          name={`secrets.${secret}`}
          maxLength={2000}
          autoFocus={isReplacing}
          value={value ?? ""}
          // An empty value would remove the stored secret, which has its own button.
          onChange={({ target }) => setSecret(target.value || undefined)}
          {...(error && { validationStatus: "error" as const })}
        />
        <FormControl.Caption>{t("secret.savedHint")}</FormControl.Caption>
        {error && <FormControl.Validation variant="error">{fieldErrorText(error)}</FormControl.Validation>}
      </FormControl>
      {isReplacing && keepButton}
    </div>
  );
}

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-8);
  min-height: 32px;
`;

const Stored = styled.span`
  color: var(--fgColor-success);
`;
