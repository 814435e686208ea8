import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { call, setIdentityPrompt } from "#api/client.ts";
import type { ApiError } from "#api/failure.ts";
import { confirmPassword } from "#domain/endpoints/account/sessionList.ts";
import { ConfirmIdentityDialog, type Identity } from "./ConfirmIdentityDialog.tsx";

/** Asks for the password when a call is irreversible and the login is not recent. The call waits and is sent again afterwards. */
export default function IdentityPrompt() {
  const [finish, setSettle] = useState<((isConfirmed: boolean) => void) | null>(null);
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
  return finish && <IdentityDialog onFinish={finish} />;
}

function IdentityDialog({ onFinish }: { onFinish: (isConfirmed: boolean) => void }) {
  const { t } = useTranslation();
  const confirm = useMutation<unknown, ApiError, Identity>({
    mutationFn: ({ currentPassword }) => call(confirmPassword, { body: { currentPassword } }),
    meta: { ownErrors: true },
    onSuccess: () => onFinish(true),
  });
  return (
    <ConfirmIdentityDialog
      title={t("identity.title")}
      text={t("identity.text")}
      submit={t("identity.submit")}
      error={confirm.error}
      isPending={confirm.isPending}
      onSubmit={confirm.mutate}
      onClose={() => onFinish(false)}
    />
  );
}
