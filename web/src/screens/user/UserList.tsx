import { PeopleIcon, PlusIcon } from "@primer/octicons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { user } from "../../../../domain/resources";
import { ActionButton } from "../../kit/ActionButton";
import { RowActions } from "../../kit/form/RowActions";
import { Page } from "../../kit/Page";
import { ResourceTable } from "../../kit/table/ResourceTable";
import { UserForm } from "./UserForm";
import { useUserColumns } from "./userColumns";

/** /user (1§2). */
export default function UserList() {
  const { t } = useTranslation("user");
  const { t: common } = useTranslation();
  const [edited, setEdited] = useState<number | null | undefined>(undefined);
  const title = common("routes.user");
  const add = (variant: "primary" | "default") => (
    <ActionButton
      resource={user}
      action="create"
      icon={PlusIcon}
      variant={variant}
      label={common("actions.add")}
      onClick={() => setEdited(null)}
    />
  );
  return (
    <Page title={title} lead={t("lead")} actions={add("primary")}>
      <ResourceTable
        resource={user}
        label={title}
        inAddress
        searchHint={t("searchHint")}
        columns={useUserColumns()}
        rowActions={(row) => (
          <RowActions resource={user} row={{ ...row, name: row.username }} onEdit={() => setEdited(row.id)} />
        )}
        empty={{ icon: PeopleIcon, title: t("emptyTitle"), action: add("default") }}
      />
      {edited !== undefined && <UserForm id={edited} onClose={() => setEdited(undefined)} />}
    </Page>
  );
}
