import { MailIcon, ShieldCheckIcon, ShieldLockIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { getTwoFactorAuthenticationValues } from "../../../../domain/endpoints/profile";
import { call } from "../../api/client";
import { useSession } from "../../api/session";
import { showAlert } from "../../kit/alertStore";
import { LoadFailed } from "../../kit/LoadFailed";
import { ActivateDialog } from "./ActivateDialog";
import { Part } from "./Part";

/** The second factor (3§4): nothing for NONE, how it stands for the others, and how to activate an authenticator. */
export function SecondFactorSection({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation("profile");
  const { t: common } = useTranslation();
  const userId = useSession()?.userId;
  const queries = useQueryClient();
  const queryKey = [userId, "secondFactor"];
  const [activating, setActivating] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getTwoFactorAuthenticationValues, { signal }),
    staleTime: 0,
  });
  if (error) return <LoadFailed failure={error} onRetry={() => refetch()} />;
  if (!data || data.type === "NONE") return null;
  const active = data.type === "TOTP" && data.hasSecret;
  const Sign = active ? ShieldCheckIcon : data.type === "EMAIL" ? MailIcon : ShieldLockIcon;
  return (
    <Part title={t("secondFactor.title")}>
      <State $active={active || data.type === "EMAIL"}>
        <Sign size={24} />
        <div>
          <strong>
            {active
              ? t("secondFactor.active")
              : data.type === "EMAIL"
                ? t("secondFactor.mail")
                : t("secondFactor.waiting")}
          </strong>
          <Hint>
            {active
              ? t("secondFactor.activeHint")
              : t(data.type === "EMAIL" ? "secondFactor.mailHint" : "secondFactor.waitingHint", {
                  email: data.email ?? "",
                })}
          </Hint>
        </div>
      </State>
      {!active && (
        <div>
          <Button
            variant={data.type === "TOTP" ? "primary" : "default"}
            disabled={disabled}
            onClick={() => setActivating(true)}
          >
            {t("secondFactor.activate")}
          </Button>
        </div>
      )}
      {activating && (
        <ActivateDialog
          onClose={() => setActivating(false)}
          onActivated={() => {
            setActivating(false);
            showAlert("success", common("alerts.registered"));
            queries.invalidateQueries({ queryKey });
          }}
        />
      )}
    </Part>
  );
}

const State = styled.div<{ $active: boolean }>`
  display: flex;
  gap: var(--base-size-12);
  > svg {
    flex: none;
    color: var(${({ $active }) => ($active ? "--fgColor-success" : "--fgColor-attention")});
  }
`;

const Hint = styled.p`
  color: var(--fgColor-muted);
  overflow-wrap: anywhere;
`;
