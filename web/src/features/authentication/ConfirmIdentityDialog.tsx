import { Button } from "@primer/react";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { alertText, fieldErrorText, problemText } from "#api/errorTexts.ts";
import type { ApiError } from "#api/failure.ts";
import { Modal } from "#ui/dialog/Modal.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { AlertSlot, Stack } from "#ui/layout/boxes.ts";
import { LoginField } from "./LoginField.tsx";

export interface Identity {
  currentPassword: string;
  code: string;
}

interface ConfirmIdentityDialogProps {
  title: string;
  text: string;
  submit: string;
  /** The texts for a code, if one is needed too. */
  code?: { label: string; caption: string; wrong: string };
  error: ApiError | null;
  isPending: boolean;
  onSubmit: (identity: Identity) => void;
  onClose: () => void;
}

/** Asks for the password again, and for a code if one is needed. */
export function ConfirmIdentityDialog(props: ConfirmIdentityDialogProps) {
  const { title, text, submit, code, error, isPending, onSubmit, onClose } = props;
  const { t } = useTranslation();
  const formId = useId();
  const [values, setValues] = useState<Identity>({ currentPassword: "", code: "" });
  const [isSubmitted, setIsSubmitted] = useState(false);
  const missing = (value: string) => isSubmitted && value === "" && fieldErrorText("required");
  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setIsSubmitted(true);
    if (!isPending && values.currentPassword !== "" && (!code || values.code !== "")) onSubmit(values);
  }
  return (
    <Modal
      title={title}
      width="medium"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("actions.cancel")}</Button>
          <Button type="submit" form={formId} variant="primary" loading={isPending}>
            {submit}
          </Button>
        </>
      }
    >
      <Stack as="form" id={formId} onSubmit={handleSubmit} noValidate>
        <p>{text}</p>
        <AlertSlot role="alert">
          {error && error.fields.currentPassword !== "invalid" && (
            <Banner kind="danger">
              {code && error.code === "wrongCode" ? code.wrong : (alertText(error) ?? problemText(error))}
            </Banner>
          )}
        </AlertSlot>
        <LoginField
          label={t("identity.password")}
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          maxLength={1000}
          value={values.currentPassword}
          message={
            missing(values.currentPassword) ||
            (error?.fields.currentPassword === "invalid" && t("identity.wrong"))
          }
          onText={(currentPassword) => setValues({ ...values, currentPassword })}
        />
        {code && (
          <LoginField
            label={code.label}
            caption={code.caption}
            name="code"
            autoComplete="one-time-code"
            maxLength={20}
            value={values.code}
            message={missing(values.code)}
            onText={(code) => setValues({ ...values, code })}
          />
        )}
      </Stack>
    </Modal>
  );
}
