import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { switchBack } from "../../../../domain/endpoints/session";
import { call } from "../../api/client";
import { startSession } from "../../api/session";
import { Loading } from "../../kit/Loading";

let exchanging: ReturnType<typeof exchange> | null = null;
const exchange = () => call(switchBack);

/** /switchback (1§2): be oneself again, and on failure /forbidden. */
export default function SwitchBack() {
  const { t } = useTranslation("switching");
  const navigate = useNavigate();
  useEffect(() => {
    let here = true;
    // The call ends the session it is made in: mounted twice, it must still be made once.
    exchanging ??= exchange().finally(() => {
      exchanging = null;
    });
    exchanging.then(
      (record) => {
        if (!here) return;
        startSession(record);
        navigate("/", { replace: true });
      },
      () => here && navigate("/forbidden", { replace: true }),
    );
    return () => {
      here = false;
    };
  }, [navigate]);
  return <Loading label={t("back.label")} />;
}
