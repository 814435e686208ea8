/** The authorities that the three specifications name (1§6, 2§6, 3§6), and ROLE_EXPORT_LAYOUTS and ROLE_PROGRESS. */
export const authorities = [
  "ROLE_SUPER_ADMIN",
  "ROLE_CHANGE_LOG_READ",
  "ROLE_CHANGE_LOG_WRITE",
  "ROLE_CREATE_DOCUMENTATION",
  "ROLE_DOCUMENTATION_READ",
  "ROLE_DOCUMENTATION_WRITE",
  "ROLE_EDIT_DOCUMENTATION",
  "ROLE_EXPECTED_ANSWER_LIST_WRITE",
  "ROLE_EXPORT_CONFIGURATION_READ",
  "ROLE_EXPORT_DOCUMENTATION",
  "ROLE_EXPORT_DOCUMENTATION_LIST",
  "ROLE_FILE_READ",
  "ROLE_FILE_WRITE",
  "ROLE_GRAPHIC_READ",
  "ROLE_GRAPHIC_WRITE",
  "ROLE_IMPORT_FILE",
  "ROLE_IMPORT_PHOTO",
  "ROLE_LICENSE_READ",
  "ROLE_PHOTO_WRITE",
  "ROLE_PREDEFINED_CONFIGURATION_READ",
  "ROLE_REFERENCE_PHOTO_READ",
  "ROLE_REFERENCE_PHOTO_WRITE",
  "ROLE_SUGGESTION_LIST_READ",
  "ROLE_SUGGESTION_LIST_WRITE",
  "ROLE_SWITCH_CUSTOMER",
  "ROLE_SWITCHED_USER",
  "ROLE_TEMPLATE_READ",
  "ROLE_TEMPLATE_WRITE",
  "ROLE_EXPORT_LAYOUTS",
  "ROLE_PROGRESS",
] as const;

export type Authority = (typeof authorities)[number];

/** The authorities that ROLE_SUPER_ADMIN does not imply: they describe a session, not a permission. */
const sessionAuthorities: ReadonlySet<Authority> = new Set(["ROLE_SWITCH_CUSTOMER", "ROLE_SWITCHED_USER"]);

/** Authorities over rows of the whole service: only super admins have them, whatever other roles a user holds. */
export const serviceAuthorities: ReadonlySet<Authority> = new Set(["ROLE_CHANGE_LOG_WRITE"]);

/** The authorities a customer's own staff can hold. */
export const staffAuthorities = authorities.filter(
  (a) => a !== "ROLE_SUPER_ADMIN" && !sessionAuthorities.has(a) && !serviceAuthorities.has(a),
);

/** Products switch features on per customer (1§1). */
export const products = [
  "FORM",
  "REFERENCE_PHOTO",
  "GRAPHIC",
  "DOCUMENTATION_GROUP",
  "DOCUMENTATION_COMPARISON",
  "MERGE_DOCUMENTATIONS",
  "FORM_MONTH",
  "MAP",
  "PREDEFINED",
  "ZEBRA_SCANNER",
] as const;

export type Product = (typeof products)[number];

export interface Grants {
  authorities: ReadonlySet<Authority>;
  products: ReadonlySet<Product>;
  /** The products of the customer being written to. Super admins are limited to them too. */
  bound?: true;
}

/** Grants restricted to the products of the customer that is written to. */
export const restrictToProducts = ({ authorities }: Grants, products: ReadonlySet<Product>): Grants => ({
  authorities,
  products,
  bound: true,
});

/** ROLE_SUPER_ADMIN satisfies every authority except the two session authorities. */
export const hasAuthority = (grants: Grants, authority: Authority): boolean =>
  (grants.authorities.has(authority) && !serviceAuthorities.has(authority)) ||
  (grants.authorities.has("ROLE_SUPER_ADMIN") && !sessionAuthorities.has(authority));

export const hasProduct = (grants: Grants, product: Product): boolean =>
  grants.products.has(product) || (!grants.bound && grants.authorities.has("ROLE_SUPER_ADMIN"));

/** Super admins read all customers' rows and may name another customer than their own. */
export const spansCustomers = (grants: Grants): boolean => grants.authorities.has("ROLE_SUPER_ADMIN");
