import { useItem } from "#api/resource.ts";
import type { ListRow, Row } from "#domain/contract/resource.ts";
import { exportDocumentConfiguration } from "#domain/resources/exportDocumentConfiguration.ts";

export type LayoutRow = Row<typeof exportDocumentConfiguration>;
export type LayoutListRow = ListRow<typeof exportDocumentConfiguration>;

export const useLayout = (id: string) => useItem(exportDocumentConfiguration, id);
