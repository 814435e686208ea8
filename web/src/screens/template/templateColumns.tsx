import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { useGrants } from "#api/session.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import type { Column, ListRow } from "#domain/contract/resource.ts";
import type { template } from "#domain/resources/index.ts";
import { LabelList } from "#ui/dialog/LabelList.tsx";
import { NameLink } from "#ui/format/NameLink.tsx";
import { Clamped } from "#ui/layout/typography.ts";
import type { TableColumn } from "#ui/table/TableColumn.ts";

type Columns = TableColumn<ListRow<typeof template>, Column<typeof template>>[];

/** The columns of 3§2. */
export function useTemplateColumns(): Columns {
  const { t } = useTranslation("template");
  const { t: tCommon } = useTranslation();
  const { search } = useLocation();
  const grants = useGrants();
  const columns: Columns = [
    {
      id: "name",
      header: t("columns.name"),
      isRowHeader: true,
      cell: ({ id, name }) => (
        <NameLink to={{ pathname: `/template/details/${id}`, search }}>{name}</NameLink>
      ),
    },
    { id: "customerName", header: t("columns.customerName"), cell: ({ customerName }) => customerName },
    {
      id: "description",
      header: t("columns.description"),
      share: 2,
      isOmitted: ({ description }) => !description,
      cell: ({ description }) => <Clamped>{description ?? tCommon("state.emptyValue")}</Clamped>,
    },
    {
      id: "exportConfigurations",
      header: t("columns.exportConfigurations"),
      isOmitted: ({ exportConfigurations }) => exportConfigurations.length === 0,
      cell: ({ exportConfigurations }) => (
        <LabelList
          title={t("columns.exportConfigurations")}
          items={[...new Set(exportConfigurations)].map((text) => ({ text }))}
        />
      ),
    },
    {
      id: "suggestionListName",
      header: t("columns.suggestionListName"),
      isOmitted: ({ suggestionListName }) => !suggestionListName,
      cell: ({ suggestionListName }) => suggestionListName ?? tCommon("state.emptyValue"),
    },
    {
      id: "hidden",
      header: t("columns.hidden"),
      width: "90px",
      cell: ({ hidden }) => tCommon(hidden ? "state.yes" : "state.no"),
    },
    {
      id: "position",
      header: t("columns.position"),
      width: "100px",
      align: "end",
      cell: ({ position }) => position,
    },
  ];
  return columns.filter(({ id }) => id !== "customerName" || spansCustomers(grants));
}
