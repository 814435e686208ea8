import { KeyIcon } from "@primer/octicons-react";
import { Button, FormControl, TextInput } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { generatePassword } from "#domain/access/password.ts";
import { user } from "#domain/resources/index.ts";
import { randomBelow } from "#lib/random.ts";
import { useForm, useResourceField } from "#ui/form/FormContext.ts";
import { passwordErrorText } from "#ui/form/passwordText.ts";
import { ButtonFieldLine } from "#ui/layout/boxes.ts";
import { createRequiredRef } from "#ui/select/requiredRef.ts";
import { GeneratedPassword } from "./GeneratedPassword.tsx";

/** The password: required for a new user; if empty, an existing user keeps theirs. */
export function PasswordField() {
  const { t } = useTranslation("user");
  const { row } = useForm();
  const field = useResourceField(user, "password", t("fields.password"));
  const [generatedPassword, setGenerated] = useState<string | null>(null);
  const message = field.error && field.error !== "required" ? passwordErrorText(field.error) : field.message;
  const generate = () => {
    const password = generatePassword(randomBelow);
    setGenerated(password);
    field.set(password);
  };
  return (
    <div>
      <ButtonFieldLine>
        <FormControl required={field.required} disabled={field.disabled}>
          <FormControl.Label>{t(row ? "fields.newPassword" : "fields.password")}</FormControl.Label>
          <TextInput
            ref={createRequiredRef(field.required)}
            block
            type="password"
            name="password"
            autoComplete="new-password"
            maxLength={field.maxLength}
            value={field.value ?? ""}
            onChange={(event) => {
              setGenerated(null);
              field.set(event.target.value === "" ? undefined : event.target.value);
            }}
            {...(message && { validationStatus: "error" as const })}
          />
          <FormControl.Caption>{t(row ? "captions.newPassword" : "captions.password")}</FormControl.Caption>
          {message && <FormControl.Validation variant="error">{message}</FormControl.Validation>}
        </FormControl>
        <Button type="button" leadingVisual={KeyIcon} disabled={field.disabled} onClick={generate}>
          {t("generate")}
        </Button>
      </ButtonFieldLine>
      <div role="status">{generatedPassword && <GeneratedPassword password={generatedPassword} />}</div>
    </div>
  );
}
