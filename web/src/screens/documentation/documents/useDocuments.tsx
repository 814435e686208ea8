import { type ReactNode, useState } from "react";
import type { ApiError } from "#api/failure.ts";
import { isMadeInBackground } from "#domain/configuration/exportTypes.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import type { DocumentJob } from "#domain/endpoints/exports/exportDocumentCalls.ts";
import { useUrlParams } from "#ui/hooks/useUrlParams.ts";
import { DocumentDialog } from "./DocumentDialog.tsx";
import { type DocumentChoice, RequestDocumentDialog } from "./RequestDocumentDialog.tsx";
import { useDocumentJobs } from "./useDocumentJobs.ts";

/** The parameter of the address that holds the document that is looked at: the dialog survives a reload. */
const documentParam = "document";

interface Documents {
  /** Whether documents of this documentation are made in the background. */
  inBackground: boolean;
  made: readonly DocumentJob[];
  /** Asks for one that is chosen. */
  choose: (choice: DocumentChoice) => void;
  /** Shows one that was asked for. */
  open: (id: string) => void;
  dialog: ReactNode;
}

/** Documents that are too large to wait for (2§2): asked for, followed and downloaded in a dialog. */
export function useDocuments(details: Pick<DocumentationDetails, "id" | "uploadedPhotos">): Documents {
  const [address, changeAddress] = useUrlParams();
  const [choice, setChoice] = useState<DocumentChoice | null>(null);
  const shown = address.get(documentParam);
  const inBackground = isMadeInBackground(details);
  const asked = useDocumentJobs(details.id, inBackground || shown !== null);
  const open = (id: string | null) =>
    changeAddress(
      (before) => {
        before.delete(documentParam);
        if (id !== null) before.set(documentParam, id);
        return before;
      },
      { replace: true },
    );
  const found = asked.data?.items.find(({ id }) => id === shown);
  const dialog =
    choice !== null ? (
      <RequestDocumentDialog
        details={details}
        choice={choice}
        proposed={asked.data?.email ?? ""}
        onClose={() => setChoice(null)}
        onAsked={(id) => {
          setChoice(null);
          open(id);
        }}
      />
    ) : shown !== null ? (
      <DocumentDialog
        made={found ?? (asked.data && !asked.isFetching ? null : undefined)}
        failure={asked.data ? null : (asked.error as ApiError | null)}
        onRetry={() => void asked.refetch()}
        onClose={() => open(null)}
      />
    ) : null;
  return { inBackground, made: asked.data?.items ?? [], choose: setChoice, open, dialog };
}
