import { lazy, Suspense, useRef } from "react";
import { useTranslation } from "react-i18next";
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
