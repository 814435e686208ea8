import type * as contracts from "./index.ts";

/** The last segment of an entity's class in the audit log: DocumentationAlias of siteproof.DocumentationAlias. */
export type EntityClass = Capitalize<Exclude<keyof typeof contracts, "resources">>;
