import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { call } from "#api/client.ts";
import { currentSession, endSession } from "#api/session.ts";
import { logout } from "#domain/endpoints/account/session.ts";
import { Loading } from "#ui/feedback/Loading.tsx";

/** Milliseconds to wait for the service, which must not prevent the logout in this browser. */
const logoutTimeoutMs = 3000;

/** Ends the session on both sides and goes to /login, without an origin to return to. */
export default function Logout() {
  const { t } = useTranslation("session");
  const navigate = useNavigate();
  useEffect(() => {
    let isMounted = true;
    const leave = () => {
      endSession();
      if (isMounted) navigate("/login", { replace: true });
    };
    if (!currentSession()) leave();
    else
      call(logout, { signal: AbortSignal.timeout(logoutTimeoutMs) })
        .catch(() => {})
        .finally(leave);
    return () => {
      isMounted = false;
    };
  }, [navigate]);
  return <Loading label={t("loggingOut")} />;
}
