import { type ReactNode, useState } from "react";
import { isCreatedInBackground } from "#domain/configuration/exportTypes.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import type { DocumentJob } from "#domain/endpoints/exports/exportDocumentCalls.ts";
import { useUrlParams } from "#ui/hooks/useUrlParams.ts";
import { DocumentDialog } from "./DocumentDialog.tsx";
import { type DocumentChoice, RequestDocumentDialog } from "./RequestDocumentDialog.tsx";
import { useDocumentJobs } from "./useDocumentJobs.ts";

/** The URL param with the id of the open document, so that the dialog survives a reload. */
const documentParam = "document";

interface Documents {
  /** Whether documents of this documentation are created in the background. */
  createsInBackground: boolean;
  jobs: readonly DocumentJob[];
  /** Opens the dialog that requests a document. */
  choose: (choice: DocumentChoice) => void;
  /** Shows a requested document. */
  open: (id: string) => void;
  dialog: ReactNode;
}

/** Documents that take too long to wait for (2§2): a dialog requests them, shows their progress and downloads them. */
export function useDocuments(details: Pick<DocumentationDetails, "id" | "uploadedPhotos">): Documents {
  const [params, setParams] = useUrlParams();
  const [choice, setChoice] = useState<DocumentChoice | null>(null);
  const openId = params.get(documentParam);
  const createsInBackground = isCreatedInBackground(details);
  const jobs = useDocumentJobs(details.id, createsInBackground || openId !== null);
  const openDocument = (id: string | null) =>
    setParams(
      (current) => {
        current.delete(documentParam);
        if (id !== null) current.set(documentParam, id);
        return current;
      },
      { replace: true },
    );
  const openJob = jobs.data?.items.find(({ id }) => id === openId);
  const dialog =
    choice !== null ? (
      <RequestDocumentDialog
        details={details}
        choice={choice}
        defaultEmail={jobs.data?.email ?? ""}
        onClose={() => setChoice(null)}
        onRequested={(id) => {
          setChoice(null);
          openDocument(id);
        }}
      />
    ) : openId !== null ? (
      <DocumentDialog
        job={openJob ?? (jobs.data && !jobs.isFetching ? null : undefined)}
        failure={jobs.data ? null : jobs.error}
        onRetry={() => void jobs.refetch()}
        onClose={() => openDocument(null)}
      />
    ) : null;
  return { createsInBackground, jobs: jobs.data?.items ?? [], choose: setChoice, open: openDocument, dialog };
}
