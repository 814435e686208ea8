import { CalendarIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { countFormMonths, listFormMonths } from "#domain/endpoints/documentation/formMonth.ts";
import { useGroupColumns } from "#features/documentationGroup/groupColumns.tsx";
import { createGroupSource, groupKeyOf } from "#features/documentationGroup/groupSource.ts";
import { Page } from "#ui/layout/Page.tsx";
import { SourceTable } from "#ui/table/SourceTable.tsx";

const source = createGroupSource({
  name: "formMonth",
  endpoints: { list: listFormMonths, count: countFormMonths },
  sort: "latest",
  order: "desc",
});

/** /formMonth (2§2). */
export default function FormMonthList() {
  const { t } = useTranslation("formMonth");
  const { t: tGroup } = useTranslation("group");
  const { t: tCommon } = useTranslation();
  const { name, customer, alias, templates, latest } = useGroupColumns("/formMonth");
  const title = tCommon("routes.formMonth");
  return (
    <Page title={title}>
      <SourceTable
        label={title}
        source={source}
        columns={[name, ...customer, alias, templates, latest]}
        rowKey={groupKeyOf}
        isInUrl
        searchHint={tGroup("searchHint")}
        empty={{ icon: CalendarIcon, title: tGroup("emptyTitle"), text: t("emptyText") }}
      />
    </Page>
  );
}
