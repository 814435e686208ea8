import { useState } from "react";
import { useTranslation } from "react-i18next";
import { wasEndedByServer } from "#api/session.ts";
import { type AuthAlert, AuthLayout } from "./AuthLayout.tsx";
import { CodeForm } from "./CodeForm.tsx";
import { type Credentials, CredentialsForm } from "./CredentialsForm.tsx";

/** Who has given the right password, and where the code comes from. */
export interface PendingSecondFactor {
  credentials: Credentials;
  mailed: boolean;
}

/**
 * /login (1§2, 1§4): asks for name and password, and after a 400 for a one-time code. The guard then takes the user to the
 * origin, or to /.
 */
export default function Login() {
  const { t } = useTranslation("session");
  const { t: common } = useTranslation();
  const [half, setHalf] = useState<PendingSecondFactor | null>(null);
  const [alert, setAlert] = useState<AuthAlert | null>(() =>
    wasEndedByServer()
      ? { kind: "warning", text: t("login.sessionEnded"), detail: t("login.sessionEndedHint") }
      : null,
  );
  const goTo = (next: PendingSecondFactor | null) => {
    setAlert(null);
    setHalf(next);
  };
  const alarm = (next: Omit<AuthAlert, "kind"> | null) => setAlert(next && { kind: "danger", ...next });
  return (
    <AuthLayout
      title={common("routes.login")}
      heading={half ? t("login.codeTitle") : t("login.title")}
      alert={alert}
      tagline={t("login.tagline")}
    >
      {half ? (
        <CodeForm {...half} onAlert={alarm} onBack={() => goTo(null)} />
      ) : (
        <CredentialsForm onAlert={alarm} onSecondFactor={goTo} />
      )}
    </AuthLayout>
  );
}
