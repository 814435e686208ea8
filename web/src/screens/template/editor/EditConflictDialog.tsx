import { Button } from "@primer/react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type TemplateContent, templateContentOf } from "#domain/resources/template.ts";
import { templateDifference } from "#domain/template/templateDifference.ts";
import { Modal } from "#ui/dialog/Modal.tsx";
import { Stack } from "#ui/layout/boxes.ts";
import { Note } from "#ui/layout/typography.ts";
import { Difference } from "../backups/Difference.tsx";
import type { TemplateRow } from "../useTemplate.ts";

interface ConflictProps {
  /** What editing began with. */
  base: TemplateContent;
  newest: TemplateRow;
  saving: boolean;
  onClose: () => void;
  onTheirs: () => void;
  onMine: () => void;
}

/** Somebody else was faster: what they changed, and whose is to stay. */
export function EditConflictDialog({ base, newest, saving, onClose, onTheirs, onMine }: ConflictProps) {
  const { t } = useTranslation("template");
  const { t: common } = useTranslation();
  const found = useMemo(() => templateDifference(base, templateContentOf(newest)), [base, newest]);
  return (
    <Modal
      title={t("conflict.title")}
      width="xlarge"
      narrow="fullscreen"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose} disabled={saving}>
            {common("form.keepEditing")}
          </Button>
          <Button onClick={onTheirs} disabled={saving}>
            {t("conflict.theirs")}
          </Button>
          <Button variant="danger" onClick={onMine} loading={saving}>
            {t("conflict.mine")}
          </Button>
        </>
      }
    >
      <Stack>
        <p>{found.length === 0 ? t("conflict.nothing") : t("conflict.text")}</p>
        {found.length > 0 && <Difference found={found} />}
        <Note>{t("conflict.hint")}</Note>
      </Stack>
    </Modal>
  );
}
