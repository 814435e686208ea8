import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import { login } from "../../../../domain/endpoints/session";
import { call } from "../../api/client";
import { asksForSecondFactor } from "../../api/errors";
import { startSession } from "../../api/session";
import { DoorForm } from "./Door";
import { failureText } from "./failureText";
import { LoginField } from "./LoginField";

export interface Credentials {
  username: string;
  password: string;
}

interface CredentialsFormProps {
  onAlert: (alert: { text: string } | null) => void;
  onSecondFactor: (credentials: Credentials) => void;
}

export function CredentialsForm({ onAlert, onSecondFactor }: CredentialsFormProps) {
  const { t } = useTranslation("session");
  const { t: common } = useTranslation();
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const [busy, setBusy] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  useEffect(() => first.current?.focus(), []);

  async function submit() {
    setSubmitted(true);
    onAlert(null);
    if (username.trim() === "" || password.trim() === "" || busy) return;
    setBusy(true);
    try {
      startSession(await call(login, { body: { username, password } }));
    } catch (failure) {
      setSubmitted(false);
      if (asksForSecondFactor(failure)) onSecondFactor({ username, password });
      else onAlert({ text: failureText(failure) });
    } finally {
      setBusy(false);
    }
  }

  const missing = (value: string) => submitted && value.trim() === "" && common("field.required");
  return (
    <DoorForm
      submit={t("login.submit")}
      submitting={t("login.submitting")}
      busy={busy}
      onSubmit={submit}
      below={
        <Forgot to="/forgotpassword" state={{ username }}>
          {t("login.forgot")}
        </Forgot>
      }
    >
      <LoginField
        ref={first}
        label={t("login.username")}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={255}
        value={username}
        message={missing(username)}
        onText={setUsername}
      />
      <LoginField
        label={t("login.password")}
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        message={missing(password)}
        onText={setPassword}
      />
    </DoorForm>
  );
}

const Forgot = styled(Link)`
  align-self: center;
`;
