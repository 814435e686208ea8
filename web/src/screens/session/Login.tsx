import { Button } from "@primer/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import { login } from "../../../../domain/endpoints/session";
import { call } from "../../api/client";
import { asksForSecondFactor } from "../../api/errors";
import { Failure } from "../../api/failure";
import { startSession } from "../../api/session";
import { problemText } from "../../api/texts";
import { Logo } from "../../frame/Logo";
import { Flash } from "../../kit/Flash";
import { usePageTitle } from "../../kit/Page";
import { LoginField } from "./LoginField";

/** A login is asked for by name and password, and after an answer of 400 by a code in their place (1§4). */
type Stage = "credentials" | "code";

export default function Login() {
  const { t } = useTranslation("session");
  const { t: common } = useTranslation();
  const heading = usePageTitle(common("routes.login"));
  const [stage, setStage] = useState<Stage>("credentials");
  const [values, setValues] = useState({ username: "", password: "", code: "" });
  const [submitted, setSubmitted] = useState(false);
  const [busy, setBusy] = useState(false);
  const [alert, setAlert] = useState<string | null>(null);
  const first = useRef<HTMLInputElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each stage begins in its first field
  useEffect(() => first.current?.focus(), [stage]);

  const set = (field: keyof typeof values) => (value: string) =>
    setValues((before) => ({ ...before, [field]: value }));
  const toCredentials = () => {
    setValues({ username: "", password: "", code: "" });
    setStage("credentials");
    setSubmitted(false);
  };

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setSubmitted(true);
    setAlert(null);
    const { username, password, code } = values;
    const empty = stage === "code" ? code.trim() === "" : username === "" || password === "";
    if (empty || busy) return;
    setBusy(true);
    try {
      const body = { username, password, ...(stage === "code" && { code: code.trim() }) };
      startSession(await call(login, { body }));
      // The guard of /login takes it from here: to the origin, or to /.
    } catch (failure) {
      setSubmitted(false);
      if (asksForSecondFactor(failure) && stage === "credentials") setStage("code");
      else {
        setAlert(failure instanceof Failure ? problemText(failure) : String(failure));
        if (stage === "code") toCredentials();
      }
    } finally {
      setBusy(false);
    }
  }

  const missing = (value: string) => submitted && value.trim() === "";
  const required = common("field.required");
  return (
    <Centre>
      <Card>
        <Logo size={48} />
        <Title ref={heading} tabIndex={-1}>
          {t("login.title")}
        </Title>
        <Alert role="alert">{alert && <Flash kind="danger">{alert}</Flash>}</Alert>
        <Form onSubmit={submit} noValidate>
          {stage === "credentials" ? (
            <>
              <LoginField
                ref={first}
                label={t("login.username")}
                name="username"
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={255}
                value={values.username}
                message={missing(values.username) && required}
                onText={set("username")}
              />
              <LoginField
                label={t("login.password")}
                name="password"
                type="password"
                autoComplete="current-password"
                value={values.password}
                message={missing(values.password) && required}
                onText={set("password")}
              />
            </>
          ) : (
            <LoginField
              ref={first}
              label={t("login.code")}
              caption={t("login.codeHint")}
              name="code"
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={20}
              value={values.code}
              message={missing(values.code) && required}
              onText={set("code")}
            />
          )}
          <Button
            type="submit"
            variant="primary"
            size="large"
            block
            loading={busy}
            loadingAnnouncement={t("login.submitting")}
          >
            {stage === "code" ? t("login.verify") : t("login.submit")}
          </Button>
          {stage === "code" ? (
            <Button type="button" variant="invisible" block onClick={toCredentials}>
              {t("login.back")}
            </Button>
          ) : (
            <Forgot to="/forgotpassword">{t("login.forgot")}</Forgot>
          )}
        </Form>
      </Card>
      <Tagline>{t("login.tagline")}</Tagline>
    </Centre>
  );
}

const Centre = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  align-items: center;
  gap: var(--base-size-24);
  padding: clamp(32px, 12vh, 128px) var(--base-size-16) var(--base-size-24);
  background: var(--bgColor-muted);
`;

const Card = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-16);
  width: 100%;
  max-width: 360px;
  padding: var(--base-size-24);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-large);
  background: var(--bgColor-default);
  box-shadow: var(--shadow-resting-small);
  > svg {
    align-self: center;
  }
`;

const Title = styled.h1`
  font-size: var(--text-title-size-medium);
  font-weight: var(--base-text-weight-semibold);
  letter-spacing: -0.01em;
  text-align: center;
`;

/** There before it says anything, so that it is read out when it does; without words it takes no room. */
const Alert = styled.div`
  &:empty {
    margin-bottom: calc(-1 * var(--base-size-16));
  }
`;

const Form = styled.form`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-16);
`;

const Forgot = styled(Link)`
  align-self: center;
`;

const Tagline = styled.p`
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
`;
