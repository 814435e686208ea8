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
import { language } from "#i18n/language.ts";
import { Modal } from "#ui/dialog/Modal.tsx";
import { formatNumber } from "#ui/format/numbers.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";

interface ExportListDialogProps {
  /** The screen's filter; with its order below. */
  filter: Record<string, string>;
  sort: string;
  order: Order;
  /** Null until known. */
  total: number | null;
  onClose: () => void;
}

/** The list as a workbook with the chosen columns (2§2). */
export function ExportListDialog({ filter, sort, order, total, onClose }: ExportListDialogProps) {
  const { t } = useTranslation(["documentationList", "documentation"]);
  const { t: common } = useTranslation();
  const [chosen, setChosen] = useState<readonly ExcelOption[]>(exportColumns);
  const none = chosen.length === 0;
  const starting = useMutation({
    mutationFn: () =>
      call(requestExcelExport, {
        body: {
          ...filter,
          sort: sort as DocumentationSort,
          order,
          language: language(),
        },
      }),
    onSuccess: ({ token }) => {
      // The service streams: the browser itself takes the download.
      openDownload(
        `${apiBase}${pathOf(exportExcel, { token })}${toQueryString({ options: toSemicolonList(chosen) })}`,
      );
      showAlert("success", common("alerts.downloadStarted"));
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
          <Button onClick={onClose}>{common("actions.cancel")}</Button>
          <Button
            variant="primary"
            disabled={none}
            loading={starting.isPending}
            onClick={() => starting.mutate()}
          >
            {t("export.start")}
          </Button>
        </>
      }
    >
      {total !== null && (
        <p style={{ marginBottom: "var(--base-size-16)" }}>
          {t("export.text", { count: total, shown: formatNumber(total) })}
        </p>
      )}
      <CheckboxGroup>
        <CheckboxGroup.Label>{t("export.columns")}</CheckboxGroup.Label>
        {workbookColumns.map(({ option: column, field }) => (
          <FormControl key={column}>
            <Checkbox
              value={column}
              checked={chosen.includes(column)}
              onChange={() =>
                setChosen(exportColumns.filter((one) => chosen.includes(one) !== (one === column)))
              }
            />
            <FormControl.Label>{t(`documentation:columns.${field}`)}</FormControl.Label>
          </FormControl>
        ))}
        {none && (
          <CheckboxGroup.Validation variant="error">{t("export.atLeastOne")}</CheckboxGroup.Validation>
        )}
      </CheckboxGroup>
    </Modal>
  );
}
