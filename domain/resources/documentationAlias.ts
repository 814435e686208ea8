import { aliasResource } from "./alias.ts";

/** Documentations of this name are shown under the alias. */
export const documentationAlias = aliasResource("documentationAlias");
