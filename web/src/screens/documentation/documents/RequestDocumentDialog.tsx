import { FormControl, TextInput } from "@primer/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { call } from "#api/client.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import { useCustomerId } from "#api/session.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import {
  createExportDocumentJob,
  type documentRequest,
} from "#domain/endpoints/exports/exportDocumentCalls.ts";
import { getLanguage } from "#i18n/language.ts";
import { FormDialog } from "#ui/dialog/FormDialog.tsx";
import { formatNumber } from "#ui/format/numbers.ts";
import { documentJobsKey } from "./useDocumentJobs.ts";

export type DocumentChoice = Pick<
  z.input<z.ZodObject<typeof documentRequest>>,
  "type" | "configuration" | "pdf" | "photoSize" | "markup" | "threads"
>;

interface RequestDocumentDialogProps {
  details: Pick<DocumentationDetails, "id" | "uploadedPhotos">;
  choice: DocumentChoice;
  /** The user's email address. */
  defaultEmail: string;
  onClose: () => void;
  onRequested: (id: string) => void;
}

/** Asks for the email address that gets the link to a large document (2§2), and starts the job that creates it. */
export function RequestDocumentDialog({
  details,
  choice,
  defaultEmail,
  onClose,
  onRequested,
}: RequestDocumentDialogProps) {
  const { t } = useTranslation("documentation");
  const customerId = useCustomerId();
  const queryClient = useQueryClient();
  const [emailInput, setEmailInput] = useState<string | null>(null);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const email = (emailInput ?? defaultEmail).trim();
  const createJob = useMutation({
    mutationFn: () =>
      call(createExportDocumentJob, {
        body: { documentationId: details.id, ...choice, language: getLanguage(), email },
      }),
    meta: { handlesErrors: true },
    onSuccess: ({ id }) => {
      void queryClient.invalidateQueries({ queryKey: documentJobsKey(customerId, details.id) });
      onRequested(id);
    },
  });
  const isEmailValid = createExportDocumentJob.body!.shape.email.safeParse(email).success;
  const failure = createJob.error;
  return (
    <FormDialog
      title={t("background.title")}
      narrow="bottom"
      submit={t("background.create")}
      isPending={createJob.isPending}
      alert={failure && (alertText(failure) ?? problemText(failure))}
      onSubmit={() => {
        setIsSubmitted(true);
        if (isEmailValid) createJob.mutate();
      }}
      onClose={onClose}
    >
      <p>
        {t("background.lead", {
          photoCount: formatNumber(details.uploadedPhotos),
        })}
      </p>
      <FormControl required>
        <FormControl.Label>{t("background.email")}</FormControl.Label>
        <TextInput
          block
          type="email"
          autoComplete="email"
          value={emailInput ?? defaultEmail}
          maxLength={254}
          onChange={(event) => setEmailInput(event.currentTarget.value)}
        />
        {isSubmitted && !isEmailValid && (
          <FormControl.Validation variant="error">{t("background.emailInvalid")}</FormControl.Validation>
        )}
      </FormControl>
    </FormDialog>
  );
}
