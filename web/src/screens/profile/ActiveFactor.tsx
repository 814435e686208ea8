import { Button } from "@primer/react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
import { createRecoveryCodes, turnOffSecondFactor } from "#domain/endpoints/account/profile.ts";
import { ConfirmIdentityDialog, type Identity } from "#features/authentication/ConfirmIdentityDialog.tsx";
import { CopyButton } from "#ui/button/CopyButton.tsx";
import { Modal } from "#ui/dialog/Modal.tsx";
import { ButtonRow, Stack } from "#ui/layout/boxes.ts";
import { Muted } from "#ui/layout/typography.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";

interface ActiveFactorProps {
  canTurnOff: boolean;
  recoveryCodes: number;
  disabled: boolean;
  onChanged: () => void;
}

/** The actions on an active second factor: showing new recovery codes, and turning an authenticator off. */
export function ActiveFactor({ canTurnOff, recoveryCodes, disabled, onChanged }: ActiveFactorProps) {
  const { t } = useTranslation("profile");
  const { t: tCommon } = useTranslation();
  const [dialog, setDialog] = useState<"off" | "recovery" | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const turnOff = useMutation<unknown, ApiError, Identity>({
    mutationFn: (body) => call(turnOffSecondFactor, { body }),
    meta: { handlesErrors: true },
    onSuccess: () => {
      setDialog(null);
      showAlert("success", t("secondFactor.turnOffSuccess"));
      onChanged();
    },
  });
  const create = useMutation<{ codes: string[] }, ApiError, Identity>({
    mutationFn: ({ currentPassword }) => call(createRecoveryCodes, { body: { currentPassword } }),
    meta: { handlesErrors: true },
    onSuccess: (response) => {
      setDialog(null);
      setCodes(response.codes);
      onChanged();
    },
  });
  const close = () => {
    setDialog(null);
    turnOff.reset();
    create.reset();
  };
  return (
    <>
      <Muted as="p">
        {recoveryCodes > 0
          ? t("secondFactor.recoveryCodesLeft", { count: recoveryCodes })
          : t("secondFactor.noRecoveryCodes")}
      </Muted>
      <ButtonRow>
        <Button disabled={disabled} onClick={() => setDialog("recovery")}>
          {t("secondFactor.createRecovery")}
        </Button>
        {canTurnOff && (
          <Button variant="danger" disabled={disabled} onClick={() => setDialog("off")}>
            {t("secondFactor.turnOff")}
          </Button>
        )}
      </ButtonRow>
      {dialog && (
        <ConfirmIdentityDialog
          title={t(dialog === "off" ? "secondFactor.turnOff" : "secondFactor.createRecovery")}
          text={t(dialog === "off" ? "secondFactor.turnOffText" : "secondFactor.createRecoveryText")}
          submit={t(dialog === "off" ? "secondFactor.turnOff" : "secondFactor.createRecovery")}
          {...(dialog === "off" && {
            code: {
              label: t("secondFactor.code"),
              caption: t("secondFactor.codeHint"),
              wrongCodeText: t("secondFactor.wrongCode"),
            },
          })}
          error={dialog === "off" ? turnOff.error : create.error}
          isPending={turnOff.isPending || create.isPending}
          onSubmit={(identity) => (dialog === "off" ? turnOff : create).mutate(identity)}
          onClose={close}
        />
      )}
      {codes && (
        <Modal
          title={t("secondFactor.recoveryTitle")}
          width="medium"
          onClose={() => setCodes(null)}
          footer={<Button onClick={() => setCodes(null)}>{tCommon("actions.close")}</Button>}
        >
          <Stack>
            <p>{t("secondFactor.recoveryCodesHint")}</p>
            <Codes>
              {codes.map((code) => (
                <li key={code}>
                  <code>{code}</code>
                </li>
              ))}
            </Codes>
            <div>
              <CopyButton text={codes.join("\n")} label={t("secondFactor.copyRecovery")} />
            </div>
          </Stack>
        </Modal>
      )}
    </>
  );
}

const Codes = styled.ul`
  columns: 2;
  font-size: var(--text-body-size-large);
  letter-spacing: 0.04em;
`;
