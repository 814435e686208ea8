import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fetchItem } from "#api/resource.ts";
import { useCustomerId } from "#api/session.ts";
import { user } from "#domain/resources/index.ts";
import { fetchUsers, userLabel } from "#features/user/findUsers.ts";
import { useField, useResourceForm } from "#ui/form/FormContext.ts";
import { type Option, ServerSelect } from "#ui/select/ServerSelect.tsx";

/** The parent of a user (1§6): another user of the same customer. */
export function ParentField({ id }: { id: number | null }) {
  const { t } = useTranslation("user");
  const { row, values } = useResourceForm(user);
  const customerId = useCustomerId();
  const [selectedParent, setSelectedParent] = useState<Option | null | undefined>(undefined);
  const field = useField("parent", t("fields.parent"), (value, { parent: id, parentUsername }) =>
    value === Number(selectedParent?.id)
      ? selectedParent?.label
      : value === id && typeof parentUsername === "string"
        ? parentUsername
        : undefined,
  );
  const storedParentId = row?.parent ?? null;
  // The row has only the parent's name; the label also needs the customer, from the parent's own row.
  const parent = useQuery({
    queryKey: [customerId, user.name, "parent", storedParentId],
    queryFn: ({ signal }) => fetchItem(user, storedParentId!, signal),
    enabled: storedParentId !== null,
    meta: { handlesErrors: true },
  });
  const initial: Option | null =
    storedParentId === null
      ? null
      : {
          id: String(storedParentId),
          label: parent.data ? userLabel(parent.data) : String(row?.parentUsername ?? ""),
        };
  return (
    <ServerSelect
      // The input starts with the label, which may arrive later.
      key={`${selectedParent === undefined ? initial?.label : "chosen"} ${values.customerId}`}
      name="parent"
      label={t("fields.parent")}
      placeholder={t("search")}
      disabled={field.disabled || values.customerId === undefined}
      message={field.message}
      // Cleared with the customer.
      value={values.parent === null ? null : selectedParent === undefined ? initial : selectedParent}
      queryKey={`userOptions/${values.customerId}`}
      find={async (q, signal) =>
        (await fetchUsers(q, signal, Number(values.customerId))).filter((option) => option.id !== String(id))
      }
      onChange={(option) => {
        setSelectedParent(option);
        field.set(option ? Number(option.id) : null);
      }}
    />
  );
}
