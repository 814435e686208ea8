import { AlertIcon, RocketIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useCustomerId, useGrants } from "#api/session.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import { isExportBlocked } from "#domain/documentation/status.ts";
import type { ExportOptions, StartedDelivery } from "#domain/endpoints/exports/manualExport.ts";
import { Modal } from "#ui/dialog/Modal.tsx";
import { QueryContent } from "#ui/feedback/QueryContent.tsx";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { ExportForm } from "./ExportForm.tsx";
import { ExportProgress } from "./ExportSending.tsx";
import { type ExportSource, fetchExportOptions, sourceKeyOf } from "./exportSource.ts";

/** The export dialog (2§4): CONFIG, then EXPORTING; PAUSED_ERROR if the documentation cannot be exported now. */
export function ExportDialog({
  source: initialSource,
  onClose,
}: {
  source: ExportSource;
  onClose: () => void;
}) {
  const { t } = useTranslation("exporting");
  const customerId = useCustomerId();
  // Exports the source as it was when the dialog opened, even if the page behind it refetches.
  const [source] = useState(initialSource);
  const [deliveries, setDeliveries] = useState<readonly StartedDelivery[] | null>(null);
  const isBlocked = source.kind === "documentation" && isExportBlocked(source.status);
  const options = useQuery({
    queryKey: [customerId, "exportOptions", ...sourceKeyOf(source)],
    queryFn: ({ signal }) => fetchExportOptions(source, signal),
    enabled: !isBlocked && deliveries === null,
    // A task may have been answered since the dialog was last open.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    meta: { handlesErrors: true },
  });
  if (deliveries) return <ExportProgress source={source} deliveries={deliveries} onClose={onClose} />;
  if (isBlocked || options.data?.obstacles.some(({ code }) => code === "exportRefused"))
    return <ExportBlocked source={source} paused onClose={onClose} />;
  if (options.data?.destinations.length === 0) return <ExportBlocked source={source} onClose={onClose} />;
  if (options.data)
    return <ExportForm source={source} options={options.data} onStarted={setDeliveries} onClose={onClose} />;
  return (
    <Modal title={t("title", { name: source.name })} width="720px" narrow="fullscreen" onClose={onClose}>
      <QueryContent<ExportOptions> query={options}>{() => null}</QueryContent>
    </Modal>
  );
}

interface ExportBlockedProps {
  source: ExportSource;
  /** The documentation was handed over or fetched; otherwise its template has no destinations. */
  paused?: boolean;
  onClose: () => void;
}

/** Explains why there is nothing to fill in. */
function ExportBlocked({ source, paused = false, onClose }: ExportBlockedProps) {
  const { t } = useTranslation("exporting");
  const isSuperAdmin = spansCustomers(useGrants());
  return (
    <Modal
      title={t("title", { name: source.name })}
      width="large"
      onClose={onClose}
      footer={<Button onClick={onClose}>{t("sending.close")}</Button>}
    >
      <EmptyState
        icon={paused ? AlertIcon : RocketIcon}
        title={t(paused ? "paused.title" : "noDestinations.title")}
        text={t(paused ? "paused.text" : "noDestinations.text")}
        action={
          !paused &&
          isSuperAdmin &&
          source.kind === "documentation" && (
            <Link to={`/template/details/${source.templateId}`}>{t("noDestinations.template")}</Link>
          )
        }
      />
    </Modal>
  );
}
