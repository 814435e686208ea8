import { UploadIcon } from "@primer/octicons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PermissionButton } from "#ui/button/PermissionButton.tsx";
import { PairImportDialog } from "./PairImportDialog.tsx";
import type { PairImportKind } from "./pairImports.ts";

/** A button that opens the CSV import of a list (3§2). */
export function PairImport({ kind }: { kind: PairImportKind }) {
  const { t } = useTranslation("pairImport");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <PermissionButton
        resource={kind.resource}
        action="create"
        icon={UploadIcon}
        label={t("button")}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <PairImportDialog kind={kind} onClose={() => setIsOpen(false)} />}
    </>
  );
}
