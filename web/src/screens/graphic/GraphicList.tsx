import { PaintbrushIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import { graphic } from "../../../../domain/resources";
import { useRowForm } from "../../kit/form/useRowForm";
import { Page } from "../../kit/Page";
import { ResourceTable } from "../../kit/table/ResourceTable";
import { ImageForm } from "../image/ImageForm";
import { useGraphicColumns } from "./graphicColumns";

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
