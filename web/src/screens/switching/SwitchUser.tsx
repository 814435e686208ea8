import { Button } from "@primer/react";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { useSession } from "#api/session.ts";
import { switchUser } from "#domain/endpoints/account/session.ts";
import { findUsers } from "#features/user/findUsers.ts";
import { Page } from "#ui/layout/Page.tsx";
import { ServerSelect } from "#ui/select/ServerSelect.tsx";
import type { Option } from "#ui/select/useCombobox.ts";
import { ExchangeFailed } from "./ExchangeFailed.tsx";
import { useSwitchSession } from "./useSwitchSession.ts";

/** /switchuser (1§2): picks a user to act as. */
export default function SwitchUser() {
  const { t } = useTranslation("switching");
  const { t: common } = useTranslation();
  const self = String(useSession()?.userId);
  const [chosen, setChosen] = useState<Option | null>(null);
  const [submitted, setSubmitted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const exchange = useSwitchSession("/");
  // Leaves out the user's own account.
  const findOthers = async (q: string, signal: AbortSignal) =>
    (await findUsers(q, signal)).filter(({ id }) => id !== self);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setSubmitted(true);
    if (!chosen) form.current?.querySelector("input")?.focus();
    else if (!exchange.isPending) exchange.mutate({ endpoint: switchUser, id: Number(chosen.id) });
  }
  return (
    <Page title={common("routes.switchUser")} lead={t("user.lead")} width="text">
      <ExchangeFailed failure={exchange.error} />
      <Form ref={form} onSubmit={submit} noValidate>
        <ServerSelect
          name="user"
          label={t("user.label")}
          placeholder={t("user.placeholder")}
          required
          disabled={exchange.isPending}
          message={submitted && !chosen ? common("field.required") : undefined}
          value={chosen}
          queryKey="switchableUsers"
          find={findOthers}
          onChange={(option) => {
            exchange.reset();
            setSubmitted(false);
            setChosen(option);
          }}
        />
        <div>
          <Button
            type="submit"
            variant="primary"
            loading={exchange.isPending}
            loadingAnnouncement={t("user.submitting")}
          >
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
