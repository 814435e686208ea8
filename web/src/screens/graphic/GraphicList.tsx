import { PaintbrushIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { graphic } from "#domain/resources/index.ts";
import { ImageForm } from "#features/imageForm/ImageForm.tsx";
import { ResourceScreen } from "#ui/table/ResourceScreen.tsx";
import { useGraphicColumns } from "./graphicColumns.tsx";

/** /graphic (3§2). */
export default function GraphicList() {
  const { t } = useTranslation("image");
  const { t: tCommon } = useTranslation();
  return (
    <ResourceScreen
      resource={graphic}
      title={tCommon("routes.graphic")}
      lead={t("graphic.lead")}
      searchHint={t("searchHint")}
      columns={useGraphicColumns()}
      icon={PaintbrushIcon}
      emptyTitle={t("graphic.emptyTitle")}
      toNamedRow={(row) => row}
      form={(form) => <ImageForm resource={graphic} kind="graphic" {...form} />}
    />
  );
}
