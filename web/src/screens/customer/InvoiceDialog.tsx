import { Button } from "@primer/react";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { subtractMonth, today, validatePeriod } from "#domain/core/calendar/days.ts";
import {
  createInvoiceAttachement,
  prepareInvoiceAttachment,
} from "#domain/endpoints/configuration/customerCalls.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { formatBytes } from "#ui/format/numbers.ts";
import { BackgroundJobDialog } from "./BackgroundJobDialog.tsx";
import type { CustomerRow } from "./customerColumns.tsx";
import { InvoiceFields, type InvoiceRequest } from "./InvoiceFields.tsx";
import { useBackgroundDownload } from "./useBackgroundDownload.ts";
import { useSessionState } from "./useSessionState.ts";

/** A ticket is for a path of at most 4000 characters, and an id takes 39 of them. */
const maxIdsInUrl = 80;

const defaultInvoiceRequest = (): InvoiceRequest => ({
  startDate: subtractMonth(today()),
  endDate: today(),
  licenses: [],
  templates: [],
});

/** The workbook that goes with an invoice (1§2): a period, and licences and templates, of which none means all. */
export function InvoiceDialog({ row: { id, name }, onClose }: { row: CustomerRow; onClose: () => void }) {
  const { t } = useTranslation("customer");
  const formId = useId();
  const [kept, keep] = useSessionState<InvoiceRequest>(`invoice/${id}`);
  const [request, setWish] = useState<InvoiceRequest>(() => kept ?? defaultInvoiceRequest());
  const [sent, setSent] = useState(false);
  const { startDate, endDate } = request;
  const errors = validatePeriod(request);
  const licenses = request.licenses.map((license) => license.id);
  const templates = request.templates.map((template) => template.id);
  // What was prepared is named by its job; the ids say it again, as the specification has them, where there is room.
  const inPath = (ids: string[]) => (licenses.length + templates.length > maxIdsInUrl ? "" : ids.join(";"));
  const work = useBackgroundDownload({
    name: `invoice/${id}`,
    start: () =>
      call(prepareInvoiceAttachment, { body: { customerId: id, startDate, endDate, licenses, templates } }),
    download: (job) => ({
      path: createInvoiceAttachement.path,
      query: {
        customerId: id,
        startDate,
        endDate,
        licenses: inPath(licenses),
        templates: inPath(templates),
        job,
      },
    }),
  });
  const create = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setSent(true);
    const first = Object.keys(errors)[0];
    if (first) return void event.currentTarget.querySelector<HTMLElement>(`[name=${first}]`)?.focus();
    keep(request);
    work.begin();
  };
  const { preparation } = work;
  const changeSelection = <Button onClick={work.forget}>{t("invoice.change")}</Button>;
  const size = preparation.step === "ready" ? preparation.job.result?.size : undefined;
  return (
    <BackgroundJobDialog
      title={t("invoice.title", { name })}
      narrow="fullscreen"
      work={work}
      progress={t("invoice.progress")}
      lead={preparation.step === "idle" ? t("invoice.lead") : `${startDate} – ${endDate}`}
      idle={
        <form id={formId} noValidate onSubmit={create}>
          <InvoiceFields customerId={id} wish={request} onChange={setWish} faults={errors} all={sent} />
        </form>
      }
      start={
        <Button type="submit" form={formId} variant="primary">
          {t("invoice.create")}
        </Button>
      }
      ready={
        <Banner kind="success">
          <strong>{t("invoice.ready")}</strong>
          {size !== undefined && ` (${formatBytes(size)})`}
        </Banner>
      }
      again={changeSelection}
      instead={changeSelection}
      onClose={onClose}
    />
  );
}
