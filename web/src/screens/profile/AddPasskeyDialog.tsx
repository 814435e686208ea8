import { Button } from "@primer/react";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { LoginField } from "#features/authentication/LoginField.tsx";
import { createPasskey, passkeyErrorText } from "#features/authentication/passkey.ts";
import { Modal } from "#ui/dialog/Modal.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { AlertSlot, Stack } from "#ui/layout/boxes.ts";
import { Note } from "#ui/layout/typography.ts";

interface AddPasskeyDialogProps {
  onClose: () => void;
  onAdded: () => void;
}

/** Asks for a name, and then has the browser create a passkey. */
export function AddPasskeyDialog({ onClose, onAdded }: AddPasskeyDialogProps) {
  const { t } = useTranslation("profile");
  const { t: tCommon } = useTranslation();
  const formId = useId();
  const [name, setName] = useState("");
  const [isSubmitted, setSubmitted] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setSubmitted(true);
    if (name.trim() === "" || isBusy) return;
    setBusy(true);
    setError(null);
    try {
      await createPasskey(name);
      onAdded();
    } catch (failure) {
      setError(passkeyErrorText(failure));
      setBusy(false);
    }
  }
  return (
    <Modal
      title={t("passkeys.add")}
      width="medium"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{tCommon("actions.cancel")}</Button>
          <Button type="submit" form={formId} variant="primary" loading={isBusy}>
            {t("passkeys.submit")}
          </Button>
        </>
      }
    >
      <Stack as="form" id={formId} onSubmit={submit} noValidate>
        <AlertSlot role="alert">{error && <Banner kind="danger">{error}</Banner>}</AlertSlot>
        <LoginField
          label={t("passkeys.name")}
          caption={t("passkeys.nameHint")}
          name="passkeyName"
          autoComplete="off"
          maxLength={100}
          value={name}
          message={isSubmitted && name.trim() === "" && tCommon("field.required")}
          onTextChange={setName}
        />
        <Note as="p">{t("passkeys.recoveryAdvice")}</Note>
      </Stack>
    </Modal>
  );
}
