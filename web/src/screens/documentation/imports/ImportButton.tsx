import { UploadIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DocumentationTask, PhotoRow } from "#domain/endpoints/documentation/details.ts";
import type { ImportKind } from "./importCalls.ts";

const ImportDialog = lazy(async () => ({ default: (await import("./MediaImportDialog.tsx")).ImportDialog }));

interface ImportButtonProps {
  kind: ImportKind;
  documentationId: string;
  tasks: readonly DocumentationTask[] | undefined;
  photos: readonly PhotoRow[];
}

/** Opens the dialog that adds photos or files, once the tasks are loaded. */
export function ImportButton({ kind, documentationId, tasks, photos }: ImportButtonProps) {
  const { t } = useTranslation("review");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="small" leadingVisual={UploadIcon} disabled={!tasks} onClick={() => setOpen(true)}>
        {t(kind === "PHOTO" ? "photo.import" : "file.import")}
      </Button>
      {open && tasks && (
        <Suspense>
          <ImportDialog
            kind={kind}
            documentationId={documentationId}
            tasks={tasks}
            photos={photos}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
