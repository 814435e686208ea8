import { documentationAlias } from "./documentationAlias";
import { license } from "./license";
import { photoAlias } from "./photoAlias";

/** Every standard resource; the OpenAPI document and the generated tests go through this list. */
export const resources = [license, documentationAlias, photoAlias] as const;

export { documentationAlias, license, photoAlias };
