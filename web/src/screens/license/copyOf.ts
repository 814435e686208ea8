import { pick } from "../../../../domain/pick";
import type { Creation, Row } from "../../../../domain/resource";
import { license } from "../../../../domain/resources";

export interface LicenseCopy {
  fields: Partial<Creation<typeof license>>;
  customerName: string;
}

/** The name and code say that it is a copy, in the words the specification has for it in every language (3§5). */
export function copyOf(row: Row<typeof license>): LicenseCopy {
  return {
    fields: {
      ...pick(row, license.writable),
      name: `${row.name} - Kopia`,
      licenseCode: `${row.licenseCode}copy`,
    },
    customerName: row.customerName,
  };
}
