import { changeLog } from "./changeLog";
import { customer } from "./customer";
import { documentationAlias } from "./documentationAlias";
import { domainChange } from "./domainChange";
import { license } from "./license";
import { photoAlias } from "./photoAlias";
import { role } from "./role";
import { user } from "./user";

/** Every standard resource; the OpenAPI document and the generated tests go through this list. */
export const resources = [
  user,
  customer,
  role,
  license,
  documentationAlias,
  photoAlias,
  domainChange,
  changeLog,
] as const;

export { changeLog, customer, documentationAlias, domainChange, license, photoAlias, role, user };
