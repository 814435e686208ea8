import { useState } from "react";
import { useTranslation } from "react-i18next";
import { pick } from "../../../../domain/pick";
import type { Row } from "../../../../domain/resource";
import { license } from "../../../../domain/resources";
import { itemOf, listOf } from "../../api/resource";
import { type Option, ServerSelect } from "../../kit/ServerSelect";
import type { LicenseCopy } from "./LicenseForm";

const findLicenses = async (q: string, signal: AbortSignal): Promise<Option[]> =>
  (await listOf(license, { q, max: 50 }, signal)).map(({ id, name, licenseCode }) => ({
    id,
    label: `${name} (${licenseCode})`,
  }));

/** A new licence may start as the copy of another (3§5). */
export function CopyFrom({ onCopy }: { onCopy: (copy: LicenseCopy) => void }) {
  const { t } = useTranslation("license");
  const [chosen, setChosen] = useState<Option | null>(null);
  return (
    <ServerSelect
      name="copyFrom"
      label={t("copyFrom")}
      caption={t("copyFromHint")}
      placeholder={t("copyFromSearch")}
      value={chosen}
      queryKey="licenseOptions"
      find={findLicenses}
      onChange={async (option) => {
        setChosen(option);
        if (option) onCopy(copyOf(await itemOf(license, option.id)));
      }}
    />
  );
}

/** The name and code say that it is a copy, in the words the specification has for it in every language. */
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
