import { GitCompareIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import {
  countDocumentationComparisons,
  listDocumentationComparisons,
} from "#domain/endpoints/documentation/comparison.ts";
import { useGroupColumns } from "#features/documentationGroup/groupColumns.tsx";
import { createGroupSource, groupKeyOf } from "#features/documentationGroup/groupSource.ts";
import { Page } from "#ui/layout/Page.tsx";
import { SourceTable } from "#ui/table/SourceTable.tsx";

const source = createGroupSource({
  name: "documentationComparison",
  endpoints: { list: listDocumentationComparisons, count: countDocumentationComparisons },
  sort: "latest",
  order: "desc",
});

/** /documentationComparison (2§2). */
export default function ComparisonList() {
  const { t } = useTranslation("comparison");
  const { t: tGroup } = useTranslation("group");
  const { t: tCommon } = useTranslation();
  const { name, customer, alias, templates, latest, exported } = useGroupColumns("/documentationComparison");
  const title = tCommon("routes.documentationComparison");
  return (
    <Page title={title}>
      <SourceTable
        label={title}
        source={source}
        columns={[name, ...customer, alias, templates, latest, exported]}
        rowKey={groupKeyOf}
        isInUrl
        searchHint={tGroup("searchHint")}
        empty={{ icon: GitCompareIcon, title: tGroup("emptyTitle"), text: t("emptyText") }}
      />
    </Page>
  );
}
