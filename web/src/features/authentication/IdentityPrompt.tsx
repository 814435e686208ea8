import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "#api/apiError.ts";
import { call, setIdentityPrompt } from "#api/client.ts";
import { useGrants } from "#api/session.ts";
import { confirmPassword } from "#domain/endpoints/account/sessionList.ts";
import { ConfirmIdentityDialog, type Identity } from "./ConfirmIdentityDialog.tsx";
import { PasskeyButton } from "./PasskeyButton.tsx";
import { confirmByPasskey, passkeyErrorText, supportsPasskeys } from "./passkey.ts";
import { usePasskeys } from "./usePasskeys.ts";

/** Asks for the password, or a passkey, when a call is irreversible and the login is not recent. The call waits and is sent again afterwards. */
export default function IdentityPrompt() {
  const [finish, setFinish] = useState<((isConfirmed: boolean) => void) | null>(null);
  useEffect(() => {
    setIdentityPrompt(
      () =>
        new Promise((resolve) => {
          setFinish(() => (isConfirmed: boolean) => {
            setFinish(null);
            resolve(isConfirmed);
          });
        }),
    );
    return () => setIdentityPrompt(async () => false);
  }, []);
  return finish && <IdentityDialog onFinish={finish} />;
}

function IdentityDialog({ onFinish }: { onFinish: (isConfirmed: boolean) => void }) {
  const { t } = useTranslation();
  const { data: passkeys } = usePasskeys();
  const [passkeyError, setPasskeyError] = useState<string | null>(null);
  // In a switched session the passkeys are those of the user who logged in, which are not listed.
  const isSwitched = useGrants().authorities.has("ROLE_SWITCHED_USER");
  const canUsePasskey = supportsPasskeys() && (isSwitched || (passkeys?.items.length ?? 0) > 0);
  const confirm = useMutation<unknown, ApiError, Identity>({
    mutationFn: ({ currentPassword }) => call(confirmPassword, { body: { currentPassword } }),
    meta: { handlesErrors: true },
    onSuccess: () => onFinish(true),
  });
  return (
    <ConfirmIdentityDialog
      title={t("identity.title")}
      text={t(canUsePasskey ? "identity.textWithPasskey" : "identity.text")}
      submit={t("identity.submit")}
      error={confirm.error}
      isPending={confirm.isPending}
      alternative={
        canUsePasskey && (
          <PasskeyButton
            label={t("identity.usePasskey")}
            onStart={() => setPasskeyError(null)}
            onUse={async () => {
              await confirmByPasskey();
              onFinish(true);
            }}
            onFailure={(failure) => setPasskeyError(passkeyErrorText(failure))}
          />
        )
      }
      alternativeError={passkeyError}
      onSubmit={(identity) => {
        setPasskeyError(null);
        confirm.mutate(identity);
      }}
      onClose={() => onFinish(false)}
    />
  );
}
