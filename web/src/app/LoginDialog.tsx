import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { sessionKey } from "#api/session.ts";
import { loadTexts } from "#i18n/i18n.ts";
import { FullscreenDialog, useNativeModal } from "#ui/dialog/FullscreenDialog.ts";
import { screens } from "./screens.ts";

const Login = lazy(async () => {
  const { load, areas } = screens["/login"];
  const [module] = await Promise.all([load(), ...areas.map(loadTexts)]);
  return module;
});

/** The login over a page. Only a login closes it. */
export default function LoginDialog() {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  useNativeModal(dialog);
  const [owner] = useState(sessionKey);
  // The changes belong to the user who made them.
  useEffect(
    () => () => {
      if (sessionKey() !== owner) location.assign("/");
    },
    [owner],
  );
  return (
    <FullscreenDialog
      ref={dialog}
      tabIndex={-1}
      aria-label={t("routes.login")}
      onCancel={(event) => event.preventDefault()}
    >
      <Suspense>
        <Login />
      </Suspense>
    </FullscreenDialog>
  );
}
