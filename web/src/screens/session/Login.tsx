import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { wasEndedByServer } from "#api/session.ts";
import { isStorageBlocked } from "#lib/storage.ts";
import { Loading } from "#ui/feedback/Loading.tsx";
import { type AuthAlert, AuthLayout } from "./AuthLayout.tsx";
import { CodeForm } from "./CodeForm.tsx";
import { CredentialsForm, type PendingSecondFactor } from "./CredentialsForm.tsx";

/** Loaded when needed: it draws a QR code. */
const SetupForm = lazy(() => import("./SetupForm.tsx"));

const headings = {
  none: "login.title",
  secondFactorRequired: "login.codeTitle",
  codeMailed: "login.codeTitle",
  passkeyRequired: "login.passkeyTitle",
  secondFactorSetupRequired: "login.setupTitle",
} as const;

/**
 * /login (1§2, 1§4): asks for username and password, and after a 400 for the second factor. The guard then redirects the user to
 * the origin, or to /.
 */
export default function Login() {
  const { t } = useTranslation("session");
  const { t: tCommon } = useTranslation();
  const [pendingSecondFactor, setPendingSecondFactor] = useState<PendingSecondFactor | null>(null);
  const [alert, setAlert] = useState<AuthAlert | null>(() => {
    if (isStorageBlocked())
      return { kind: "warning", text: t("login.storageBlocked"), detail: t("login.storageBlockedHint") };
    return wasEndedByServer()
      ? { kind: "warning", text: t("login.sessionEnded"), detail: t("login.sessionEndedHint") }
      : null;
  });
  const showStep = (secondFactor: PendingSecondFactor | null) => {
    setAlert(null);
    setPendingSecondFactor(secondFactor);
  };
  const showError = (error: Omit<AuthAlert, "kind"> | null) =>
    setAlert(error && { kind: "danger", ...error });
  return (
    <AuthLayout
      title={tCommon("routes.login")}
      heading={t(headings[pendingSecondFactor?.request ?? "none"])}
      alert={alert}
      tagline={t("login.tagline")}
    >
      {pendingSecondFactor?.request === "secondFactorSetupRequired" ? (
        <Suspense fallback={<Loading />}>
          <SetupForm
            credentials={pendingSecondFactor.credentials}
            onAlert={showError}
            onBack={() => showStep(null)}
          />
        </Suspense>
      ) : pendingSecondFactor ? (
        <CodeForm {...pendingSecondFactor} onAlert={showError} onBack={() => showStep(null)} />
      ) : (
        <CredentialsForm onAlert={showError} onSecondFactor={showStep} />
      )}
    </AuthLayout>
  );
}
