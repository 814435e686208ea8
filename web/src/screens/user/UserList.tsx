import { PeopleIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { user } from "#domain/resources/index.ts";
import { ResourceScreen } from "#ui/table/ResourceScreen.tsx";
import { UserForm } from "./UserForm.tsx";
import { useUserColumns } from "./userColumns.tsx";

/** /user (1§2). */
export default function UserList() {
  const { t } = useTranslation("user");
  const { t: tCommon } = useTranslation();
  return (
    <ResourceScreen
      resource={user}
      title={tCommon("routes.user")}
      lead={t("lead")}
      searchHint={t("searchHint")}
      columns={useUserColumns()}
      icon={PeopleIcon}
      emptyTitle={t("emptyTitle")}
      toNamedRow={(row) => ({ ...row, name: row.username })}
      form={(form) => <UserForm {...form} />}
    />
  );
}
