import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import { renamePasskey } from "#domain/endpoints/account/passkeys.ts";
import { LoginField } from "#features/authentication/LoginField.tsx";
import { FormDialog } from "#ui/dialog/FormDialog.tsx";

interface RenamePasskeyDialogProps {
  passkey: { id: string; name: string };
  onRenamed: () => void;
  onClose: () => void;
}

export function RenamePasskeyDialog({ passkey, onRenamed, onClose }: RenamePasskeyDialogProps) {
  const { t } = useTranslation("profile");
  const { t: tCommon } = useTranslation();
  const [name, setName] = useState(passkey.name);
  const [isSubmitted, setSubmitted] = useState(false);
  const rename = useMutation<unknown, ApiError>({
    mutationFn: () => call(renamePasskey, { params: { id: passkey.id }, body: { name } }),
    meta: { handlesErrors: true },
    onSuccess: onRenamed,
  });
  return (
    <FormDialog
      title={t("passkeys.renameTitle")}
      width="medium"
      submit={tCommon("actions.save")}
      isPending={rename.isPending}
      alert={rename.error && (alertText(rename.error) ?? problemText(rename.error))}
      onSubmit={() => {
        setSubmitted(true);
        if (name.trim() !== "") rename.mutate();
      }}
      onClose={onClose}
    >
      <LoginField
        label={t("passkeys.name")}
        name="passkeyName"
        autoComplete="off"
        maxLength={100}
        value={name}
        message={isSubmitted && name.trim() === "" && tCommon("field.required")}
        onTextChange={setName}
      />
    </FormDialog>
  );
}
