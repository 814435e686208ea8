import { UploadIcon } from "@primer/octicons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PermissionButton } from "../../kit/ActionButton";
import { PairImportDialog } from "./PairImportDialog";
import type { PairImportKind } from "./pairImports";

/** Opens a list's CSV import (3§2). */
export function PairImport({ kind }: { kind: PairImportKind }) {
  const { t } = useTranslation("pairImport");
  const [open, setOpen] = useState(false);
  return (
    <>
      <PermissionButton
        resource={kind.resource}
        action="create"
        icon={UploadIcon}
        label={t("button")}
        onClick={() => setOpen(true)}
      />
      {open && <PairImportDialog kind={kind} onClose={() => setOpen(false)} />}
    </>
  );
}
