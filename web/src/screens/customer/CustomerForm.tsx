import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { products as allProducts } from "#domain/access/authorities.ts";
import {
  defaultExportDocumentTypes,
  grantableExportDocumentTypes,
} from "#domain/configuration/exportTypes.ts";
import {
  type ExportDocumentType,
  exportDocumentTypes,
  grantableStatuses,
} from "#domain/core/documentationTypes.ts";
import { listProducts } from "#domain/endpoints/account/session.ts";
import { listGrantedLayouts } from "#domain/endpoints/configuration/templateCalls.ts";
import { customer } from "#domain/resources/index.ts";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { CheckboxGroupField } from "#ui/form/CheckboxGroupField.tsx";
import { useResourceField } from "#ui/form/FormContext.ts";
import { createListText } from "#ui/form/fieldDifferences.ts";
import { createFields } from "#ui/form/fieldsOf.ts";
import { ResourceForm } from "#ui/form/ResourceForm.tsx";

const { Flag, Text } = createFields(customer);

export function CustomerForm({ id, onClose }: { id: number | null; onClose: () => void }) {
  const { t } = useTranslation("customer");
  const { t: tCommon } = useTranslation();
  return (
    <ResourceForm resource={customer} id={id} title={t(id === null ? "add" : "edit")} onClose={onClose}>
      <Text name="name" label={tCommon("fields.name")} />
      <Flag name="demo" label={t("fields.demo")} caption={t("captions.demo")} />
      <Flag
        name="secondFactorRequired"
        label={t("fields.secondFactorRequired")}
        caption={t("captions.secondFactorRequired")}
      />
      <Products />
      <ExportTypes />
      <ReportLayouts />
      <Statuses />
    </ResourceForm>
  );
}

function Products() {
  const { t } = useTranslation("customer");
  const { t: tAccess } = useTranslation("access");
  const field = useResourceField(
    customer,
    "products",
    t("fields.products"),
    createListText(Object.fromEntries(allProducts.map((name) => [name, tAccess(`product.${name}`)]))),
  );
  const customerId = useCustomerId();
  const products = useQuery({
    queryKey: [customerId, "products"],
    queryFn: ({ signal }) => call(listProducts, { signal }),
    meta: { handlesErrors: true },
  });
  if (products.error instanceof ApiError && !products.isFetching)
    return <LoadError failure={products.error} onRetry={() => products.refetch()} />;
  if (!products.data) return <Loading />;
  return (
    <CheckboxGroupField
      field={field}
      label={t("fields.products")}
      caption={t("captions.products")}
      options={products.data.map((item) => ({ item, label: tAccess(`product.${item.name}`) }))}
      keyOf={(item) => item.id}
      compare={(a, b) => a.id - b.id}
    />
  );
}

/** Returns a comparator of values by their order in the contract. */
const createComparator =
  (values: readonly string[]) =>
  (a: string, b: string): number =>
    values.indexOf(a) - values.indexOf(b);

function ExportTypes() {
  const { t } = useTranslation("customer");
  const { t: tDocumentation } = useTranslation("documentation");
  const typeText = (type: ExportDocumentType) => tDocumentation(`exportType.${type}`);
  return (
    <CheckboxGroupField
      field={useResourceField(
        customer,
        "exportDocumentTypes",
        t("fields.exportDocumentTypes"),
        createListText(Object.fromEntries(exportDocumentTypes.map((type) => [type, typeText(type)]))),
      )}
      label={t("fields.exportDocumentTypes")}
      caption={t("captions.exportDocumentTypes", {
        defaults: defaultExportDocumentTypes.map(typeText).join(", "),
      })}
      options={grantableExportDocumentTypes.map((item) => ({ item, label: typeText(item) }))}
      keyOf={(item) => item}
      compare={createComparator(exportDocumentTypes)}
    />
  );
}

/** The report layouts of the service, by name. */
function ReportLayouts() {
  const { t } = useTranslation("customer");
  const field = useResourceField(
    customer,
    "exportDocumentConfigurations",
    t("fields.exportDocumentConfigurations"),
  );
  const customerId = useCustomerId();
  const layouts = useQuery({
    queryKey: [customerId, "exportDocumentConfiguration", "all"],
    queryFn: ({ signal }) => call(listGrantedLayouts, { signal }),
    meta: { handlesErrors: true },
  });
  if (layouts.error instanceof ApiError && !layouts.isFetching)
    return <LoadError failure={layouts.error} onRetry={() => layouts.refetch()} />;
  if (!layouts.data) return <Loading />;
  const items = layouts.data.items.filter((layout) => layout.customerId === null);
  return (
    <CheckboxGroupField
      field={field}
      label={t("fields.exportDocumentConfigurations")}
      {...(items.length > 0 && { caption: t("captions.exportDocumentConfigurations") })}
      options={items.map(({ id, name }) => ({ item: { id, name }, label: name }))}
      keyOf={(item) => item.id}
      compare={(a, b) => (a.id < b.id ? -1 : 1)}
      empty={t("captions.noConfigurations")}
    />
  );
}

function Statuses() {
  const { t } = useTranslation("customer");
  const { t: tDocumentation } = useTranslation("documentation");
  return (
    <CheckboxGroupField
      field={useResourceField(
        customer,
        "documentationStatuses",
        t("fields.documentationStatuses"),
        createListText(
          Object.fromEntries(grantableStatuses.map((status) => [status, tDocumentation(`status.${status}`)])),
        ),
      )}
      label={t("fields.documentationStatuses")}
      caption={t("captions.documentationStatuses")}
      options={grantableStatuses.map((item) => ({ item, label: tDocumentation(`status.${item}`) }))}
      keyOf={(item) => item}
      compare={createComparator(grantableStatuses)}
    />
  );
}
