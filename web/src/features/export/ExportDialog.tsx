import { AlertIcon, RocketIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCustomerId, useGrants } from "#api/session.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import { isExportBlocked } from "#domain/documentation/status.ts";
import type { ExportOptions } from "#domain/endpoints/exports/manualExport.ts";
import { Modal } from "#ui/dialog/Modal.tsx";
import { QueryContent } from "#ui/feedback/QueryContent.tsx";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { ExportForm } from "./ExportForm.tsx";
import { Sending, type StartedDelivery } from "./ExportSending.tsx";
import { type ExportSource, fetchExportOptions, keyOf } from "./exportSource.ts";

/** The export dialog (2§4): CONFIG, then EXPORTING; PAUSED_ERROR where the documentation may not be exported now. */
export function ExportDialog({ source: given, onClose }: { source: ExportSource; onClose: () => void }) {
  const { t } = useTranslation("exporting");
  const customerId = useCustomerId();
  // What is exported stays as it was when the dialog opened, however often the page behind it is read again.
  const [source] = useState(given);
  const [begun, setBegun] = useState<readonly StartedDelivery[] | null>(null);
  const refused = source.kind === "documentation" && isExportBlocked(source.status);
  const options = useQuery({
    queryKey: [customerId, "exportOptions", ...keyOf(source)],
    queryFn: ({ signal }) => fetchExportOptions(source, signal),
    enabled: !refused && begun === null,
    // A task may have been answered since the dialog was last open.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    meta: { ownErrors: true },
  });
  if (begun) return <Sending source={source} deliveries={begun} onClose={onClose} />;
  if (refused || options.data?.obstacles.some(({ code }) => code === "exportRefused"))
    return <ExportBlocked source={source} paused onClose={onClose} />;
  if (options.data?.destinations.length === 0) return <ExportBlocked source={source} onClose={onClose} />;
  if (options.data)
    return <ExportForm source={source} options={options.data} onBegun={setBegun} onClose={onClose} />;
  return (
    <Modal title={t("title", { name: source.name })} width="720px" narrow="fullscreen" onClose={onClose}>
      <QueryContent<ExportOptions> query={options}>{() => null}</QueryContent>
    </Modal>
  );
}

interface StoppedProps {
  source: ExportSource;
  /** It was handed over or fetched; else its template has no destinations. */
  paused?: boolean;
  onClose: () => void;
}

/** Why there is nothing to fill in. */
function ExportBlocked({ source, paused = false, onClose }: StoppedProps) {
  const { t } = useTranslation("exporting");
  const wide = spansCustomers(useGrants());
  return (
    <Modal
      title={t("title", { name: source.name })}
      width="large"
      onClose={onClose}
      footer={<Button onClick={onClose}>{t("sending.ok")}</Button>}
    >
      <EmptyState
        icon={paused ? AlertIcon : RocketIcon}
        title={t(paused ? "paused.title" : "none.title")}
        text={t(paused ? "paused.text" : "none.text")}
        action={
          !paused &&
          wide &&
          source.kind === "documentation" && (
            <Link to={`/template/details/${source.templateId}`}>{t("none.template")}</Link>
          )
        }
      />
    </Modal>
  );
}
