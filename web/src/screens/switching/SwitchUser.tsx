import { Button } from "@primer/react";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { useSession } from "#api/session.ts";
import { switchUser } from "#domain/endpoints/account/session.ts";
import { fetchUsers } from "#features/user/findUsers.ts";
import { Page } from "#ui/layout/Page.tsx";
import { ServerSelect } from "#ui/select/ServerSelect.tsx";
import type { Option } from "#ui/select/useCombobox.ts";
import { SwitchError } from "./ExchangeFailed.tsx";
import { useSwitchSession } from "./useSwitchSession.ts";

/** /switchuser (1§2): selects a user to act as. */
export default function SwitchUser() {
  const { t } = useTranslation("switching");
  const { t: tCommon } = useTranslation();
  const ownId = String(useSession()?.userId);
  const [selectedUser, setSelectedUser] = useState<Option | null>(null);
  const [isSubmitted, setSubmitted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const sessionSwitch = useSwitchSession("/");
  // Excludes the user's own account.
  const fetchOtherUsers = async (q: string, signal: AbortSignal) =>
    (await fetchUsers(q, signal)).filter(({ id }) => id !== ownId);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setSubmitted(true);
    if (!selectedUser) form.current?.querySelector("input")?.focus();
    else if (!sessionSwitch.isPending)
      sessionSwitch.mutate({ endpoint: switchUser, id: Number(selectedUser.id) });
  }
  return (
    <Page title={tCommon("routes.switchUser")} lead={t("user.lead")} width="text">
      <SwitchError failure={sessionSwitch.error} />
      <Form ref={form} onSubmit={submit} noValidate>
        <ServerSelect
          name="user"
          label={t("user.label")}
          placeholder={t("user.placeholder")}
          required
          disabled={sessionSwitch.isPending}
          message={isSubmitted && !selectedUser ? tCommon("field.required") : undefined}
          value={selectedUser}
          queryKey="switchableUsers"
          find={fetchOtherUsers}
          onChange={(option) => {
            sessionSwitch.reset();
            setSubmitted(false);
            setSelectedUser(option);
          }}
        />
        <div>
          <Button
            type="submit"
            variant="primary"
            loading={sessionSwitch.isPending}
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
