import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { startSession } from "#api/session.ts";
import { switchBack } from "#domain/endpoints/account/session.ts";
import { useNavigateWhileOpen } from "#navigation/useNavigateWhileOpen.ts";
import { Loading } from "#ui/feedback/Loading.tsx";

/**
 * The call ends the session it is made in, so it must be made only once however often the screen mounts. Its response starts the
 * session even if the user has left the screen.
 */
let pendingSwitchBack: Promise<void> | null = null;
const switchBackOnce = () => {
  pendingSwitchBack ??= call(switchBack)
    .then((record) => startSession(record))
    .finally(() => {
      pendingSwitchBack = null;
    });
  return pendingSwitchBack;
};

/** /switchback (1§2): switches back to the user's own session and goes to /, or on failure to /forbidden. */
export default function SwitchBack() {
  const { t } = useTranslation("switching");
  const navigate = useNavigateWhileOpen();
  useEffect(() => {
    switchBackOnce().then(
      () => navigate("/", { replace: true }),
      () => navigate("/forbidden", { replace: true }),
    );
  }, [navigate]);
  return <Loading label={t("switchingBack")} />;
}
