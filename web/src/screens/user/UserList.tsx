import { PeopleIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { user } from "#domain/resources/index.ts";
import { useRowForm } from "#ui/form/useRowForm.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { ResourceTable } from "#ui/table/ResourceTable.tsx";
import { UserForm } from "./UserForm.tsx";
import { useUserColumns } from "./userColumns.tsx";

/** /user (1§2). */
export default function UserList() {
  const { t } = useTranslation("user");
  const { t: common } = useTranslation();
  const rows = useRowForm<number>(user);
  const title = common("routes.user");
  return (
    <Page title={title} lead={t("lead")} actions={rows.add()}>
      <ResourceTable
        resource={user}
        label={title}
        inAddress
        searchHint={t("searchHint")}
        columns={useUserColumns()}
        rowActions={(row) => rows.actions({ ...row, name: row.username })}
        empty={{ icon: PeopleIcon, title: t("emptyTitle"), action: rows.add("default") }}
      />
      {rows.form((form) => (
        <UserForm {...form} />
      ))}
    </Page>
  );
}
