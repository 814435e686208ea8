import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "#api/apiError.ts";
import { alertText, fieldErrorText, problemText } from "#api/errorTexts.ts";
import { FormDialog } from "#ui/dialog/FormDialog.tsx";
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
  code?: { label: string; caption: string; wrongCodeText: string };
  error: ApiError | null;
  /** Another way to confirm, below the fields. */
  alternative?: ReactNode;
  /** Why the alternative failed. */
  alternativeError?: string | null;
  isPending: boolean;
  onSubmit: (identity: Identity) => void;
  onClose: () => void;
}

/** Asks for the password again, and for a code if one is needed. */
export function ConfirmIdentityDialog(props: ConfirmIdentityDialogProps) {
  const { title, text, submit, code, error, alternative, alternativeError, isPending, onSubmit, onClose } =
    props;
  const { t } = useTranslation();
  const [values, setValues] = useState<Identity>({ currentPassword: "", code: "" });
  const [isSubmitted, setIsSubmitted] = useState(false);
  const requiredErrorText = (value: string) => isSubmitted && value === "" && fieldErrorText("required");
  const errorText =
    error &&
    error.fields.currentPassword !== "invalid" &&
    (code && error.code === "wrongCode" ? code.wrongCodeText : (alertText(error) ?? problemText(error)));
  return (
    <FormDialog
      title={title}
      width="medium"
      submit={submit}
      isPending={isPending}
      alert={alternativeError ?? errorText}
      onSubmit={() => {
        setIsSubmitted(true);
        if (values.currentPassword !== "" && (!code || values.code !== "")) onSubmit(values);
      }}
      onClose={onClose}
    >
      <p>{text}</p>
      <LoginField
        label={t("identity.password")}
        name="currentPassword"
        type="password"
        autoComplete="current-password"
        maxLength={1000}
        value={values.currentPassword}
        message={
          requiredErrorText(values.currentPassword) ||
          (error?.fields.currentPassword === "invalid" && t("identity.wrongPassword"))
        }
        onTextChange={(currentPassword) => setValues({ ...values, currentPassword })}
      />
      {code && (
        <LoginField
          label={code.label}
          caption={code.caption}
          name="code"
          autoComplete="one-time-code"
          maxLength={20}
          value={values.code}
          message={requiredErrorText(values.code)}
          onTextChange={(code) => setValues({ ...values, code })}
        />
      )}
      {alternative}
    </FormDialog>
  );
}
