import { PaintbrushIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { graphic } from "#domain/resources/index.ts";
import { ImageForm } from "#features/imageForm/ImageForm.tsx";
import { useRowForm } from "#ui/form/useRowForm.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { ResourceTable } from "#ui/table/ResourceTable.tsx";
import { useGraphicColumns } from "./graphicColumns.tsx";

/** /graphic (3§2). */
export default function GraphicList() {
  const { t } = useTranslation("image");
  const { t: common } = useTranslation();
  const rows = useRowForm(graphic);
  const title = common("routes.graphic");
  return (
    <Page title={title} lead={t("graphic.lead")} actions={rows.add()}>
      <ResourceTable
        resource={graphic}
        label={title}
        inAddress
        searchHint={t("searchHint")}
        columns={useGraphicColumns()}
        rowActions={rows.actions}
        empty={{ icon: PaintbrushIcon, title: t("graphic.emptyTitle"), action: rows.add("default") }}
      />
      {rows.form((form) => (
        <ImageForm resource={graphic} kind="graphic" {...form} />
      ))}
    </Page>
  );
}
