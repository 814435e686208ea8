import { useTranslation } from "react-i18next";
import { user } from "#domain/resources/index.ts";
import { fetchCustomers } from "#features/customer/CustomerField.tsx";
import { useResourceField, useResourceForm } from "#ui/form/FormContext.ts";
import { ServerMultiSelect } from "#ui/select/ServerMultiSelect.tsx";
import { hasRole } from "./roles.ts";

/** The accounts a user with ROLE_SWITCH_CUSTOMER can switch to; hidden without the role. */
export function SwitchCustomersField() {
  const { t } = useTranslation("user");
  const { values } = useResourceForm(user);
  const { value = [], ...field } = useResourceField(user, "switchCustomers", t("fields.switchCustomers"));
  if (!hasRole(values.userRoles ?? [], "ROLE_SWITCH_CUSTOMER")) return null;
  return (
    <ServerMultiSelect
      name="switchCustomers"
      label={t("fields.switchCustomers")}
      caption={t("captions.switchCustomers")}
      placeholder={t("searchCustomers")}
      disabled={field.disabled}
      message={field.message}
      value={value.map(({ id, name = String(id) }) => ({ id: String(id), label: name }))}
      queryKey={`customerOptions/${values.customerId}`}
      // The user's own account is always accessible.
      find={async (q, signal) =>
        (await fetchCustomers(q, signal)).filter(({ id }) => id !== String(values.customerId))
      }
      onChange={(options) =>
        field.set(
          options.map(({ id, label }) => ({ id: Number(id), name: label })).sort((a, b) => a.id - b.id),
        )
      }
    />
  );
}
