import { Label } from "@primer/react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import type { ListRow } from "#domain/contract/resource.ts";
import { now } from "#domain/core/fields.ts";
import { shortenDeviceId } from "#domain/media/deviceId.ts";
import type { uploadToken } from "#domain/resources/index.ts";
import { Code } from "#ui/format/Code.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { useCustomerColumn } from "#ui/table/useCustomerColumn.ts";

type UploadToken = ListRow<typeof uploadToken>;

export function useUploadTokenColumns() {
  const { t } = useTranslation("tempFile");
  const { t: tCommon } = useTranslation();
  return [
    {
      id: "documentationName",
      header: t("fields.documentation"),
      isRowHeader: true,
      cell: ({ documentationId, documentationName }: UploadToken) => (
        <Link to={`/documentation/details/${documentationId}`}>{documentationName}</Link>
      ),
    },
    {
      id: "id",
      header: t("fields.id"),
      cell: ({ id }: UploadToken) => <NoWrap title={id}>{shortenDeviceId(id)}</NoWrap>,
    },
    ...useCustomerColumn<UploadToken>(),
    { id: "purpose", header: t("fields.purpose"), cell: (row: UploadToken) => t(`purposes.${row.purpose}`) },
    {
      id: "licenseName",
      header: t("fields.license"),
      cell: (row: UploadToken) => row.licenseName ?? tCommon("state.emptyValue"),
    },
    { id: "creator", header: t("fields.creator"), cell: (row: UploadToken) => row.creator },
    {
      id: "expireDate",
      header: t("fields.expireDate"),
      width: "220px",
      cell: ({ expireDate }: UploadToken) => (
        <>
          <DateTime value={expireDate} /> {expireDate <= now() && <Label>{t("expired")}</Label>}
        </>
      ),
    },
  ] as const;
}

/** Already short, so it stays on one line. */
const NoWrap = styled(Code)`
  white-space: nowrap;
`;
