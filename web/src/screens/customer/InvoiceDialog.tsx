import { Button } from "@primer/react";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { subtractMonth, today, validatePeriod } from "#domain/core/calendar/days.ts";
import {
  createInvoiceAttachement,
  prepareInvoiceAttachment,
} from "#domain/endpoints/configuration/customerCalls.ts";
import { getLanguage } from "#i18n/language.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { formatBytes } from "#ui/format/numbers.ts";
import { BackgroundJobDialog } from "./BackgroundJobDialog.tsx";
import type { CustomerRow } from "./customerColumns.tsx";
import { InvoiceFields, type InvoiceRequest } from "./InvoiceFields.tsx";
import { useBackgroundDownload } from "./useBackgroundDownload.ts";
import { useSessionState } from "./useSessionState.ts";

/** A download ticket allows a path of at most 4000 characters; an id takes 39 of them. */
const maxIdsInUrl = 80;

const createDefaultInvoiceRequest = (): InvoiceRequest => ({
  startDate: subtractMonth(today()),
  endDate: today(),
  licenses: [],
  templates: [],
  language: getLanguage(),
});

/** The invoice attachment (1§2): a workbook for a period, licences and templates; none selected means all. */
export function InvoiceDialog({ row: { id, name }, onClose }: { row: CustomerRow; onClose: () => void }) {
  const { t } = useTranslation("customer");
  const formId = useId();
  const [savedRequest, saveRequest] = useSessionState<InvoiceRequest>(`invoice/${id}`);
  const [request, setRequest] = useState<InvoiceRequest>(() => ({
    ...createDefaultInvoiceRequest(),
    ...savedRequest,
  }));
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { startDate, endDate } = request;
  const errors = validatePeriod(request);
  const licenseIds = request.licenses.map((license) => license.id);
  const templateIds = request.templates.map((template) => template.id);
  // The job identifies the file. The specification also has the ids in the URL; they are left out if they do not fit.
  const toUrlParam = (ids: string[]) =>
    licenseIds.length + templateIds.length > maxIdsInUrl ? "" : ids.join(";");
  const work = useBackgroundDownload({
    name: `invoice/${id}`,
    start: () =>
      call(prepareInvoiceAttachment, {
        body: {
          customerId: id,
          startDate,
          endDate,
          licenses: licenseIds,
          templates: templateIds,
          language: request.language,
        },
      }),
    download: (job) => ({
      path: createInvoiceAttachement.path,
      query: {
        customerId: id,
        startDate,
        endDate,
        licenses: toUrlParam(licenseIds),
        templates: toUrlParam(templateIds),
        job,
      },
    }),
  });
  const create = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setIsSubmitted(true);
    const firstInvalidField = Object.keys(errors)[0];
    if (firstInvalidField)
      return void event.currentTarget.querySelector<HTMLElement>(`[name=${firstInvalidField}]`)?.focus();
    saveRequest(request);
    work.begin();
  };
  const { preparation } = work;
  const changeButton = <Button onClick={work.reset}>{t("invoice.change")}</Button>;
  const size = preparation.step === "ready" ? preparation.job.result?.size : undefined;
  return (
    <BackgroundJobDialog
      title={t("invoice.title", { name })}
      narrow="fullscreen"
      work={work}
      progressLabel={t("invoice.progress")}
      lead={preparation.step === "idle" ? t("invoice.lead") : `${startDate} – ${endDate}`}
      idle={
        <form id={formId} noValidate onSubmit={create}>
          <InvoiceFields
            customerId={id}
            request={request}
            onChange={setRequest}
            errors={errors}
            showsAllErrors={isSubmitted}
          />
        </form>
      }
      startButton={
        <Button type="submit" form={formId} variant="primary">
          {t("invoice.create")}
        </Button>
      }
      result={
        <Banner kind="success">
          <strong>{t("invoice.ready")}</strong>
          {size !== undefined && ` (${formatBytes(size)})`}
        </Banner>
      }
      repeatText={changeButton}
      retryAlternative={changeButton}
      onClose={onClose}
    />
  );
}
