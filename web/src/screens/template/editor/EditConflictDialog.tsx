import { Button } from "@primer/react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type TemplateContent, templateContentOf } from "#domain/template/content.ts";
import { diffTemplates } from "#domain/template/templateDifference.ts";
import { Modal } from "#ui/dialog/Modal.tsx";
import { Stack } from "#ui/layout/boxes.ts";
import { Note } from "#ui/layout/typography.ts";
import { DifferenceTable } from "../backups/Difference.tsx";
import type { TemplateRow } from "../useTemplate.ts";

interface EditConflictDialogProps {
  /** The content that editing started from. */
  base: TemplateContent;
  newestRow: TemplateRow;
  isSaving: boolean;
  onClose: () => void;
  onUseServerVersion: () => void;
  onSaveOwnVersion: () => void;
}

/** Shown after another user has saved first: lists their changes and asks whose version to keep. */
export function EditConflictDialog({
  base,
  newestRow,
  isSaving,
  onClose,
  onUseServerVersion,
  onSaveOwnVersion,
}: EditConflictDialogProps) {
  const { t } = useTranslation("template");
  const { t: tCommon } = useTranslation();
  const differences = useMemo(() => diffTemplates(base, templateContentOf(newestRow)), [base, newestRow]);
  return (
    <Modal
      title={t("conflict.title")}
      width="xlarge"
      narrow="fullscreen"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} disabled={isSaving}>
            {tCommon("form.keepEditing")}
          </Button>
          <Button onClick={onUseServerVersion} disabled={isSaving}>
            {t("conflict.keepTheirs")}
          </Button>
          <Button variant="danger" onClick={onSaveOwnVersion} loading={isSaving}>
            {t("conflict.saveMine")}
          </Button>
        </>
      }
    >
      <Stack>
        <p>{differences.length === 0 ? t("conflict.noDifferences") : t("conflict.text")}</p>
        {differences.length > 0 && <DifferenceTable differences={differences} />}
        <Note>{t("conflict.hint")}</Note>
      </Stack>
    </Modal>
  );
}
