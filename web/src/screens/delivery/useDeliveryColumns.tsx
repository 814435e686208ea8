import { useTranslation } from "react-i18next";
import type { DeliveryRow } from "#domain/endpoints/exports/delivery.ts";
import { DateTime } from "#ui/format/DateTime.tsx";
import { NameLink } from "#ui/format/NameLink.tsx";
import { formatBytes, formatNumber } from "#ui/format/numbers.ts";
import { Note, PlainNote } from "#ui/layout/typography.ts";
import type { TableColumn } from "#ui/table/TableColumn.ts";
import { useCustomerColumn } from "#ui/table/useCustomerColumn.ts";
import { StateCell } from "./StateCell.tsx";

/** The columns of the delivery list. */
export function useDeliveryColumns(): TableColumn<DeliveryRow>[] {
  const { t } = useTranslation(["delivery", "configuration"]);
  const { t: tCommon } = useTranslation();
  const emptyText = tCommon("state.emptyValue");
  return [
    {
      id: "documentationName",
      header: t("fields.documentation"),
      isRowHeader: true,
      cell: ({ documentationId, documentationName, templateName }) => (
        <>
          <NameLink to={`/documentation/details/${documentationId}`}>{documentationName}</NameLink>
          <PlainNote as="div">{templateName}</PlainNote>
        </>
      ),
    },
    {
      id: "exportConfigurationName",
      header: t("fields.destination"),
      cell: ({ exportConfigurationName, type }) => (
        <>
          <div>{exportConfigurationName}</div>
          <Note as="div">{t(`configuration:type.${type}`)}</Note>
        </>
      ),
    },
    ...useCustomerColumn<DeliveryRow>(),
    {
      id: "state",
      header: t("fields.state"),
      share: 2.6,
      cell: (row) => <StateCell row={row} />,
    },
    {
      id: "files",
      header: t("fields.files"),
      align: "end",
      cell: ({ bytes, files, filesDone }) =>
        bytes === null
          ? emptyText
          : t("deliveredFiles", { deliveredCount: formatNumber(filesDone), total: formatNumber(files) }),
    },
    {
      id: "bytes",
      header: t("fields.size"),
      align: "end",
      cell: ({ bytes }) => (bytes === null ? emptyText : formatBytes(bytes)),
    },
    {
      id: "username",
      header: t("fields.exportedBy"),
      cell: ({ automatic, username }) => (automatic ? t("automatic") : username || emptyText),
    },
    {
      id: "dateCreated",
      header: t("fields.started"),
      width: "150px",
      cell: ({ dateCreated }) => <DateTime value={dateCreated} />,
    },
    {
      id: "finished",
      header: t("fields.finished"),
      width: "150px",
      cell: ({ finished }) => <DateTime value={finished} />,
    },
  ];
}
