import { useTranslation } from "react-i18next";
import type { DocumentationListRow } from "#domain/endpoints/documentation/list.ts";
import type { TableColumn } from "#ui/table/TableColumn.ts";
import { useDocumentationColumns } from "./documentationColumns.tsx";
import { FirstPhotoImage } from "./FirstPhoto.tsx";

/** The columns that a phone's card shows, and where. */
const cardPositions: Partial<Record<string, TableColumn<DocumentationListRow>["card"]>> = {
  name: "head",
  status: "status",
  dateCreated: "when",
};

/** The columns of the documentation list, with photos on request and two-line cards on a phone. */
export function useListColumns(hasThumbnails: boolean): TableColumn<DocumentationListRow>[] {
  const { t } = useTranslation("documentationList");
  const columns = useDocumentationColumns().map((column) => {
    const card = cardPositions[column.id];
    return card ? { ...column, card } : column;
  });
  if (!hasThumbnails) return columns;
  const picture: TableColumn<DocumentationListRow> = {
    id: "picture",
    header: t("photo"),
    width: "64px",
    card: "picture",
    cell: ({ id }) => <FirstPhotoImage documentationId={id} />,
  };
  return [picture, ...columns];
}
