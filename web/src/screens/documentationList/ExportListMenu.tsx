import { DownloadIcon, FileZipIcon, TableIcon } from "@primer/octicons-react";
import { ActionList, ActionMenu, Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import { useGrants } from "#api/session.ts";
import { hasAuthority } from "#domain/access/authorities.ts";
import { useShortcuts } from "#ui/shortcuts/useShortcuts.ts";

interface ExportListMenuProps {
  /** No documentation matches the filter. */
  isEmpty: boolean;
  onWorkbook: () => void;
  onZip: () => void;
}

/** Exports the filtered documentations: the rows as a workbook (2§2), or their photos and files as a zip. */
export function ExportListMenu({ isEmpty, onWorkbook, onZip }: ExportListMenuProps) {
  const { t } = useTranslation("documentationList");
  const { t: tCommon } = useTranslation();
  const canExportList = hasAuthority(useGrants(), "ROLE_EXPORT_DOCUMENTATION_LIST");
  useShortcuts(tCommon("routes.documentation"), [
    ...(canExportList ? [{ key: "", label: t("export.menuItem"), act: onWorkbook, isAction: true }] : []),
    ...(isEmpty ? [] : [{ key: "", label: t("zip.menuItem"), act: onZip, isAction: true }]),
  ]);
  return (
    <ActionMenu>
      <ActionMenu.Anchor>
        <Button leadingVisual={DownloadIcon}>{t("export.action")}</Button>
      </ActionMenu.Anchor>
      <ActionMenu.Overlay width="medium" align="end">
        <ActionList>
          {canExportList && (
            <ActionList.Item onSelect={onWorkbook}>
              <ActionList.LeadingVisual>
                <TableIcon />
              </ActionList.LeadingVisual>
              {t("export.menuItem")}
            </ActionList.Item>
          )}
          <ActionList.Item disabled={isEmpty} onSelect={onZip}>
            <ActionList.LeadingVisual>
              <FileZipIcon />
            </ActionList.LeadingVisual>
            {t("zip.menuItem")}
          </ActionList.Item>
        </ActionList>
      </ActionMenu.Overlay>
    </ActionMenu>
  );
}
