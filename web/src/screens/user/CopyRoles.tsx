import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#api/apiError.ts";
import { problemText } from "#api/errorTexts.ts";
import { fetchItem } from "#api/resource.ts";
import { user } from "#domain/resources/index.ts";
import { fetchUsers } from "#features/user/findUsers.ts";
import { useField } from "#ui/form/FormContext.ts";
import { type Option, ServerSelect } from "#ui/select/ServerSelect.tsx";
import { isSelectable } from "./roles.ts";

/** Copies the roles of another user to a new one (1§2). */
export function CopyRoles() {
  const { t } = useTranslation("user");
  const field = useField("userRoles");
  const [selectedUser, setSelectedUser] = useState<Option | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);

  async function copy(option: Option | null) {
    setSelectedUser(option);
    setFailure(null);
    if (!option) return;
    try {
      const { userRoles } = await fetchItem(user, option.id);
      field.set(userRoles.filter(({ roleAuthority }) => !roleAuthority || isSelectable(roleAuthority)));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFailure(error);
    }
  }
  return (
    <ServerSelect
      name="copyRoles"
      label={t("copyRoles")}
      caption={t("copyRolesHint")}
      placeholder={t("search")}
      disabled={field.disabled}
      message={failure ? problemText(failure) : undefined}
      value={selectedUser}
      queryKey="userOptions"
      find={fetchUsers}
      onChange={copy}
    />
  );
}
