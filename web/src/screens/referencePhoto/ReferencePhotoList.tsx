import { ImageIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { referencePhoto } from "#domain/resources/index.ts";
import { ImageForm } from "#features/imageForm/ImageForm.tsx";
import { ResourceScreen } from "#ui/table/ResourceScreen.tsx";
import { useReferencePhotoColumns } from "./referencePhotoColumns.tsx";

/** /referencePhoto (3§2). */
export default function ReferencePhotoList() {
  const { t } = useTranslation("image");
  const { t: tCommon } = useTranslation();
  return (
    <ResourceScreen
      resource={referencePhoto}
      title={tCommon("routes.referencePhoto")}
      lead={t("referencePhoto.lead")}
      searchHint={t("searchHint")}
      columns={useReferencePhotoColumns()}
      icon={ImageIcon}
      emptyTitle={t("referencePhoto.emptyTitle")}
      toNamedRow={(row) => row}
      form={(form) => <ImageForm resource={referencePhoto} kind="referencePhoto" {...form} />}
    />
  );
}
