import { pick } from "../../../../domain/pick";
import type { Creation, Row } from "../../../../domain/resource";
import { license } from "../../../../domain/resources";
import { constraintsOf } from "../../kit/form/contract";

/** The name and code say that it is a copy, in the words the specification has for it in every language (3§5). */
export const copyOf = (row: Row<typeof license>): Partial<Creation<typeof license>> => ({
  ...pick(row, license.writable),
  name: ending(row.name, " - Kopia", "name"),
  licenseCode: ending(row.licenseCode, "copy", "licenseCode"),
});

/** Of what would be too long, the end that says so stays. */
const ending = (text: string, end: string, field: "name" | "licenseCode"): string =>
  text.slice(0, (constraintsOf(license.fields[field]).maxLength ?? Infinity) - end.length) + end;
