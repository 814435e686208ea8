import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { asksForSecondFactor } from "#api/errors.ts";
import { ApiError } from "#api/failure.ts";
import { startSession } from "#api/session.ts";
import { maxNameLength } from "#domain/core/limits.ts";
import { login } from "#domain/endpoints/account/session.ts";
import { LoginField } from "#features/authentication/LoginField.tsx";
import { AuthForm } from "./AuthLayout.tsx";
import { failureText } from "./failureText.ts";

export interface Credentials {
  username: string;
  password: string;
}

interface CredentialsFormProps {
  onAlert: (alert: { text: string; action?: ReactNode } | null) => void;
  onSecondFactor: (pending: { credentials: Credentials; mailed: boolean }) => void;
}

export function CredentialsForm({ onAlert, onSecondFactor }: CredentialsFormProps) {
  const { t } = useTranslation("session");
  const { t: common } = useTranslation();
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [isSubmitted, setSubmitted] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const usernameField = useRef<HTMLInputElement>(null);
  useEffect(() => usernameField.current?.focus(), []);

  async function submit() {
    setSubmitted(true);
    onAlert(null);
    if (username.trim() === "" || password.trim() === "" || isBusy) return;
    setBusy(true);
    try {
      startSession(await call(login, { body: { username, password } }));
    } catch (failure) {
      setSubmitted(false);
      const code = failure instanceof ApiError ? failure.code : null;
      if (asksForSecondFactor(failure))
        onSecondFactor({ credentials: { username, password }, mailed: code === "codeMailed" });
      else
        onAlert({
          text: failureText(failure),
          ...(code === "passwordExpired" && {
            action: (
              <Link to="/forgotpassword" state={{ username }}>
                {t("login.chooseNew")}
              </Link>
            ),
          }),
        });
    } finally {
      setBusy(false);
    }
  }

  const requiredError = (value: string) => isSubmitted && value.trim() === "" && common("field.required");
  return (
    <AuthForm
      submit={t("login.submit")}
      submitting={t("login.submitting")}
      busy={isBusy}
      onSubmit={submit}
      footer={
        <Forgot to="/forgotpassword" state={{ username }}>
          {t("login.forgot")}
        </Forgot>
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
        message={requiredError(username)}
        onText={setUsername}
      />
      <LoginField
        label={t("login.password")}
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        message={requiredError(password)}
        onText={setPassword}
      />
    </AuthForm>
  );
}

const Forgot = styled(Link)`
  align-self: center;
`;
