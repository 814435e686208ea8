import { defineAliasResource } from "./alias.ts";

/** Documentations with this name are shown under the alias. */
export const documentationAlias = defineAliasResource("documentationAlias");
