import { useTranslation } from "react-i18next";
import { fieldErrorText } from "#api/errorTexts.ts";
import { useGrants } from "#api/session.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import { fetchCustomers } from "#features/customer/CustomerField.tsx";
import { TextControl } from "#ui/input/labelledControls.tsx";
import { ServerSelect } from "#ui/select/ServerSelect.tsx";
import { useEditor } from "./TemplateEditorContext.ts";

/** The template's customer: selectable for users of several customers, and locked after creation (3§6). */
export function Customer() {
  const { t } = useTranslation();
  const { state, dispatch, errors } = useEditor();
  if (!spansCustomers(useGrants())) return null;
  if (state.row)
    return (
      <TextControl label={t("fields.customer")} value={state.customerName} disabled onChange={() => {}} />
    );
  return (
    <ServerSelect
      name="customerId"
      label={t("fields.customer")}
      placeholder={t("form.chooseCustomer")}
      required
      message={errors.customerId && fieldErrorText(errors.customerId)}
      value={
        state.customerId === undefined ? null : { id: String(state.customerId), label: state.customerName }
      }
      queryKey="customerOptions"
      find={fetchCustomers}
      onChange={(option) =>
        dispatch({
          kind: "customer",
          customerId: option ? Number(option.id) : undefined,
          name: option?.label ?? "",
        })
      }
    />
  );
}
