import { CheckIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { secondFactorRequest } from "#api/errors.ts";
import { startSession } from "#api/session.ts";
import { login } from "#domain/endpoints/account/session.ts";
import { TabularNums } from "#ui/layout/typography.ts";
import type { Credentials } from "./CredentialsForm.tsx";

/** Seconds between two mails, because the first one may just be slow. */
const resendDelaySeconds = 30;

interface NewCodeProps {
  credentials: Credentials;
  onSent: () => void;
  onFailure: (failure: unknown) => void;
}

/** Requests another code by mail: repeats the login call without a code. */
export function NewCode({ credentials, onSent, onFailure }: NewCodeProps) {
  const { t } = useTranslation("session");
  const [secondsLeft, setSecondsLeft] = useState(resendDelaySeconds);
  const [isSent, setSent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isWaiting = secondsLeft > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => setSecondsLeft((seconds) => seconds - 1), 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);

  async function requestCode() {
    if (isWaiting || isBusy) return;
    setSent(false);
    setBusy(true);
    try {
      // Succeeds if the second factor has been disabled in the meantime.
      startSession(await call(login, { body: credentials }));
    } catch (failure) {
      if (!secondFactorRequest(failure)) return onFailure(failure);
      onSent();
      setSent(true);
      setSecondsLeft(resendDelaySeconds);
    } finally {
      setBusy(false);
    }
  }
  return (
    <>
      <StatusText role="status">
        {isSent && (
          <>
            <CheckIcon /> {t("login.newCodeSent")}
          </>
        )}
      </StatusText>
      {/* aria-disabled instead of disabled, so that the button keeps the focus while waiting. */}
      <Button
        type="button"
        variant="invisible"
        block
        inactive={isWaiting}
        aria-disabled={isWaiting}
        loading={isBusy}
        onClick={requestCode}
      >
        <TabularNums>
          {isWaiting ? t("login.newCodeIn", { seconds: secondsLeft }) : t("login.newCode")}
        </TabularNums>
      </Button>
    </>
  );
}

const StatusText = styled.p`
  color: var(--fgColor-success);
  font-size: var(--text-body-size-small);
  text-align: center;
  &:empty {
    margin-bottom: calc(-1 * var(--base-size-4));
  }
`;
