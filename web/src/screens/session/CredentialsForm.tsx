import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
import { type SecondFactorRequest, secondFactorRequest } from "#api/errors.ts";
import { startSession } from "#api/session.ts";
import { maxNameLength } from "#domain/core/limits.ts";
import { passkeyLogin } from "#domain/endpoints/account/passkeys.ts";
import { login } from "#domain/endpoints/account/session.ts";
import { LoginField } from "#features/authentication/LoginField.tsx";
import { PasskeyButton } from "#features/authentication/PasskeyButton.tsx";
import { passkeyErrorText, requestPasskey, supportsPasskeys } from "#features/authentication/passkey.ts";
import { AuthForm } from "./AuthLayout.tsx";
import { failureText } from "./failureText.ts";

export interface Credentials {
  username: string;
  password: string;
}

/** The state after a correct password: the credentials, and the second factor that the service asks for. */
export interface PendingSecondFactor {
  credentials: Credentials;
  request: SecondFactorRequest;
}

interface CredentialsFormProps {
  onAlert: (alert: { text: string; detail?: string; action?: ReactNode } | null) => void;
  onSecondFactor: (secondFactor: PendingSecondFactor) => void;
}

export function CredentialsForm({ onAlert, onSecondFactor }: CredentialsFormProps) {
  const { t } = useTranslation("session");
  const { t: tCommon } = useTranslation();
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [isSubmitted, setIsSubmitted] = useState(false);
  const [isBusy, setIsBusy] = useState(false);
  const usernameField = useRef<HTMLInputElement>(null);
  useEffect(() => usernameField.current?.focus(), []);

  async function submit() {
    setIsSubmitted(true);
    onAlert(null);
    if (username.trim() === "" || password.trim() === "" || isBusy) return;
    setIsBusy(true);
    try {
      startSession(await call(login, { body: { username, password } }));
    } catch (failure) {
      setIsSubmitted(false);
      const request = secondFactorRequest(failure);
      if (request) onSecondFactor({ credentials: { username, password }, request });
      else showFailure(failure);
    } finally {
      setIsBusy(false);
    }
  }

  function showFailure(failure: unknown) {
    const isExpired = failure instanceof ApiError && failure.code === "passwordExpired";
    onAlert({
      text: failureText(failure),
      ...(isExpired && {
        action: (
          <Link to="/forgotpassword" state={{ username }}>
            {t("login.choosePassword")}
          </Link>
        ),
      }),
    });
  }

  const getRequiredError = (value: string) => isSubmitted && value.trim() === "" && tCommon("field.required");
  return (
    <AuthForm
      submitText={t("login.submit")}
      submittingText={t("login.submitting")}
      busy={isBusy}
      onSubmit={submit}
      footer={
        <>
          {supportsPasskeys() && (
            <PasskeyButton
              label={t("login.usePasskey")}
              onStart={() => onAlert(null)}
              onUse={async () => {
                const passkey = await requestPasskey();
                startSession(await call(passkeyLogin, { body: { passkey } }));
              }}
              onFailure={(failure) => {
                if (failure instanceof ApiError && failure.code === "loginFailed")
                  onAlert({ text: t("login.wrongPasskey"), detail: t("login.wrongPasskeyHint") });
                else if (failure instanceof ApiError) showFailure(failure);
                else onAlert({ text: passkeyErrorText(failure) });
              }}
            />
          )}
          <ForgotLink to="/forgotpassword" state={{ username }}>
            {t("login.forgotPassword")}
          </ForgotLink>
        </>
      }
    >
      <LoginField
        ref={usernameField}
        label={t("login.username")}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxNameLength}
        value={username}
        message={getRequiredError(username)}
        onTextChange={setUsername}
      />
      <LoginField
        label={t("login.password")}
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        message={getRequiredError(password)}
        onTextChange={setPassword}
      />
    </AuthForm>
  );
}

const ForgotLink = styled(Link)`
  align-self: center;
`;
