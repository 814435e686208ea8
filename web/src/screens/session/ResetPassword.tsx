import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate, useParams } from "react-router";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { endSession } from "#api/session.ts";
import { changePassword } from "#domain/endpoints/account/session.ts";
import { checkNewPassword, NewPassword } from "#features/authentication/NewPassword.tsx";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { AuthForm, AuthLayout } from "./AuthLayout.tsx";
import { failureText } from "./failureText.ts";

/** /resetpassword/{token}: sets a new password with the token from the mail (1§2, 1§4). */
export default function ResetPassword() {
  const { t } = useTranslation("session");
  const { t: tCommon } = useTranslation();
  const { token = "" } = useParams();
  const navigate = useNavigate();
  const [values, setValues] = useState({ password: "", repeatPassword: "" });
  const [isSubmitted, setSubmitted] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ detail: string; isLinkExpired: boolean } | null>(null);

  async function submit(form: HTMLFormElement) {
    setSubmitted(true);
    setFailure(null);
    if (!checkNewPassword(form, values) || isBusy) return;
    setBusy(true);
    try {
      const { success } = await call(changePassword, { body: { token, ...values } });
      if (!success) return setFailure({ detail: t("reset.expired"), isLinkExpired: true });
      // The reset has ended all sessions of the user, including one in this browser.
      endSession();
      showAlert("success", t("reset.success"), { survivesNavigation: true });
      navigate("/login", { replace: true });
    } catch (error) {
      setFailure({ detail: failureText(error), isLinkExpired: false });
    } finally {
      setBusy(false);
    }
  }
  return (
    <AuthLayout
      title={tCommon("routes.resetPassword")}
      heading={t("reset.title")}
      alert={
        failure && {
          kind: "danger",
          text: t("reset.failed"),
          detail: failure.detail,
          // With an expired link, another password would fail as well.
          ...(failure.isLinkExpired && {
            action: <Link to="/forgotpassword">{t("reset.requestNewLink")}</Link>,
          }),
        }
      }
    >
      <AuthForm
        submitText={t("reset.submit")}
        submittingText={tCommon("state.saving")}
        busy={isBusy}
        onSubmit={submit}
        footer={<BackLink to="/login">{t("forgot.back")}</BackLink>}
      >
        <NewPassword values={values} isSubmitted={isSubmitted} onChange={setValues} />
      </AuthForm>
    </AuthLayout>
  );
}

const BackLink = styled(Link)`
  align-self: center;
`;
