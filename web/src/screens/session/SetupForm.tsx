import { Button } from "@primer/react";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
import { startSession } from "#api/session.ts";
import { login, newAuthenticator } from "#domain/endpoints/account/session.ts";
import { AuthenticatorSecret } from "#features/authentication/AuthenticatorSecret.tsx";
import { CodeField } from "#features/authentication/CodeField.tsx";
import { isWholeCode } from "#features/authentication/oneTimeCode.ts";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { AuthForm } from "./AuthLayout.tsx";
import type { Credentials } from "./CredentialsForm.tsx";
import { failureText } from "./failureText.ts";

interface SetupFormProps {
  credentials: Credentials;
  onAlert: (alert: { text: string; detail?: string } | null) => void;
  onBack: () => void;
}

/** Sets up an authenticator and logs in, for users who need a second factor and have none. */
export default function SetupForm({ credentials, onAlert, onBack }: SetupFormProps) {
  const { t } = useTranslation("session");
  const { t: tCommon } = useTranslation();
  const [code, setCode] = useState("");
  const [isSubmitted, setSubmitted] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { username } = credentials;
  const { data, error, refetch } = useQuery({
    queryKey: ["newAuthenticator", username],
    queryFn: ({ signal }) => call(newAuthenticator, { body: { username }, signal }),
    // A scanned secret must not be replaced while the form is open, nor outlive it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { handlesErrors: true },
  });

  async function submit() {
    setSubmitted(true);
    onAlert(null);
    if (isBusy || !data) return;
    if (!isWholeCode(code)) return field.current?.focus();
    setBusy(true);
    try {
      const authenticator = { secret: data.secret, code };
      startSession(await call(login, { body: { ...credentials, authenticator } }));
    } catch (failure) {
      setSubmitted(false);
      // The service returns this error for every cause; at this step the cause is almost certainly a wrong code.
      if (failure instanceof ApiError && failure.code === "loginFailed") {
        onAlert({ text: tCommon("problem.wrongCode"), detail: t("login.wrongCodeHint") });
        setCode("");
      } else onAlert({ text: failureText(failure) });
      field.current?.focus();
    } finally {
      setBusy(false);
    }
  }
  if (error) return <LoadError failure={error} onRetry={() => refetch()} />;
  if (!data) return <Loading />;
  return (
    <AuthForm
      submitText={t("login.setupSubmit")}
      submittingText={t("login.submitting")}
      busy={isBusy}
      onSubmit={submit}
      footer={
        <Button type="button" variant="invisible" block onClick={onBack}>
          {t("login.back")}
        </Button>
      }
    >
      <p>{t("login.setupLead")}</p>
      <AuthenticatorSecret {...data} />
      <CodeField
        ref={field}
        label={t("login.code")}
        caption={t("login.setupCode")}
        value={code}
        isSubmitted={isSubmitted}
        onTextChange={setCode}
      />
    </AuthForm>
  );
}
