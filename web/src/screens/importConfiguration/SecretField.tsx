import { KeyIcon } from "@primer/octicons-react";
import { Button, FormControl, TextInput } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { fieldFaultText } from "../../api/texts";
import { useForm } from "../../kit/form/FormContext";

export type SecretName = "apiKey" | "clientSecret" | "accessToken";

/** A secret goes in and never comes out: a stored one is said to be set, and can be replaced or removed. */
export function SecretField({ name }: { name: SecretName }) {
  const { t } = useTranslation("imports");
  const { values, set, row, faults, saving } = useForm();
  const [replacing, setReplacing] = useState(false);
  // What was given to one system is none of another's: with another type, nothing is stored (3§4).
  const stored =
    row?.type === values.type && ((row?.secretsSet as string[] | undefined) ?? []).includes(name);
  const secrets = (values.secrets as Record<string, string> | undefined) ?? {};
  const label = t(`secret.${name}`);
  const fault = faults[`secrets.${name}`];
  const give = (value: string | undefined) => {
    const { [name]: _, ...others } = secrets;
    const next = value === undefined ? others : { ...others, [name]: value };
    set({ secrets: Object.keys(next).length > 0 || !row ? next : undefined });
  };
  const undo = (
    <Button
      size="small"
      disabled={saving}
      aria-label={t("secret.undoOf", { name: label })}
      onClick={() => {
        setReplacing(false);
        give(undefined);
      }}
    >
      {t("secret.undo")}
    </Button>
  );
  if (stored && !replacing)
    return (
      <Group>
        <Legend>{label}</Legend>
        <Line>
          <State role="status">
            <KeyIcon />
            {t(secrets[name] === "" ? "secret.removed" : "secret.set")}
          </State>
          {secrets[name] === "" ? (
            undo
          ) : (
            <>
              <Button
                size="small"
                disabled={saving}
                aria-label={t("secret.replaceOf", { name: label })}
                onClick={() => setReplacing(true)}
              >
                {t("secret.replace")}
              </Button>
              <Button
                size="small"
                variant="danger"
                disabled={saving}
                aria-label={t("secret.removeOf", { name: label })}
                onClick={() => give("")}
              >
                {t("secret.remove")}
              </Button>
            </>
          )}
        </Line>
      </Group>
    );
  return (
    <Line>
      <Wide>
        <FormControl disabled={saving}>
          <FormControl.Label>{label}</FormControl.Label>
          <TextInput
            type="password"
            autoComplete="new-password"
            block
            // Whoever asked to replace it goes on in the box that came.
            ref={(input) => {
              if (replacing && secrets[name] === undefined) input?.focus();
            }}
            name={`secrets.${name}`}
            maxLength={2000}
            value={secrets[name] ?? ""}
            onChange={(event) => give(event.target.value || undefined)}
            {...(fault && { validationStatus: "error" as const })}
          />
          {fault && <FormControl.Validation variant="error">{fieldFaultText(fault)}</FormControl.Validation>}
        </FormControl>
      </Wide>
      {replacing && undo}
    </Line>
  );
}

const Group = styled.fieldset`
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
`;

const Legend = styled.legend`
  margin-bottom: var(--base-size-4);
  padding: 0;
  font-weight: var(--base-text-weight-semibold);
`;

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  gap: var(--base-size-8);
`;

const Wide = styled.div`
  flex: 1 1 240px;
`;

const State = styled.span`
  display: inline-flex;
  align-items: center;
  gap: var(--base-size-8);
  min-height: 28px;
  color: var(--fgColor-muted);
`;
