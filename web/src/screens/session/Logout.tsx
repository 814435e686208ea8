import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { call } from "#api/client.ts";
import { endSession, getCurrentSession } from "#api/session.ts";
import { logout } from "#domain/endpoints/account/session.ts";
import { useConfirm } from "#ui/dialog/Confirm.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";

/** Milliseconds to wait for the service, which must not prevent the logout in this browser. */
const logoutTimeoutMs = 3000;

/** Finished documentations in this browser that only their user's session sends; 0 if the browser has no storage. */
async function countUnsentDrafts(userId: number): Promise<number> {
  const { listDrafts } = await import("#features/captureForm/draft/draftStore.ts");
  const drafts = await listDrafts(userId).catch(() => []);
  return drafts.filter(({ finish }) => finish).length;
}

/** Ends the session on both sides and goes to /login, without an origin to return to. Asks first if documentations wait to be sent. */
export default function Logout() {
  const { t } = useTranslation("session");
  const navigate = useNavigate();
  const confirm = useConfirm();
  const hasStarted = useRef(false);
  useEffect(() => {
    const leave = async () => {
      const session = getCurrentSession();
      const unsentCount = session ? await countUnsentDrafts(session.userId) : 0;
      const question = {
        title: t("logout.unsentTitle"),
        text: t("logout.unsent", { count: unsentCount }),
        confirm: t("logout.confirm"),
      };
      if (unsentCount > 0 && !(await confirm(question))) return navigate("/", { replace: true });
      if (session) await call(logout, { signal: AbortSignal.timeout(logoutTimeoutMs) }).catch(() => {});
      endSession();
      navigate("/login", { replace: true });
    };
    if (hasStarted.current) return;
    hasStarted.current = true;
    void leave();
  }, [navigate, confirm, t]);
  return <Loading label={t("loggingOut")} />;
}
