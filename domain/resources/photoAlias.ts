import { defineAliasResource } from "./alias.ts";

/** Photos with this name are shown under the alias. */
export const photoAlias = defineAliasResource("photoAlias");
