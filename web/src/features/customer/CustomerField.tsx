import { FormControl, TextInput } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { useGrants } from "#api/session.ts";
import { type Product, spansCustomers } from "#domain/access/authorities.ts";
import { listCustomerOptions } from "#domain/endpoints/account/session.ts";
import { useField, useForm } from "#ui/form/FormContext.ts";
import { type Option, ServerSelect } from "#ui/select/ServerSelect.tsx";

/** Searches customers by name: all of them, or those with a product (3§6). */
export const createCustomersFetcher =
  (product?: Product) =>
  async (q: string, signal: AbortSignal): Promise<Option[]> =>
    (await call(listCustomerOptions, { query: { q, ...(product && { product }) }, signal })).map(
      ({ id, name }) => ({ id: String(id), label: name }),
    );
export const fetchCustomers = createCustomersFetcher();

/** The customer of a row. Only users who work across customers choose one; for others it is their own (1§6). */
export function CustomerField({
  initialName = "",
  product,
  onChange,
}: {
  initialName?: string;
  /** The product that a customer must have to be offered. */
  product?: Product;
  onChange?: (customerId: number | undefined) => void;
}) {
  const { t } = useTranslation();
  const { row } = useForm();
  const field = useField("customerId", t("fields.customer"));
  const [selectedOption, setSelectedOption] = useState<Option | null>(
    field.value === undefined
      ? null
      : { id: String(field.value), label: row ? String(row.customerName ?? "") : initialName },
  );
  if (!spansCustomers(useGrants())) return null;
  if (field.isLocked)
    return (
      <FormControl disabled>
        <FormControl.Label>{t("fields.customer")}</FormControl.Label>
        <TextInput block value={String(row?.customerName ?? "")} />
      </FormControl>
    );
  return (
    <ServerSelect
      name="customerId"
      label={t("fields.customer")}
      placeholder={t("form.chooseCustomer")}
      required
      disabled={field.disabled}
      message={field.message}
      value={selectedOption}
      queryKey={`customerOptions/${product ?? ""}`}
      find={createCustomersFetcher(product)}
      onChange={(option) => {
        setSelectedOption(option);
        const customerId = option ? Number(option.id) : undefined;
        field.set(customerId);
        onChange?.(customerId);
      }}
    />
  );
}
