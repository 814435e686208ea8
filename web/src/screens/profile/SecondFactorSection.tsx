import {
  MailIcon,
  PasskeyFillIcon,
  ShieldCheckIcon,
  ShieldIcon,
  ShieldLockIcon,
} from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { useSession } from "#api/session.ts";
import type { ResponseOf } from "#domain/contract/endpoint.ts";
import { getTwoFactorAuthenticationValues } from "#domain/endpoints/account/profile.ts";
import type { SessionRecord } from "#domain/endpoints/account/session.ts";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { WideLine } from "#ui/layout/boxes.ts";
import { Strong } from "#ui/layout/typography.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { ActivateDialog } from "./ActivateDialog.tsx";
import { ActiveFactor } from "./ActiveFactor.tsx";
import { ProfileSection } from "./Part.tsx";

export const secondFactorQueryKey = (session: SessionRecord | null) => [
  session?.customerId,
  "secondFactor",
  session?.userId,
];

/** The second factor (3§4): its state, the activation of an authenticator, recovery codes, and turning off a second factor that the user turned on. */
export function SecondFactorSection({ disabled }: { disabled: boolean }) {
  const { t } = useTranslation("profile");
  const { t: tCommon } = useTranslation();
  const session = useSession();
  const queryClient = useQueryClient();
  const queryKey = secondFactorQueryKey(session);
  const [isActivating, setIsActivating] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { data, error, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getTwoFactorAuthenticationValues, { signal }),
    meta: { handlesErrors: true },
  });
  if (error && !data)
    return (
      <ProfileSection title={t("secondFactor.title")}>
        <LoadError failure={error} onRetry={() => refetch()} />
      </ProfileSection>
    );
  if (!data) return null;

  function handleActivated() {
    setIsActivating(false);
    // Users may turn off a second factor that they turned on.
    const canTurnOff = data?.type === "NONE";
    queryClient.setQueryData(queryKey, { ...data, type: "TOTP", hasSecret: true, canTurnOff });
    showAlert("success", tCommon("alerts.registered"));
    // The button that opened the dialog no longer exists.
    requestAnimationFrame(() => heading.current?.focus());
  }
  return (
    <ProfileSection title={t("secondFactor.title")} heading={heading}>
      <State values={data} />
      {!data.hasSecret && (
        <div>
          <Button
            variant={data.type === "TOTP" ? "primary" : "default"}
            disabled={disabled}
            onClick={() => setIsActivating(true)}
          >
            {t(`secondFactor.${stateOf(data) === "passkey" ? "activate" : activationTexts[data.type]}`)}
          </Button>
        </div>
      )}
      {(data.hasSecret || data.passkeys > 0) && (
        <ActiveFactor
          canTurnOff={data.canTurnOff}
          recoveryCodes={data.recoveryCodes}
          disabled={disabled}
          onChanged={() => void refetch()}
        />
      )}
      {isActivating && (
        <ActivateDialog onClose={() => setIsActivating(false)} onActivated={handleActivated} />
      )}
    </ProfileSection>
  );
}

/** The text of the button that activates an authenticator. */
const activationTexts = { NONE: "turnOn", TOTP: "activate", EMAIL: "useAuthenticatorInstead" } as const;

const stateIcons = {
  active: ShieldCheckIcon,
  waiting: ShieldLockIcon,
  mail: MailIcon,
  passkey: PasskeyFillIcon,
  off: ShieldIcon,
};

function State({ values }: { values: SecondFactor }) {
  const { t } = useTranslation("profile");
  const state = stateOf(values);
  const StateIcon = stateIcons[state];
  return (
    <WideLine>
      <IconBox $colour={stateColours[state]}>
        <StateIcon size={24} />
      </IconBox>
      <div>
        <Strong as="p">{t(`secondFactor.${state}`)}</Strong>
        <Hint>
          {t(`secondFactor.${state}Hint`, { email: values.email ?? t("secondFactor.yourAddress") })}
        </Hint>
      </div>
    </WideLine>
  );
}

type SecondFactor = ResponseOf<typeof getTwoFactorAuthenticationValues>;

/** State of a second factor: an active authenticator, one to be activated, codes by mail, only passkeys, or none. */
const stateOf = ({ type, hasSecret, passkeys }: SecondFactor): keyof typeof stateIcons =>
  type === "NONE"
    ? passkeys > 0
      ? "passkey"
      : "off"
    : type === "EMAIL"
      ? "mail"
      : hasSecret
        ? "active"
        : "waiting";

const stateColours = {
  active: "success",
  waiting: "attention",
  mail: "success",
  passkey: "success",
  off: "muted",
} as const;

const IconBox = styled.span<{ $colour: (typeof stateColours)[keyof typeof stateColours] }>`
  flex: none;
  color: var(--fgColor-${({ $colour }) => $colour});
`;

const Hint = styled.p`
  color: var(--fgColor-muted);
  overflow-wrap: anywhere;
`;
