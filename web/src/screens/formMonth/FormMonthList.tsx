import { CalendarIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { countFormMonths, listFormMonths } from "../../../../domain/endpoints/formMonth";
import { Page } from "../../kit/Page";
import { SourceTable } from "../../kit/table/SourceTable";
import { useGroupColumns } from "../documentationGroup/groupColumns";
import { groupKey, groupSource } from "../documentationGroup/groupSource";

const source = groupSource({
  name: "formMonth",
  lists: { list: listFormMonths, count: countFormMonths },
  sort: "latest",
  order: "desc",
});

/** /formMonth (2§2). */
export default function FormMonthList() {
  const { t } = useTranslation("formMonth");
  const { t: group } = useTranslation("group");
  const { t: common } = useTranslation();
  const { name, customer, alias, templates, latest } = useGroupColumns("/formMonth");
  const title = common("routes.formMonth");
  return (
    <Page title={title}>
      <SourceTable
        label={title}
        source={source}
        columns={[name, ...customer, alias, templates, latest]}
        rowKey={groupKey}
        inAddress
        searchHint={group("searchHint")}
        empty={{ icon: CalendarIcon, title: group("emptyTitle"), text: t("emptyText") }}
      />
    </Page>
  );
}
