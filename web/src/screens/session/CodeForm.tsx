import { Button } from "@primer/react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
import { startSession } from "#api/session.ts";
import { login } from "#domain/endpoints/account/session.ts";
import { CodeField } from "#features/authentication/CodeField.tsx";
import { LoginField } from "#features/authentication/LoginField.tsx";
import { isWholeCode } from "#features/authentication/oneTimeCode.ts";
import { PasskeyButton } from "#features/authentication/PasskeyButton.tsx";
import { passkeyErrorText, requestPasskey, supportsPasskeys } from "#features/authentication/passkey.ts";
import { Stack } from "#ui/layout/boxes.ts";
import { AuthForm } from "./AuthLayout.tsx";
import type { PendingSecondFactor } from "./CredentialsForm.tsx";
import { failureText } from "./failureText.ts";
import { NewCode } from "./NewCode.tsx";

interface CodeFormProps extends PendingSecondFactor {
  onAlert: (alert: { text: string; detail?: string } | null) => void;
  onBack: () => void;
}

/** The form for the second factor: a one-time code, a passkey or a recovery code. It stays open after a failure; a button goes back. */
export function CodeForm({ credentials, request, onAlert, onBack }: CodeFormProps) {
  const { t } = useTranslation("session");
  const { t: tCommon } = useTranslation();
  const [code, setCode] = useState("");
  const [isSubmitted, setIsSubmitted] = useState(false);
  const isCodeMailed = request === "codeMailed";
  const hasPasskeys = supportsPasskeys();
  const [isRecovery, setIsRecovery] = useState(request === "passkeyRequired" && !hasPasskeys);
  const needsCode = isRecovery || request !== "passkeyRequired";
  const [isBusy, setIsBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  async function submit() {
    setIsSubmitted(true);
    onAlert(null);
    if (isBusy) return;
    if (isRecovery ? code.trim() === "" : !isWholeCode(code)) return field.current?.focus();
    setIsBusy(true);
    try {
      startSession(await call(login, { body: { ...credentials, code } }));
    } catch (failure) {
      setIsSubmitted(false);
      // The service returns this error for every cause; at this step the cause is almost certainly a wrong code.
      if (failure instanceof ApiError && failure.code === "loginFailed") {
        onAlert({ text: tCommon("problem.wrongCode"), detail: t("login.wrongCodeHint") });
        setCode("");
      } else onAlert({ text: failureText(failure) });
      field.current?.focus();
    } finally {
      setIsBusy(false);
    }
  }
  const passkeyButton = hasPasskeys && (
    <PasskeyButton
      label={t("login.usePasskey")}
      primary={!needsCode}
      onStart={() => onAlert(null)}
      onUse={async () => {
        const passkey = await requestPasskey();
        startSession(await call(login, { body: { ...credentials, passkey } }));
      }}
      onFailure={(failure) => {
        if (!(failure instanceof ApiError)) onAlert({ text: passkeyErrorText(failure) });
        else if (failure.code === "loginFailed")
          onAlert({ text: t("login.wrongPasskey"), detail: t("login.wrongPasskeyHint") });
        else onAlert({ text: failureText(failure) });
      }}
    />
  );
  const secondaryActions = (
    <SecondaryActions>
      {needsCode && passkeyButton}
      {isCodeMailed && (
        <NewCode
          credentials={credentials}
          onSent={() => {
            onAlert(null);
            setCode("");
          }}
          onFailure={(failure) => onAlert({ text: failureText(failure) })}
        />
      )}
      {!isCodeMailed && !isRecovery && (
        <Button
          type="button"
          variant="invisible"
          block
          onClick={() => {
            setIsRecovery(true);
            setCode("");
            setIsSubmitted(false);
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
  );
  if (!needsCode)
    return (
      <Stack>
        <p>{t("login.passkeyLead")}</p>
        {passkeyButton}
        {secondaryActions}
      </Stack>
    );
  return (
    <AuthForm
      submitText={t("login.verify")}
      submittingText={t("login.submitting")}
      busy={isBusy}
      onSubmit={submit}
      footer={secondaryActions}
    >
      {request === "passkeyRequired" && !hasPasskeys && <p>{t("login.passkeyUnsupported")}</p>}
      {isRecovery ? (
        <LoginField
          ref={field}
          label={t("login.recoveryCode")}
          caption={t("login.recoveryHint")}
          name="code"
          autoComplete="off"
          maxLength={20}
          value={code}
          message={isSubmitted && code.trim() === "" && tCommon("field.required")}
          onTextChange={setCode}
        />
      ) : (
        <CodeField
          ref={field}
          label={t("login.code")}
          caption={t(isCodeMailed ? "login.mailedCode" : "login.authenticatorCode")}
          value={code}
          isSubmitted={isSubmitted}
          onTextChange={setCode}
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
