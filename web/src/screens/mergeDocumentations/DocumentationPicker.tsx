import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { mergeableStatuses } from "#domain/documentation/merge.ts";
import { type DocumentationListRow, listDocumentations } from "#domain/endpoints/documentation/list.ts";
import { maxMergedDocumentations } from "#domain/endpoints/review/mergeCalls.ts";
import { toSemicolonList } from "#domain/endpoints/shared/documentationFilter.ts";
import { formatDateTime } from "#ui/format/dates.ts";
import { ServerMultiSelect } from "#ui/select/ServerMultiSelect.tsx";

interface DocumentationPickerProps {
  value: readonly DocumentationListRow[];
  disabled: boolean;
  message: string | undefined;
  onChange: (documentations: DocumentationListRow[]) => void;
}

const labelOf = ({ name, alias, templateName, dateCreated }: DocumentationListRow) =>
  `${alias ?? name} · ${templateName} · ${formatDateTime(dateCreated)}`;

/** Selects documentations to merge, searched by the service. After the first, only those with its template are offered (2§2). */
export function DocumentationPicker({ value, disabled, message, onChange }: DocumentationPickerProps) {
  const { t } = useTranslation("tools");
  const fetchedRows = useRef(new Map<string, DocumentationListRow>());
  const first = value[0];
  const find = async (q: string, signal: AbortSignal) => {
    const { items } = await call(listDocumentations, {
      query: {
        query: q,
        max: 50,
        statusFilter: toSemicolonList(mergeableStatuses),
        ...(first && { templateFilter: first.templateId, customerId: first.customerId }),
      },
      signal,
    });
    for (const row of items) fetchedRows.current.set(row.id, row);
    return items.map((row) => ({ id: row.id, label: labelOf(row) }));
  };
  return (
    <ServerMultiSelect
      name="documentations"
      label={t("merge.documentations")}
      caption={first ? t("merge.sameTemplate", { template: first.templateName }) : t("merge.firstHint")}
      placeholder={t("merge.search")}
      disabled={disabled}
      message={message}
      value={value.map((row) => ({ id: row.id, label: labelOf(row) }))}
      queryKey={`documentationsToMerge/${first?.templateId ?? ""}`}
      find={find}
      onChange={(options) => {
        const selectedRows = new Map(value.map((row) => [row.id, row]));
        onChange(
          options
            .slice(0, maxMergedDocumentations)
            .flatMap(({ id }) => selectedRows.get(id) ?? fetchedRows.current.get(id) ?? []),
        );
      }}
    />
  );
}
