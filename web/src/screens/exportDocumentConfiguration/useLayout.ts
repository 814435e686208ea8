import type { ListRow, Row } from "../../../../domain/resource";
import { exportDocumentConfiguration } from "../../../../domain/resources/exportDocumentConfiguration";
import { useItem } from "../../api/resource";

export type LayoutRow = Row<typeof exportDocumentConfiguration>;
export type LayoutListRow = ListRow<typeof exportDocumentConfiguration>;

export const useLayout = (id: string) => useItem(exportDocumentConfiguration, id);
