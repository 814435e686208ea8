import { useTranslation } from "react-i18next";
import type { Product } from "#domain/access/authorities.ts";

/** Returns a function that explains that the template's customer has none of the products a feature needs. */
export function useMissingProductText(): (products: readonly Product[]) => string {
  const { t } = useTranslation("template");
  const { t: tAccess } = useTranslation("access");
  return (products) =>
    t("errors.productMissing", {
      product: products.map((product) => tAccess(`product.${product}`)).join(", "),
    });
}
