import { Button } from "@primer/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { QRCodeSVG } from "qrcode.react";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { getTotpSecret, totpDigits, verifyTotp } from "../../../../domain/endpoints/profile";
import { call } from "../../api/client";
import { alertText, problemText } from "../../api/texts";
import { CopyButton } from "../../kit/CopyButton";
import { Flash } from "../../kit/Flash";
import { LoadFailed } from "../../kit/LoadFailed";
import { Loading } from "../../kit/Loading";
import { Modal } from "../../kit/Modal";
import { LoginField } from "../session/LoginField";

interface ActivateDialogProps {
  onClose: () => void;
  onActivated: () => void;
}

/** Scan the QR code or type the secret, then prove it by the first code (3§2, 3§4). */
export function ActivateDialog({ onClose, onActivated }: ActivateDialogProps) {
  const { t } = useTranslation("profile");
  const { t: common } = useTranslation();
  const formId = useId();
  const [code, setCode] = useState("");
  const [submitted, setSubmitted] = useState(false);
  const offered = useQuery({
    queryKey: ["totpSecret", formId],
    queryFn: ({ signal }) => call(getTotpSecret, { signal }),
    // A secret that has been scanned must not be swapped for another behind the user's back, nor outlive the dialog.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    meta: { ownErrors: true },
  });
  const verify = useMutation({
    mutationFn: (body: { secret: string; code: string }) => call(verifyTotp, { body }),
    meta: { ownErrors: true },
    onSuccess: onActivated,
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setSubmitted(true);
    const entered = code.replace(/\s/g, "");
    if (entered !== "" && offered.data && !verify.isPending)
      verify.mutate({ secret: offered.data.secret, code: entered });
  }
  const { error } = verify;
  return (
    <Modal
      title={t("activate.title")}
      width="medium"
      narrow="fullscreen"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common("actions.cancel")}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={!offered.data}
            loading={verify.isPending}
          >
            {t("activate.submit")}
          </Button>
        </>
      }
    >
      {offered.error ? (
        <LoadFailed failure={offered.error} onRetry={() => offered.refetch()} />
      ) : !offered.data ? (
        <Loading />
      ) : (
        <Steps id={formId} onSubmit={submit} noValidate>
          <p>{t("activate.scan")}</p>
          <Code>
            <QRCodeSVG value={offered.data.uri} size={192} marginSize={4} title={t("activate.qrCode")} />
          </Code>
          <div>
            <p>{t("activate.type")}</p>
            <Secret>
              <code>{offered.data.secret.match(/.{1,4}/g)?.join(" ")}</code>
              <CopyButton text={offered.data.secret} label={t("activate.copy")} />
            </Secret>
          </div>
          <div role="alert">
            {error && (
              <Flash kind="danger">
                {error.code === "wrongCode" ? t("activate.wrong") : (alertText(error) ?? problemText(error))}
              </Flash>
            )}
          </div>
          <LoginField
            label={t("activate.code")}
            caption={t("activate.codeHint", { count: totpDigits })}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={20}
            value={code}
            message={submitted && code.trim() === "" && common("field.required")}
            onText={setCode}
          />
        </Steps>
      )}
    </Modal>
  );
}

const Steps = styled.form`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-16);
`;

/** White in the dark theme as well: cameras look for dark squares on a light ground. */
const Code = styled.div`
  align-self: center;
  padding: var(--base-size-8);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  background: #ffffff;
  svg {
    display: block;
  }
`;

const Secret = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-8);
  code {
    font-family: var(--fontStack-monospace);
    overflow-wrap: anywhere;
    user-select: all;
  }
`;
