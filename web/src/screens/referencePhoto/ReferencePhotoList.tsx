import { ImageIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { referencePhoto } from "#domain/resources/index.ts";
import { ImageForm } from "#features/imageForm/ImageForm.tsx";
import { useRowForm } from "#ui/form/useRowForm.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { ResourceTable } from "#ui/table/ResourceTable.tsx";
import { useReferencePhotoColumns } from "./referencePhotoColumns.tsx";

/** /referencePhoto (3§2). */
export default function ReferencePhotoList() {
  const { t } = useTranslation("image");
  const { t: common } = useTranslation();
  const rows = useRowForm(referencePhoto);
  const title = common("routes.referencePhoto");
  return (
    <Page title={title} lead={t("referencePhoto.lead")} actions={rows.add()}>
      <ResourceTable
        resource={referencePhoto}
        label={title}
        inAddress
        searchHint={t("searchHint")}
        columns={useReferencePhotoColumns()}
        rowActions={rows.actions}
        empty={{ icon: ImageIcon, title: t("referencePhoto.emptyTitle"), action: rows.add("default") }}
      />
      {rows.form((form) => (
        <ImageForm resource={referencePhoto} kind="referencePhoto" {...form} />
      ))}
    </Page>
  );
}
