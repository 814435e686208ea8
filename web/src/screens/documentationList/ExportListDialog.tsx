import { Button, Checkbox, CheckboxGroup, FormControl } from "@primer/react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { apiBase, call, pathOf, toQueryString } from "#api/client.ts";
import { openDownload } from "#api/downloads.ts";
import type { Order } from "#domain/contract/resource.ts";
import {
  type DocumentationSort,
  type ExcelOption,
  exportColumns,
  workbookColumns,
} from "#domain/documentation/columns.ts";
import { exportExcel, requestExcelExport } from "#domain/endpoints/documentation/list.ts";
import { toSemicolonList } from "#domain/endpoints/shared/documentationFilter.ts";
import { getLanguage } from "#i18n/language.ts";
import { Modal } from "#ui/dialog/Modal.tsx";
import { formatNumber } from "#ui/format/numbers.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";

interface ExportListDialogProps {
  /** The screen's filter; its sort order is below. */
  filter: Record<string, string>;
  sort: DocumentationSort;
  order: Order;
  /** Null until known. */
  total: number | null;
  onClose: () => void;
}

/** Exports the list as a workbook with the selected columns (2§2). */
export function ExportListDialog({ filter, sort, order, total, onClose }: ExportListDialogProps) {
  const { t } = useTranslation(["documentationList", "documentation"]);
  const { t: tCommon } = useTranslation();
  const [selectedColumns, setSelectedColumns] = useState<readonly ExcelOption[]>(exportColumns);
  const isNoneSelected = selectedColumns.length === 0;
  const startMutation = useMutation({
    mutationFn: () =>
      call(requestExcelExport, {
        body: {
          ...filter,
          sort,
          order,
          language: getLanguage(),
        },
      }),
    onSuccess: ({ token }) => {
      // The response streams, so the browser downloads it itself.
      openDownload(
        `${apiBase}${pathOf(exportExcel, { token })}${toQueryString({ options: toSemicolonList(selectedColumns) })}`,
      );
      showAlert("success", tCommon("alerts.downloadStarted"));
      onClose();
    },
  });
  return (
    <Modal
      title={t("export.title")}
      width="medium"
      narrow="bottom"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{tCommon("actions.cancel")}</Button>
          <Button
            variant="primary"
            disabled={isNoneSelected}
            loading={startMutation.isPending}
            onClick={() => startMutation.mutate()}
          >
            {t("export.start")}
          </Button>
        </>
      }
    >
      {total !== null && (
        <p style={{ marginBottom: "var(--base-size-16)" }}>
          {t("export.text", { count: total, formattedCount: formatNumber(total) })}
        </p>
      )}
      <CheckboxGroup>
        <CheckboxGroup.Label>{t("export.columns")}</CheckboxGroup.Label>
        {workbookColumns.map(({ option: column, field }) => (
          <FormControl key={column}>
            <Checkbox
              value={column}
              checked={selectedColumns.includes(column)}
              onChange={() =>
                setSelectedColumns(
                  exportColumns.filter((name) => selectedColumns.includes(name) !== (name === column)),
                )
              }
            />
            <FormControl.Label>{t(`documentation:fields.${field}`)}</FormControl.Label>
          </FormControl>
        ))}
        {isNoneSelected && (
          <CheckboxGroup.Validation variant="error">{t("export.atLeastOne")}</CheckboxGroup.Validation>
        )}
      </CheckboxGroup>
    </Modal>
  );
}
