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
  secretKey: string;
  /** Whether the service has stored a value, which it never returns. */
  hasStoredSecret: boolean;
}

/** A secret, which can be set, replaced or removed but never read. The stored value stays until the user changes the field. */
export function SecretField({ secretKey, hasStoredSecret }: SecretFieldProps) {
  const { t } = useTranslation("configuration");
  const label = useParamText()(secretKey);
  const { values, set, errors, isSaving } = useForm();
  const [isReplacing, setIsReplacing] = useState(false);
  const secrets = paramsOf(values.secrets);
  const value = secrets[secretKey];
  const error = errors[`secrets.${secretKey}`];
  const setSecret = (next: string | undefined) => {
    const { [secretKey]: _, ...otherSecrets } = secrets;
    set({ secrets: next === undefined ? otherSecrets : { ...otherSecrets, [secretKey]: next } });
  };
  const keepStoredSecret = () => {
    setIsReplacing(false);
    setSecret(undefined);
  };
  const keepButton = (
    <Button
      size="small"
      variant="invisible"
      disabled={isSaving}
      aria-label={t("secret.keepSavedOf", { label })}
      onClick={keepStoredSecret}
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
              <StoredNote title={t("secret.savedHint")}>
                <CheckCircleIcon /> {t("secret.saved")}
              </StoredNote>
              <Button
                size="small"
                disabled={isSaving}
                aria-label={t("secret.replaceOf", { label })}
                onClick={() => setIsReplacing(true)}
              >
                {t("secret.replace")}
              </Button>
              <Button
                size="small"
                variant="danger"
                disabled={isSaving}
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
      <FormControl disabled={isSaving}>
        <FormControl.Label>{label}</FormControl.Label>
        <TextInput
          block
          type="password"
          autoComplete="new-password"
          name={`secrets.${secretKey}`}
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

const StoredNote = styled.span`
  color: var(--fgColor-success);
`;
