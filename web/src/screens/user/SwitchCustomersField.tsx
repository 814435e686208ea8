import { useTranslation } from "react-i18next";
import { findCustomers } from "#features/customer/CustomerField.tsx";
import { useField, useForm } from "#ui/form/FormContext.ts";
import { ServerMultiSelect } from "#ui/select/ServerMultiSelect.tsx";
import { hasRole, type UserRole } from "./roles.ts";

interface SwitchCustomer {
  id: number;
  name?: string;
}

/** The accounts a user with ROLE_SWITCH_CUSTOMER can switch to; hidden without the role. */
export function SwitchCustomersField() {
  const { t } = useTranslation("user");
  const { values } = useForm();
  const field = useField("switchCustomers");
  const roles = useField("userRoles").value as UserRole[];
  if (!hasRole(roles, "ROLE_SWITCH_CUSTOMER")) return null;
  const value = field.value as SwitchCustomer[];
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
        (await findCustomers(q, signal)).filter(({ id }) => id !== String(values.customerId))
      }
      onChange={(options) =>
        field.set(
          options.map(({ id, label }) => ({ id: Number(id), name: label })).sort((a, b) => a.id - b.id),
        )
      }
    />
  );
}
