import { Button } from "@primer/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import i18next from "i18next";
import { type FormEvent, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import type { ApiError } from "#api/failure.ts";
import { useCustomerId } from "#api/session.ts";
import { getTotpSecret, totpDigits, verifyTotp } from "#domain/endpoints/account/profile.ts";
import { AuthenticatorSecret } from "#features/authentication/AuthenticatorSecret.tsx";
import { CodeField } from "#features/authentication/CodeField.tsx";
import { isWholeCode } from "#features/authentication/oneTimeCode.ts";
import { Modal } from "#ui/dialog/Modal.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { AlertSlot, Stack } from "#ui/layout/boxes.ts";

interface ActivateDialogProps {
  onClose: () => void;
  onActivated: () => void;
}

/** Activates an authenticator: the user scans the QR code or types the secret, then confirms with the first code (3§2, 3§4). */
export function ActivateDialog({ onClose, onActivated }: ActivateDialogProps) {
  const { t } = useTranslation("profile");
  const { t: common } = useTranslation();
  const customerId = useCustomerId();
  const formId = useId();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState("");
  const [isSubmitted, setSubmitted] = useState(false);
  const secretQuery = useQuery({
    queryKey: [customerId, "totpSecret", formId],
    queryFn: ({ signal }) => call(getTotpSecret, { signal }),
    // A scanned secret must not be replaced while the dialog is open, nor outlive it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { ownErrors: true },
  });
  const verify = useMutation({
    mutationFn: (body: { secret: string; code: string }) => call(verifyTotp, { body }),
    meta: { ownErrors: true },
    onSuccess: onActivated,
    onError: () => {
      setSubmitted(false);
      field.current?.select();
    },
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!secretQuery.data || verify.isPending) return;
    setSubmitted(true);
    verify.reset();
    if (isWholeCode(code)) verify.mutate({ secret: secretQuery.data.secret, code });
    else field.current?.focus();
  }
  return (
    <Modal
      title={t("activate.title")}
      width="large"
      narrow="fullscreen"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common("actions.cancel")}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={!secretQuery.data}
            loading={verify.isPending}
            loadingAnnouncement={t("activate.submitting")}
          >
            {t("activate.submit")}
          </Button>
        </>
      }
    >
      {secretQuery.error && !secretQuery.isFetching ? (
        <LoadError failure={secretQuery.error} onRetry={() => secretQuery.refetch()} />
      ) : !secretQuery.data ? (
        <Loading />
      ) : (
        <Stack as="form" id={formId} onSubmit={submit} noValidate>
          <AuthenticatorSecret {...secretQuery.data} />
          <AlertSlot role="alert">
            {verify.error && <Banner kind="danger">{textOf(verify.error)}</Banner>}
          </AlertSlot>
          <CodeField
            ref={field}
            label={t("activate.code")}
            caption={t("activate.codeHint", { count: totpDigits })}
            value={code}
            submitted={isSubmitted}
            onText={setCode}
          />
        </Stack>
      )}
    </Modal>
  );
}

/** The text of an error. 1§8 defines the text for a wrong code, the error catalogue those for other errors. */
const textOf = (failure: ApiError): string =>
  failure.code === "wrongCode"
    ? i18next.t("problem.wrongCode")
    : (alertText(failure) ?? problemText(failure));
