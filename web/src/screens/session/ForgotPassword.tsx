import { Button } from "@primer/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "react-router";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { maxNameLength } from "#domain/core/limits.ts";
import { requestPasswordChange } from "#domain/endpoints/account/session.ts";
import { LoginField } from "#features/authentication/LoginField.tsx";
import { Muted } from "#ui/layout/typography.ts";
import { AuthForm, AuthLayout } from "./AuthLayout.tsx";
import { failureText } from "./failureText.ts";

type Stage = { isAsking: true; alert: string | null } | { isAsking: false };

/** /forgotpassword (1§2). The response is the same whether or not the user exists. */
export default function ForgotPassword() {
  const { t } = useTranslation("session");
  const { t: tCommon } = useTranslation();
  const [stage, setStage] = useState<Stage>({ isAsking: true, alert: null });
  const backLink = <CentredLink to="/login">{t("forgot.back")}</CentredLink>;
  if (!stage.isAsking)
    return (
      <AuthLayout
        title={tCommon("routes.forgotPassword")}
        heading={t("forgot.title")}
        alert={{ kind: "success", text: t("forgot.success") }}
      >
        <Muted as="p">{t("forgot.successHint")}</Muted>
        <Button block onClick={() => setStage({ isAsking: true, alert: null })}>
          {t("forgot.otherUsername")}
        </Button>
        {backLink}
      </AuthLayout>
    );
  return (
    <AuthLayout
      title={tCommon("routes.forgotPassword")}
      heading={t("forgot.title")}
      lead={t("forgot.lead")}
      alert={stage.alert === null ? null : { kind: "danger", text: stage.alert }}
    >
      <UsernameForm
        footer={backLink}
        onAlert={(alert) => setStage({ isAsking: true, alert })}
        onDone={() => setStage({ isAsking: false })}
      />
    </AuthLayout>
  );
}

interface UsernameFormProps {
  footer: ReactNode;
  onAlert: (text: string | null) => void;
  onDone: () => void;
}

function UsernameForm({ footer, onAlert, onDone }: UsernameFormProps) {
  const { t } = useTranslation("session");
  const { t: tCommon } = useTranslation();
  // Prefills the username typed at a failed login.
  const typedUsername: unknown = useLocation().state?.username;
  const [username, setUsername] = useState(typeof typedUsername === "string" ? typedUsername : "");
  const [isSubmitted, setSubmitted] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  async function submit() {
    setSubmitted(true);
    onAlert(null);
    if (username.trim() === "" || isBusy) return;
    setBusy(true);
    try {
      await call(requestPasswordChange, { body: { username } });
      onDone();
    } catch (failure) {
      onAlert(failureText(failure));
    } finally {
      setBusy(false);
    }
  }
  return (
    <AuthForm
      submitText={t("forgot.submit")}
      submittingText={t("forgot.submitting")}
      busy={isBusy}
      onSubmit={submit}
      footer={footer}
    >
      <LoginField
        ref={field}
        label={t("login.username")}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={maxNameLength}
        value={username}
        message={isSubmitted && username.trim() === "" && tCommon("field.required")}
        onTextChange={setUsername}
      />
    </AuthForm>
  );
}

const CentredLink = styled(Link)`
  align-self: center;
`;
