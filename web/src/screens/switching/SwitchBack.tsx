import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { call } from "#api/client.ts";
import { startSession } from "#api/session.ts";
import { switchBack } from "#domain/endpoints/account/session.ts";
import { Loading } from "#ui/feedback/Loading.tsx";

/**
 * The call ends the session it is made in: it must be made once however often the screen mounts, and its answer is the session
 * even if the user has left the screen.
 */
let exchanging: Promise<void> | null = null;
const switchBackOnce = () => {
  exchanging ??= call(switchBack)
    .then((record) => startSession(record))
    .finally(() => {
      exchanging = null;
    });
  return exchanging;
};

/** /switchback (1§2): returns to one's own user and goes to /, or on failure to /forbidden. */
export default function SwitchBack() {
  const { t } = useTranslation("switching");
  const navigate = useNavigate();
  useEffect(() => {
    let here = true;
    const goTo = (path: string) => here && navigate(path, { replace: true });
    switchBackOnce().then(
      () => goTo("/"),
      () => goTo("/forbidden"),
    );
    return () => {
      here = false;
    };
  }, [navigate]);
  return <Loading label={t("back")} />;
}
