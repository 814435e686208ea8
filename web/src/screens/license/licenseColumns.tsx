import { Label } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { isGuessableLicenseCode } from "#domain/access/licenseCode.ts";
import { type ListRow, namesOf } from "#domain/contract/resource.ts";
import { license } from "#domain/resources/index.ts";
import { Expiry } from "#features/license/Expiry.tsx";
import { getLanguage } from "#i18n/language.ts";
import { Code } from "#ui/format/Code.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { useCustomerColumn } from "#ui/table/useCustomerColumn.ts";

type License = ListRow<typeof license>;

export function useLicenseColumns() {
  const { t } = useTranslation("license");
  const { t: tCommon } = useTranslation();
  const names = namesOf(license, getLanguage());
  return [
    {
      id: "name",
      header: names.name,
      isRowHeader: true,
      cell: (row: License) => (
        <Line>
          {row.name}
          {row.demo && <Label variant="accent">{t("demo")}</Label>}
        </Line>
      ),
    },
    {
      id: "licenseCode",
      header: names.licenseCode,
      cell: (row: License) => (
        <Line>
          <Code>{row.licenseCode}</Code>
          {isGuessableLicenseCode(row.licenseCode) && <Label variant="attention">{t("guessable")}</Label>}
        </Line>
      ),
    },
    ...useCustomerColumn<License>(),
    {
      id: "pauseDocumentations",
      header: t("columns.pauseDocumentations"),
      cell: (row: License) => (row.pauseDocumentations ? tCommon("state.yes") : tCommon("state.no")),
    },
    {
      id: "expireDate",
      header: names.expireDate,
      width: "160px",
      isOmitted: (row: License) => row.expireDate === null,
      cell: (row: License) => <Expiry value={row.expireDate} />,
    },
    {
      id: "dateCreated",
      header: tCommon("fields.created"),
      width: "160px",
      cell: (row: License) => <DateTime value={row.dateCreated} />,
    },
  ] as const;
}

const Line = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-4) var(--base-size-8);
  font-variant-numeric: tabular-nums;
`;
