import { Button } from "@primer/react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { ApiError } from "#api/failure.ts";
import { startSession } from "#api/session.ts";
import { login } from "#domain/endpoints/account/session.ts";
import { CodeField } from "#features/authentication/CodeField.tsx";
import { LoginField } from "#features/authentication/LoginField.tsx";
import { isWholeCode } from "#features/authentication/oneTimeCode.ts";
import { AuthForm } from "./AuthLayout.tsx";
import type { Credentials } from "./CredentialsForm.tsx";
import { failureText } from "./failureText.ts";
import { NewCode } from "./NewCode.tsx";

interface CodeFormProps {
  credentials: Credentials;
  /** The code was mailed; otherwise it comes from the authenticator. */
  mailed: boolean;
  onAlert: (alert: { text: string; detail?: string } | null) => void;
  onBack: () => void;
}

/** The form for the one-time code. It stays open after a failure; a button goes back. */
export function CodeForm({ credentials, mailed, onAlert, onBack }: CodeFormProps) {
  const { t } = useTranslation("session");
  const { t: common } = useTranslation();
  const [code, setCode] = useState("");
  const [isSubmitted, setSubmitted] = useState(false);
  const [isRecovery, setIsRecovery] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  async function submit() {
    setSubmitted(true);
    onAlert(null);
    if (isBusy) return;
    if (isRecovery ? code.trim() === "" : !isWholeCode(code)) return field.current?.focus();
    setBusy(true);
    try {
      startSession(await call(login, { body: { ...credentials, code } }));
    } catch (failure) {
      setSubmitted(false);
      // The service returns this error for every cause; at this step it is almost certainly the code.
      if (failure instanceof ApiError && failure.code === "loginFailed") {
        onAlert({ text: common("problem.wrongCode"), detail: t("login.wrongCodeHint") });
        setCode("");
      } else onAlert({ text: failureText(failure) });
      field.current?.focus();
    } finally {
      setBusy(false);
    }
  }
  return (
    <AuthForm
      submit={t("login.verify")}
      submitting={t("login.submitting")}
      busy={isBusy}
      onSubmit={submit}
      footer={
        <SecondaryActions>
          {mailed && (
            <NewCode
              credentials={credentials}
              onSent={() => {
                onAlert(null);
                setCode("");
              }}
              onFailure={(failure) => onAlert({ text: failureText(failure) })}
            />
          )}
          {!mailed && !isRecovery && (
            <Button
              type="button"
              variant="invisible"
              block
              onClick={() => {
                setIsRecovery(true);
                setCode("");
                setSubmitted(false);
                field.current?.focus();
              }}
            >
              {t("login.useRecovery")}
            </Button>
          )}
          <Button type="button" variant="invisible" block onClick={onBack}>
            {t("login.back")}
          </Button>
        </SecondaryActions>
      }
    >
      {isRecovery ? (
        <LoginField
          ref={field}
          label={t("login.recoveryCode")}
          caption={t("login.recoveryHint")}
          name="code"
          autoComplete="off"
          maxLength={20}
          value={code}
          message={isSubmitted && code.trim() === "" && common("field.required")}
          onText={setCode}
        />
      ) : (
        <CodeField
          ref={field}
          label={t("login.code")}
          caption={t(mailed ? "login.mailedCode" : "login.authenticatorCode")}
          value={code}
          submitted={isSubmitted}
          onText={setCode}
        />
      )}
    </AuthForm>
  );
}

const SecondaryActions = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-4);
`;
