import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fetchList } from "#api/resource.ts";
import { useCustomerId } from "#api/session.ts";
import { license, user } from "#domain/resources/index.ts";
import { createLicensesFetcher } from "#features/license/findLicenses.ts";
import { useResourceField, useResourceForm } from "#ui/form/FormContext.ts";
import { createListText } from "#ui/form/fieldDifferences.ts";
import { ServerMultiSelect } from "#ui/select/ServerMultiSelect.tsx";

/** The licences of a user, limited to the selected customer's (1§5). */
export function LicensesField() {
  const { t } = useTranslation("user");
  const { row, values } = useResourceForm(user);
  const sessionCustomer = useCustomerId();
  const [names, setNames] = useState<Record<string, string>>({});
  const { customerId } = values;
  const hasStoredLicenses = row !== null && row.userLicenses.length > 0;
  // The row has only ids; the names come from the customer's licences, loaded once.
  const namesQuery = useQuery({
    queryKey: [sessionCustomer, license.name, "names", row?.customerId],
    queryFn: async ({ signal }) =>
      Object.fromEntries(
        (await fetchList(license, { max: 10_000, customerId: Number(row?.customerId) }, signal)).map(
          ({ id, name }) => [id, name],
        ),
      ),
    enabled: hasStoredLicenses,
    meta: { handlesErrors: true },
  });
  const nameOf = (id: string) => names[id] ?? namesQuery.data?.[id] ?? id.slice(0, 8);
  const { value: ids = [], ...field } = useResourceField(
    user,
    "userLicenses",
    t("fields.licenses"),
    createListText({ ...namesQuery.data, ...names }),
  );
  return (
    <ServerMultiSelect
      name="userLicenses"
      label={t("fields.licenses")}
      caption={t(customerId === undefined ? "captions.licensesNeedCustomer" : "captions.licenses")}
      placeholder={t("searchLicenses")}
      disabled={field.disabled || customerId === undefined}
      message={field.message}
      value={ids.map((id) => ({ id, label: nameOf(id) }))}
      queryKey={`licenseOptions/${customerId}`}
      find={createLicensesFetcher(customerId)}
      onChange={(options) => {
        setNames((current) => ({
          ...current,
          ...Object.fromEntries(options.map(({ id, label }) => [id, label])),
        }));
        field.set(options.map(({ id }) => id).sort());
      }}
    />
  );
}
