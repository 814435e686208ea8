import { Button } from "@primer/react";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { updatePassword } from "../../../../domain/endpoints/profile";
import { passwordFault } from "../../../../domain/rules/password";
import { call } from "../../api/client";
import { showAlert } from "../../kit/alertStore";
import { NewPassword, type NewPasswordValues } from "../session/NewPassword";
import { Part } from "./Part";

const empty = { password: "", repeatPassword: "" };

/** A new password for oneself (3§5). */
export function PasswordSection({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation("profile");
  const { t: common } = useTranslation();
  const [values, setValues] = useState<NewPasswordValues>(empty);
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
    if (!passwordFault(values.password, values.repeatPassword) && !save.isPending) save.mutate(values);
  }
  return (
    <Part title={t("password.title")}>
      <p>{t("password.lead")}</p>
      <Form onSubmit={submit} noValidate>
        <NewPassword
          values={values}
          submitted={submitted}
          disabled={disabled}
          onChange={(change) => setValues((before) => ({ ...before, ...change }))}
        />
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

const Form = styled.form`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-16);
  max-width: 400px;
`;
