import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { call, setIdentityPrompt } from "#api/client.ts";
import type { ApiError } from "#api/failure.ts";
import { confirmPassword } from "#domain/endpoints/account/sessionList.ts";
import { ConfirmIdentityDialog, type Identity } from "./ConfirmIdentityDialog.tsx";

/** Asks for the password when a call is final and the login is not recent. The call waits, and is sent again afterwards. */
export default function IdentityPrompt() {
  const [settle, setSettle] = useState<((isConfirmed: boolean) => void) | null>(null);
  useEffect(() => {
    setIdentityPrompt(
      () =>
        new Promise((resolve) => {
          setSettle(() => (isConfirmed: boolean) => {
            setSettle(null);
            resolve(isConfirmed);
          });
        }),
    );
    return () => setIdentityPrompt(async () => false);
  }, []);
  return settle && <IdentityDialog onSettle={settle} />;
}

function IdentityDialog({ onSettle }: { onSettle: (isConfirmed: boolean) => void }) {
  const { t } = useTranslation();
  const confirm = useMutation<unknown, ApiError, Identity>({
    mutationFn: ({ currentPassword }) => call(confirmPassword, { body: { currentPassword } }),
    meta: { ownErrors: true },
    onSuccess: () => onSettle(true),
  });
  return (
    <ConfirmIdentityDialog
      title={t("identity.title")}
      text={t("identity.text")}
      submit={t("identity.submit")}
      error={confirm.error}
      isPending={confirm.isPending}
      onSubmit={confirm.mutate}
      onClose={() => onSettle(false)}
    />
  );
}
