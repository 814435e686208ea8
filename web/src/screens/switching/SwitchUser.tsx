import { Button } from "@primer/react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { switchUser } from "../../../../domain/endpoints/session";
import { Page } from "../../kit/Page";
import { ServerSelect } from "../../kit/ServerSelect";
import type { Option } from "../../kit/useOptions";
import { findUsers } from "../user/findUsers";
import { useExchange } from "./useExchange";

/** /switchuser (1§2): pick a user and be that user. */
export default function SwitchUser() {
  const { t } = useTranslation("switching");
  const { t: common } = useTranslation();
  const [chosen, setChosen] = useState<Option | null>(null);
  const [submitted, setSubmitted] = useState(false);
  const exchange = useExchange("/");

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setSubmitted(true);
    if (chosen && !exchange.isPending) exchange.mutate({ endpoint: switchUser, id: chosen.id });
  }
  return (
    <Page title={common("routes.switchUser")} lead={t("user.lead")} width="text">
      <Form onSubmit={submit} noValidate>
        <ServerSelect
          name="user"
          label={t("user.label")}
          placeholder={t("user.placeholder")}
          required
          message={submitted && !chosen ? common("field.required") : undefined}
          value={chosen}
          queryKey="userOptions"
          find={findUsers}
          onChange={setChosen}
        />
        <div>
          <Button type="submit" variant="primary" loading={exchange.isPending}>
            {t("user.submit")}
          </Button>
        </div>
      </Form>
    </Page>
  );
}

const Form = styled.form`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-16);
  max-width: 480px;
`;
