import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fetchItem } from "#api/resource.ts";
import { useCustomerId } from "#api/session.ts";
import { user } from "#domain/resources/index.ts";
import { findUsers, userLabel } from "#features/user/findUsers.ts";
import { useField, useForm } from "#ui/form/FormContext.ts";
import { type Option, ServerSelect } from "#ui/select/ServerSelect.tsx";

/** A user may have a parent (1§6): any other user. */
export function ParentField({ id }: { id: number | null }) {
  const { t } = useTranslation("user");
  const { row } = useForm();
  const field = useField("parent");
  const customerId = useCustomerId();
  const [chosen, setChosen] = useState<Option | null | undefined>(undefined);
  const stored = (row?.parent as number | null | undefined) ?? null;
  // The row has only the parent's name; the parent's own row has the customer.
  const parent = useQuery({
    queryKey: [customerId, user.name, "parent", stored],
    queryFn: ({ signal }) => fetchItem(user, stored!, signal),
    enabled: stored !== null,
    meta: { ownErrors: true },
  });
  const initial: Option | null =
    stored === null
      ? null
      : {
          id: String(stored),
          label: parent.data ? userLabel(parent.data) : String(row?.parentUsername ?? ""),
        };
  return (
    <ServerSelect
      // The box starts with the label, which may arrive later.
      key={chosen === undefined ? initial?.label : "chosen"}
      name="parent"
      label={t("fields.parent")}
      placeholder={t("search")}
      disabled={field.disabled}
      message={field.message}
      value={chosen === undefined ? initial : chosen}
      queryKey="userOptions"
      find={async (q, signal) => (await findUsers(q, signal)).filter((option) => option.id !== String(id))}
      onChange={(option) => {
        setChosen(option);
        field.set(option ? Number(option.id) : null);
      }}
    />
  );
}
