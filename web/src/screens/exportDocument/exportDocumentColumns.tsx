import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { ListRow } from "../../../../domain/resource";
import type { exportDocument } from "../../../../domain/resources";
import { DateTime } from "../../kit/DateTime";
import { sizeText } from "../../kit/numbers";
import { useCustomerColumn } from "../../kit/table/useCustomerColumn";

type ExportDocument = ListRow<typeof exportDocument>;

export function useExportDocumentColumns() {
  const { t } = useTranslation("exportDocument");
  return [
    {
      id: "fileName",
      header: t("fields.fileName"),
      heads: true,
      cell: (row: ExportDocument) => row.fileName,
    },
    {
      id: "documentationName",
      header: t("fields.documentationName"),
      cell: ({ documentationId, documentationName }: ExportDocument) =>
        documentationId ? (
          <Link to={`/documentation/details/${documentationId}`}>{documentationName}</Link>
        ) : (
          documentationName
        ),
    },
    ...useCustomerColumn<ExportDocument>(),
    { id: "userName", header: t("fields.userName"), cell: (row: ExportDocument) => row.userName },
    {
      id: "size",
      header: t("fields.size"),
      align: "end",
      cell: (row: ExportDocument) => sizeText(row.size),
    },
    {
      id: "expireDate",
      header: t("fields.expireDate"),
      width: "160px",
      cell: (row: ExportDocument) => <DateTime value={row.expireDate} />,
    },
    {
      id: "lastModified",
      header: t("fields.lastModified"),
      width: "160px",
      cell: (row: ExportDocument) => <DateTime value={row.lastModified} />,
    },
  ] as const;
}
