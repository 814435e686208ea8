import { DownloadIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call, pathOf } from "#api/client.ts";
import type { ListRow } from "#domain/contract/resource.ts";
import {
  downloadReferencePhoto,
  getReferencePhotoTemplates,
} from "#domain/endpoints/configuration/images.ts";
import type { referencePhoto } from "#domain/resources/index.ts";
import { TemplateLinks } from "#features/TemplateLinks.tsx";
import { useDownload } from "#features/useDownload.ts";
import { LinkButton } from "#ui/button/LinkButton.tsx";
import { CountWithDialog } from "#ui/dialog/CountWithDialog.tsx";
import { useCustomerColumn } from "#ui/table/useCustomerColumn.ts";

type ReferencePhoto = ListRow<typeof referencePhoto>;

/** The columns of 3§2. */
export function useReferencePhotoColumns() {
  const { t } = useTranslation("image");
  const { t: tCommon } = useTranslation();
  return [
    ...useCustomerColumn<ReferencePhoto>(),
    {
      id: "name",
      header: tCommon("fields.name"),
      isRowHeader: true,
      cell: (row: ReferencePhoto) => <Download row={row} />,
    },
    {
      id: "description",
      header: t("fields.description"),
      isOmitted: (row: ReferencePhoto) => !row.description,
      cell: (row: ReferencePhoto) => row.description ?? tCommon("state.emptyValue"),
    },
    {
      id: "templateCount",
      header: t("columns.templates"),
      align: "end",
      cell: ({ id, name, templateCount }: ReferencePhoto) => (
        <CountWithDialog
          count={templateCount}
          label={t("templatesButton", { count: templateCount, name })}
          title={t("templatesOf", { name })}
        >
          <TemplateLinks
            queryKey={["referencePhoto", "templates", id]}
            fetchTemplates={async (signal) =>
              (await call(getReferencePhotoTemplates, { params: { id }, signal })).items
            }
          />
        </CountWithDialog>
      ),
    },
  ] as const;
}

function Download({ row: { id, name, hasData } }: { row: ReferencePhoto }) {
  const download = useDownload();
  if (!hasData) return name;
  return (
    <LinkButton
      type="button"
      disabled={download.isPending}
      onClick={() => download.mutate({ path: pathOf(downloadReferencePhoto, { id }) })}
    >
      {name} <SmallDownloadIcon size={14} />
    </LinkButton>
  );
}

const SmallDownloadIcon = styled(DownloadIcon)`
  vertical-align: text-bottom;
`;
