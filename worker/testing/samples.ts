import type { Authority } from "../../domain/access/authorities";
import { distinct } from "./factories";

/** A valid creation for each standard resource, for the generated battery. A resource without one fails it. */
export const creations: Record<string, () => Record<string, unknown>> = {
  license: () => ({ name: distinct("license"), licenseCode: distinct("CODE") }),
  documentationAlias: () => ({ name: distinct("name"), alias: distinct("alias") }),
  photoAlias: () => ({ name: distinct("name"), alias: distinct("alias") }),
  user: () => ({ username: distinct("user"), password: "Siteproof-1!" }),
  customer: () => ({ name: distinct("customer") }),
  changeLog: () => ({ versionCode: distinctNumber(), description: distinct("description") }),
};

/** A change of one field that any of them can take. */
export const changes: Record<string, () => Record<string, unknown>> = {
  license: () => ({ name: distinct("renamed") }),
  documentationAlias: () => ({ alias: distinct("renamed") }),
  photoAlias: () => ({ alias: distinct("renamed") }),
  user: () => ({ fullName: distinct("renamed") }),
  customer: () => ({ name: distinct("renamed") }),
  changeLog: () => ({ description: distinct("renamed") }),
};

let lastNumber = 0;
/** Storage is shared within a file, and files run apart. */
function distinctNumber(): number {
  lastNumber += 1;
  return lastNumber;
}

/** Every authority but one, for proving that exactly the named one opens a call. */
export const allBut = (all: readonly Authority[], one: Authority): Authority[] =>
  all.filter((authority) => authority !== one && authority !== "ROLE_SUPER_ADMIN");
