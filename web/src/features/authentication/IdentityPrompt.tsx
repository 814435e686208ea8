import { Button } from "@primer/react";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { call, setIdentityPrompt } from "#api/client.ts";
import { alertText, fieldFaultText, problemText } from "#api/errorTexts.ts";
import { confirmPassword } from "#domain/endpoints/account/sessionList.ts";
import { Modal } from "#ui/dialog/Modal.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { AlertSlot, Stack } from "#ui/layout/boxes.ts";
import { LoginField } from "./LoginField.tsx";

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
  const formId = useId();
  const [currentPassword, setCurrentPassword] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const confirm = useMutation({
    mutationFn: () => call(confirmPassword, { body: { currentPassword } }),
    meta: { ownErrors: true },
    onSuccess: () => onSettle(true),
  });
  const isWrong = confirm.error?.fields.currentPassword === "invalid";
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setSubmitted(true);
    if (!confirm.isPending && currentPassword !== "") confirm.mutate();
  }
  return (
    <Modal
      title={t("identity.title")}
      width="medium"
      onClose={() => onSettle(false)}
      footer={
        <>
          <Button onClick={() => onSettle(false)}>{t("actions.cancel")}</Button>
          <Button type="submit" form={formId} variant="primary" loading={confirm.isPending}>
            {t("identity.submit")}
          </Button>
        </>
      }
    >
      <Stack as="form" id={formId} onSubmit={submit} noValidate>
        <p>{t("identity.text")}</p>
        <AlertSlot role="alert">
          {confirm.error && !isWrong && (
            <Banner kind="danger">{alertText(confirm.error) ?? problemText(confirm.error)}</Banner>
          )}
        </AlertSlot>
        <LoginField
          label={t("identity.password")}
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          maxLength={1000}
          value={currentPassword}
          message={
            (submitted && currentPassword === "" && fieldFaultText("required")) ||
            (isWrong && t("identity.wrong"))
          }
          onText={setCurrentPassword}
        />
      </Stack>
    </Modal>
  );
}
