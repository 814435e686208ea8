import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { alertText, problemText } from "#api/errorTexts.ts";
import { useCustomerId } from "#api/session.ts";
import { FormDialog } from "#ui/dialog/FormDialog.tsx";
import { TextControl } from "#ui/input/labelledControls.tsx";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { type Option, ServerSelect } from "#ui/select/ServerSelect.tsx";
import { fetchCustomers } from "../customer/CustomerField.tsx";

interface CopyDialogProps {
  /** The name of the resource, whose queries are fetched again. */
  resource: string;
  title: string;
  lead?: ReactNode;
  submit: string;
  name: { label: string; caption?: string; initial?: string; required?: boolean };
  /** Lets the user choose another customer. */
  customer?: { label: string; caption: string } | undefined;
  copy: (copy: { name: string; customer: number | null }) => Promise<{ name: string }>;
  doneText: (name: string) => string;
  onClose: () => void;
}

/** Copies a row under another name, or to another customer. */
export function CopyDialog(props: CopyDialogProps) {
  const { resource, title, lead, submit, name: nameField, customer: customerField, onClose } = props;
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const customerId = useCustomerId();
  const [name, setName] = useState(nameField.initial ?? "");
  const [customer, setCustomer] = useState<Option | null>(null);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const copy = useMutation({
    mutationFn: () => props.copy({ name: name.trim(), customer: customer && Number(customer.id) }),
    meta: { handlesErrors: true },
    onSuccess: async (newRow) => {
      await queryClient.invalidateQueries({ queryKey: [customerId, resource] });
      showAlert("success", props.doneText(newRow.name));
      onClose();
    },
  });
  const isMissing = nameField.required === true && name.trim() === "";
  const nameError = isSubmitted && isMissing ? "required" : nameField.required && copy.error?.fields.name;
  return (
    <FormDialog
      title={title}
      narrow="fullscreen"
      submit={submit}
      isPending={copy.isPending}
      pendingText={t("state.saving")}
      staysOpen
      alert={copy.error && !nameError && (alertText(copy.error) ?? problemText(copy.error))}
      onSubmit={() => {
        setIsSubmitted(true);
        if (!isMissing) copy.mutate();
      }}
      onClose={onClose}
    >
      {lead && <p>{lead}</p>}
      <TextControl
        label={nameField.label}
        caption={nameField.caption}
        required={nameField.required ?? false}
        value={name}
        error={nameError || undefined}
        disabled={copy.isPending}
        onChange={setName}
      />
      {customerField && (
        <ServerSelect
          name="customer"
          {...customerField}
          placeholder={t("form.chooseCustomer")}
          disabled={copy.isPending}
          value={customer}
          queryKey="customerOptions"
          find={fetchCustomers}
          onChange={setCustomer}
        />
      )}
    </FormDialog>
  );
}
