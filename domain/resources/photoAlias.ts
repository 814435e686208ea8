import { aliasResource } from "./alias.ts";

/** Photos of this name are shown under the alias. */
export const photoAlias = aliasResource("photoAlias");
