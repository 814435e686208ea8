/** A table of the directory that is copied to every other database. */
export interface ReplicatedTable {
  name: string;
  /** The columns of its primary key. */
  key: readonly string[];
  /** Values to store in columns that are not copied: secrets, which only the directory checks, and references replicas do not need. */
  overrides?: Readonly<Record<string, string | null>>;
  /** A reference to another row of the same table. */
  parent?: string;
  /** A column whose values may be as large as a row may be. */
  largeColumn?: string;
}

/** The copied tables, ordered so that referenced tables come first. */
export const replicatedTables: readonly ReplicatedTable[] = [
  { name: "product", key: ["id"] },
  { name: "role", key: ["id"] },
  { name: "customer", key: ["id"] },
  { name: "export_document_configuration", key: ["id"] },
  { name: "export_document_node", key: ["id"], parent: "parent_id", largeColumn: "params" },
  { name: "customer_product", key: ["customer_id", "product_id"] },
  { name: "customer_export_document_type", key: ["customer_id", "type"] },
  { name: "customer_documentation_status", key: ["customer_id", "status"] },
  {
    name: "customer_export_document_configuration",
    key: ["customer_id", "export_document_configuration_id"],
  },
  { name: "license", key: ["id"] },
  { name: "user", key: ["id"], overrides: { password: "", totp_secret: null, parent_id: null } },
  { name: "user_role", key: ["user_id", "role_id"] },
  { name: "user_license", key: ["user_id", "license_id"] },
  { name: "user_customer", key: ["user_id", "customer_id"] },
];
