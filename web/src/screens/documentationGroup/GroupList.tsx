import { StackIcon } from "@primer/octicons-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { countDocumentationGroups, listDocumentationGroups } from "#domain/endpoints/documentation/groups.ts";
import { type GroupColumn, useGroupColumns } from "#features/documentationGroup/groupColumns.tsx";
import { createGroupSource, groupKeyOf } from "#features/documentationGroup/groupSource.ts";
import { Loading } from "#ui/feedback/Loading.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { SourceTable } from "#ui/table/SourceTable.tsx";
import { TemplateColumnsMenu } from "./TemplateColumnsMenu.tsx";
import { useTemplateColumns } from "./useTemplateColumns.ts";

const lists = { list: listDocumentationGroups, count: countDocumentationGroups };

/** /documentationGroup (2§2): names with the date of the newest documentation for each template. */
export default function GroupList() {
  const { t } = useTranslation("group");
  const { t: tCommon } = useTranslation();
  const title = tCommon("routes.documentationGroup");
  const templates = useTemplateColumns();
  return (
    <Page title={title}>
      {templates.waiting ? (
        <Loading />
      ) : (
        <Groups
          label={title}
          templates={templates.visible}
          tools={
            templates.all.length > templates.visible.length || templates.hasSavedColumns ? (
              <TemplateColumnsMenu {...templates} />
            ) : undefined
          }
          empty={{ icon: StackIcon, title: t("emptyTitle"), text: t("emptyText") }}
        />
      )}
    </Page>
  );
}

interface GroupsProps extends Pick<Parameters<typeof SourceTable>[0], "label" | "tools" | "empty"> {
  templates: readonly { id: string; name: string }[];
}

function Groups({ templates, ...props }: GroupsProps) {
  const { t } = useTranslation("group");
  const columns = useGroupColumns("/documentationGroup");
  const source = useMemo(
    () =>
      createGroupSource({
        name: "documentationGroup",
        endpoints: lists,
        sort: "name",
        order: "asc",
        templates: templates.map(({ id }) => id),
      }),
    [templates],
  );
  const dates = templates.map(
    ({ id, name }): GroupColumn => ({
      id,
      header: name,
      width: "136px",
      isOmitted: (row) => row.templates.every((template) => template.id !== id),
      cell: (row) => (
        <DateTime value={row.templates.find((template) => template.id === id)?.latest ?? null} />
      ),
    }),
  );
  return (
    <SourceTable
      {...props}
      source={source}
      columns={[columns.name, ...columns.customer, columns.alias, ...dates]}
      rowKey={groupKeyOf}
      isInUrl
      searchHint={t("searchHint")}
    />
  );
}
