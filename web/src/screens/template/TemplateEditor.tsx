import { useState } from "react";
import { useParams } from "react-router";
import { ApiError } from "#api/apiError.ts";
import { useList } from "#api/resource.ts";
import { template } from "#domain/resources/template.ts";
import type { TemplateEdit } from "#domain/template/templateEdit.ts";
import { Loading } from "#ui/feedback/Loading.tsx";
import { EditorPage } from "./editor/TemplateEditorPage.tsx";
import { TemplateGallery } from "./starter/TemplateGallery.tsx";
import { TemplateLoadError } from "./TemplateLoadError.tsx";
import { type TemplateRow, useTemplate } from "./useTemplate.ts";

/** /template/{id} and /template/create (3§2). */
export default function TemplateEditor() {
  const { uuid = "" } = useParams();
  return uuid === "create" ? <NewTemplate key="create" /> : <StoredTemplate key={uuid} id={uuid} />;
}

const lastPositionQuery = { max: 1, sort: "position", order: "desc" } as const;

/** A new template begins from the gallery, and comes after all others. */
function NewTemplate() {
  const templatesQuery = useList(template, lastPositionQuery);
  const [starter, setStarter] = useState<TemplateEdit | null>(null);
  const [position, setPosition] = useState<number | null>(null);
  if (position === null && templatesQuery.data) setPosition((templatesQuery.data[0]?.position ?? 0) + 1);
  if (position === null && templatesQuery.error) setPosition(Number.NaN);
  if (starter === null) return <TemplateGallery onChoose={setStarter} />;
  return position === null ? <Loading /> : <EditorPage row={null} position={position} starter={starter} />;
}

/** Edits the newest version; refetching the row does not restart editing. */
function StoredTemplate({ id }: { id: string }) {
  const templateQuery = useTemplate(id);
  const [row, setRow] = useState<TemplateRow | null>(null);
  if (!row && templateQuery.data && !templateQuery.isFetching) setRow(templateQuery.data);
  if (row) return <EditorPage row={row} />;
  if (templateQuery.error instanceof ApiError && !templateQuery.isFetching)
    return <TemplateLoadError failure={templateQuery.error} onRetry={() => templateQuery.refetch()} />;
  return <Loading />;
}
