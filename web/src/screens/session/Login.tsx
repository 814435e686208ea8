import { useState } from "react";
import { useTranslation } from "react-i18next";
import { wasEndedByServer } from "#api/session.ts";
import { isStorageBlocked } from "#lib/storage.ts";
import { type AuthAlert, AuthLayout } from "./AuthLayout.tsx";
import { CodeForm } from "./CodeForm.tsx";
import { type Credentials, CredentialsForm } from "./CredentialsForm.tsx";

/** The state after a correct password: the credentials, and whether the code was mailed. */
export interface PendingSecondFactor {
  credentials: Credentials;
  mailed: boolean;
}

/**
 * /login (1§2, 1§4): asks for username and password, and after a 400 for a one-time code. The guard then redirects the user to
 * the origin, or to /.
 */
export default function Login() {
  const { t } = useTranslation("session");
  const { t: common } = useTranslation();
  const [pendingSecondFactor, setPending] = useState<PendingSecondFactor | null>(null);
  const [alert, setAlert] = useState<AuthAlert | null>(() => {
    if (isStorageBlocked())
      return { kind: "warning", text: t("login.storageBlocked"), detail: t("login.storageBlockedHint") };
    return wasEndedByServer()
      ? { kind: "warning", text: t("login.sessionEnded"), detail: t("login.sessionEndedHint") }
      : null;
  });
  const showStep = (next: PendingSecondFactor | null) => {
    setAlert(null);
    setPending(next);
  };
  const showError = (next: Omit<AuthAlert, "kind"> | null) => setAlert(next && { kind: "danger", ...next });
  return (
    <AuthLayout
      title={common("routes.login")}
      heading={pendingSecondFactor ? t("login.codeTitle") : t("login.title")}
      alert={alert}
      tagline={t("login.tagline")}
    >
      {pendingSecondFactor ? (
        <CodeForm {...pendingSecondFactor} onAlert={showError} onBack={() => showStep(null)} />
      ) : (
        <CredentialsForm onAlert={showError} onSecondFactor={showStep} />
      )}
    </AuthLayout>
  );
}
