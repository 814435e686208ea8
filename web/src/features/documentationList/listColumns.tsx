import { useTranslation } from "react-i18next";
import type { DocumentationListRow } from "#domain/endpoints/documentation/list.ts";
import type { TableColumn } from "#ui/table/TableColumn.ts";
import { useDocumentationColumns } from "./documentationColumns.tsx";
import { FirstPhotoImage } from "./FirstPhoto.tsx";

/** What a card shows on a phone. */
const cards: Partial<Record<string, TableColumn<DocumentationListRow>["card"]>> = {
  name: "head",
  status: "status",
  dateCreated: "when",
};

/** The columns of the list itself: photos on request, and cards of two lines on a phone. */
export function useListColumns(thumbnails: boolean): TableColumn<DocumentationListRow>[] {
  const { t } = useTranslation("documentationList");
  const columns = useDocumentationColumns().map((column) => {
    const card = cards[column.id];
    return card ? { ...column, card } : column;
  });
  if (!thumbnails) return columns;
  const picture: TableColumn<DocumentationListRow> = {
    id: "picture",
    header: t("picture"),
    width: "56px",
    card: "picture",
    cell: ({ id }) => <FirstPhotoImage documentationId={id} />,
  };
  return [picture, ...columns];
}
