import { Button } from "@primer/react";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
import { alertText, fieldErrorText } from "#api/errorTexts.ts";
import { updatePassword } from "#domain/endpoints/account/profile.ts";
import { LoginField } from "#features/authentication/LoginField.tsx";
import { checkNewPassword, NewPassword } from "#features/authentication/NewPassword.tsx";
import type { NewPasswordValues } from "#features/authentication/passwordRules.ts";
import { Muted } from "#ui/layout/typography.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { ProfileSection } from "./Part.tsx";

const emptyValues: NewPasswordValues & { currentPassword: string } = {
  currentPassword: "",
  password: "",
  repeatPassword: "",
};

/** Changes the user's own password, which requires the current one (3§5). */
export function PasswordSection({ username, disabled }: { username: string; disabled: boolean }) {
  const { t } = useTranslation("profile");
  const { t: tCommon } = useTranslation();
  const [values, setValues] = useState(emptyValues);
  const [isSubmitted, setSubmitted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  function focusCurrentPassword() {
    const field = form.current?.elements.namedItem("currentPassword");
    if (field instanceof HTMLInputElement) field.focus();
  }
  const save = useMutation<unknown, ApiError, typeof emptyValues>({
    mutationFn: (body) => call(updatePassword, { body }),
    meta: { handlesErrors: true },
    onSuccess: () => {
      setValues(emptyValues);
      setSubmitted(false);
      showAlert("success", tCommon("alerts.updated"));
    },
    onError: (failure) => {
      if (isWrongPassword(failure)) return focusCurrentPassword();
      const text = alertText(failure);
      if (text) showAlert("danger", text);
    },
  });
  const message =
    isSubmitted &&
    (values.currentPassword === ""
      ? fieldErrorText("required")
      : save.error &&
          isWrongPassword(save.error) &&
          save.variables?.currentPassword === values.currentPassword
        ? t("password.wrongPassword")
        : false);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setSubmitted(true);
    if (values.currentPassword === "") focusCurrentPassword();
    else if (checkNewPassword(event.currentTarget, values) && !save.isPending) save.mutate(values);
  }
  return (
    <ProfileSection title={t("password.title")}>
      <Muted as="p">{t("password.lead")}</Muted>
      <Form ref={form} onSubmit={submit} noValidate>
        {/* Tells password managers whose password changes. */}
        <input
          hidden
          readOnly
          type="text"
          autoComplete="username"
          aria-label={t("username")}
          value={username}
        />
        <LoginField
          label={t("password.current")}
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          maxLength={1000}
          disabled={disabled}
          value={values.currentPassword}
          message={message}
          onTextChange={(currentPassword) => setValues({ ...values, currentPassword })}
        />
        <NewPassword
          values={values}
          isSubmitted={isSubmitted}
          refusal={save.variables?.password === values.password ? save.error?.fields.password : undefined}
          disabled={disabled}
          onChange={(newPassword) => setValues({ ...values, ...newPassword })}
        />
        <div>
          <Button
            type="submit"
            variant="primary"
            disabled={disabled}
            loading={save.isPending}
            loadingAnnouncement={tCommon("state.saving")}
          >
            {t("password.submit")}
          </Button>
        </div>
      </Form>
    </ProfileSection>
  );
}

const isWrongPassword = ({ fields }: ApiError): boolean => fields.currentPassword === "invalid";

const Form = styled.form`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-16);
  max-width: 400px;
`;
