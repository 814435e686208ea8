import { useTranslation } from "react-i18next";
import type { Row } from "#domain/contract/resource.ts";
import { suggestionList } from "#domain/resources/index.ts";
import { createLicensesFetcher } from "#features/license/findLicenses.ts";
import { useResourceField, useResourceForm } from "#ui/form/FormContext.ts";
import { ServerMultiSelect } from "#ui/select/ServerMultiSelect.tsx";

type ListLicense = Row<typeof suggestionList>["suggestionListLicenses"][number];

/** The licences of the list's customer that a list is limited to. None means all. */
export function ListLicensesField() {
  const { t } = useTranslation("lists");
  const { row, values } = useResourceForm(suggestionList);
  const { value: selectedLicenses = [], ...field } = useResourceField(
    suggestionList,
    "suggestionListLicenses",
    t("fields.licenses"),
  );
  const customerId = row?.customerId ?? values.customerId;
  return (
    <ServerMultiSelect
      name="suggestionListLicenses"
      label={t("fields.licenses")}
      caption={t(customerId === undefined ? "captions.licensesNeedCustomer" : "captions.licenses")}
      placeholder={t("searchLicenses")}
      disabled={field.disabled || customerId === undefined}
      message={field.message}
      value={selectedLicenses.map(({ license, name }) => ({
        id: license,
        label: name ?? license.slice(0, 8),
      }))}
      queryKey={`licenseOptions/${customerId}`}
      find={createLicensesFetcher(customerId)}
      onChange={(options) =>
        field.set(
          options
            .map(
              ({ id, label }): ListLicense =>
                selectedLicenses.find(({ license }) => license === id) ?? { license: id, name: label },
            )
            // In the service's order, so that removing and re-adding a licence counts as unchanged.
            .sort((a, b) => (a.license < b.license ? -1 : 1)),
        )
      }
    />
  );
}
