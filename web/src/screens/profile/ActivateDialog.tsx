import { useMutation, useQuery } from "@tanstack/react-query";
import i18next from "i18next";
import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import { useCustomerId } from "#api/session.ts";
import { getTotpSecret, verifyTotp } from "#domain/endpoints/account/profile.ts";
import { totpDigits } from "#domain/endpoints/account/session.ts";
import { AuthenticatorSecret } from "#features/authentication/AuthenticatorSecret.tsx";
import { CodeField } from "#features/authentication/CodeField.tsx";
import { isWholeCode } from "#features/authentication/oneTimeCode.ts";
import { FormDialog } from "#ui/dialog/FormDialog.tsx";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";

interface ActivateDialogProps {
  onClose: () => void;
  onActivated: () => void;
}

/** Activates an authenticator: the user scans the QR code or types the secret, then confirms with the first code (3§2, 3§4). */
export function ActivateDialog({ onClose, onActivated }: ActivateDialogProps) {
  const { t } = useTranslation("profile");
  const customerId = useCustomerId();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState("");
  const [isSubmitted, setSubmitted] = useState(false);
  const secretQuery = useQuery({
    queryKey: [customerId, "totpSecret", id],
    queryFn: ({ signal }) => call(getTotpSecret, { signal }),
    // A scanned secret must not be replaced while the dialog is open, nor outlive it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { handlesErrors: true },
  });
  const verify = useMutation({
    mutationFn: (body: { secret: string; code: string }) => call(verifyTotp, { body }),
    meta: { handlesErrors: true },
    onSuccess: onActivated,
    onError: () => {
      setSubmitted(false);
      field.current?.select();
    },
  });

  function submit() {
    if (!secretQuery.data) return;
    setSubmitted(true);
    verify.reset();
    if (isWholeCode(code)) verify.mutate({ secret: secretQuery.data.secret, code });
    else field.current?.focus();
  }
  return (
    <FormDialog
      title={t("activate.title")}
      narrow="fullscreen"
      submit={t("activate.submit")}
      isPending={verify.isPending}
      pendingText={t("activate.submitting")}
      isDisabled={!secretQuery.data}
      alert={verify.error && textOf(verify.error)}
      onSubmit={submit}
      onClose={onClose}
    >
      {secretQuery.error && !secretQuery.isFetching ? (
        <LoadError failure={secretQuery.error} onRetry={() => secretQuery.refetch()} />
      ) : !secretQuery.data ? (
        <Loading />
      ) : (
        <>
          <AuthenticatorSecret {...secretQuery.data} />
          <CodeField
            ref={field}
            label={t("activate.code")}
            caption={t("activate.codeHint", { count: totpDigits })}
            value={code}
            isSubmitted={isSubmitted}
            onTextChange={setCode}
          />
        </>
      )}
    </FormDialog>
  );
}

/** The text of an error. 1§8 defines the text for a wrong code, the error catalogue those for other errors. */
const textOf = (failure: ApiError): string =>
  failure.code === "wrongCode"
    ? i18next.t("problem.wrongCode")
    : (alertText(failure) ?? problemText(failure));
