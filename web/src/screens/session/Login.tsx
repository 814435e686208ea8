import { useState } from "react";
import { useTranslation } from "react-i18next";
import { CodeForm } from "./CodeForm";
import { type Credentials, CredentialsForm } from "./CredentialsForm";
import { Door } from "./Door";

/**
 * /login (1§2, 1§4): asks for name and password, and after a 400 for a one-time code. The guard then takes the user to the
 * origin, or to /.
 */
export default function Login() {
  const { t } = useTranslation("session");
  const { t: common } = useTranslation();
  const [half, setHalf] = useState<Credentials | null>(null);
  const [alert, setAlert] = useState<{ text: string; detail?: string } | null>(null);
  const goTo = (next: Credentials | null) => {
    setAlert(null);
    setHalf(next);
  };
  return (
    <Door
      title={common("routes.login")}
      heading={half ? t("login.codeTitle") : t("login.title")}
      alert={alert && { kind: "danger", ...alert }}
      tagline={t("login.tagline")}
    >
      {half ? (
        <CodeForm credentials={half} onAlert={setAlert} onBack={() => goTo(null)} />
      ) : (
        <CredentialsForm onAlert={setAlert} onSecondFactor={goTo} />
      )}
    </Door>
  );
}
