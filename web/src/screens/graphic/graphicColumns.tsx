import { useTranslation } from "react-i18next";
import type { ListRow } from "#domain/contract/resource.ts";
import type { graphic } from "#domain/resources/index.ts";
import { DateTime } from "#ui/format/DateTime.tsx";
import { useCustomerColumn } from "#ui/table/useCustomerColumn.ts";
import { Preview } from "./GraphicPreview.tsx";

type Graphic = ListRow<typeof graphic>;

export function useGraphicColumns() {
  const { t } = useTranslation("image");
  const { t: tCommon } = useTranslation();
  return [
    {
      id: "hasData",
      header: t("columns.preview"),
      width: "136px",
      isOmitted: (row: Graphic) => !row.hasData,
      cell: (row: Graphic) => <Preview row={row} />,
    },
    { id: "name", header: tCommon("fields.name"), isRowHeader: true, cell: (row: Graphic) => row.name },
    {
      id: "description",
      header: t("fields.description"),
      isOmitted: (row: Graphic) => !row.description,
      cell: (row: Graphic) => row.description ?? tCommon("state.emptyValue"),
    },
    ...useCustomerColumn<Graphic>(),
    {
      id: "templateCount",
      header: t("columns.templates"),
      align: "end",
      cell: (row: Graphic) => row.templateCount,
    },
    {
      id: "dateCreated",
      header: tCommon("fields.created"),
      width: "160px",
      cell: (row: Graphic) => <DateTime value={row.dateCreated} />,
    },
  ] as const;
}
