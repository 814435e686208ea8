import { Button } from "@primer/react";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { updatePassword } from "../../../../domain/endpoints/profile";
import { call } from "../../api/client";
import { showAlert } from "../../kit/alertStore";
import { NewPassword, passesRules } from "../session/NewPassword";
import type { NewPasswordValues } from "../session/passwordRules";
import { Part } from "./Part";

const empty: NewPasswordValues = { password: "", repeatPassword: "" };

/** A new password for oneself (3§5). */
export function PasswordSection({ username, disabled }: { username: string; disabled: boolean }) {
  const { t } = useTranslation("profile");
  const { t: common } = useTranslation();
  const [values, setValues] = useState(empty);
  const [submitted, setSubmitted] = useState(false);
  const save = useMutation({
    mutationFn: (body: NewPasswordValues) => call(updatePassword, { body }),
    onSuccess: () => {
      setValues(empty);
      setSubmitted(false);
      showAlert("success", common("alerts.updated"));
    },
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setSubmitted(true);
    if (passesRules(event.currentTarget, values) && !save.isPending) save.mutate(values);
  }
  return (
    <Part title={t("password.title")}>
      <Lead>{t("password.lead")}</Lead>
      <Form onSubmit={submit} noValidate>
        {/* Tells a password manager whose password changes. */}
        <input
          hidden
          readOnly
          type="text"
          autoComplete="username"
          aria-label={t("username")}
          value={username}
        />
        <NewPassword values={values} submitted={submitted} disabled={disabled} onChange={setValues} />
        <div>
          <Button
            type="submit"
            variant="primary"
            disabled={disabled}
            loading={save.isPending}
            loadingAnnouncement={common("state.saving")}
          >
            {t("password.submit")}
          </Button>
        </div>
      </Form>
    </Part>
  );
}

const Lead = styled.p`
  color: var(--fgColor-muted);
`;

const Form = styled.form`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-16);
  max-width: 400px;
`;
