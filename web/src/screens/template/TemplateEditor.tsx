import { useState } from "react";
import { useParams } from "react-router";
import { ApiError } from "#api/failure.ts";
import { useList } from "#api/resource.ts";
import { template } from "#domain/resources/template.ts";
import { Loading } from "#ui/feedback/Loading.tsx";
import { EditorPage } from "./editor/TemplateEditorPage.tsx";
import { TemplateLoadError } from "./TemplateLoadError.tsx";
import { type TemplateRow, useTemplate } from "./useTemplate.ts";

/** /template/{id} and /template/create (3§2). */
export default function TemplateEditor() {
  const { uuid = "" } = useParams();
  return uuid === "create" ? <NewTemplate key="create" /> : <StoredTemplate key={uuid} id={uuid} />;
}

const lastByPosition = { max: 1, sort: "position", order: "desc" } as const;

/** A new template comes after all others. */
function NewTemplate() {
  const list = useList(template, lastByPosition);
  const [position, setPosition] = useState<number | null>(null);
  if (position === null && list.data) setPosition((list.data[0]?.position ?? 0) + 1);
  if (position === null && list.error) setPosition(Number.NaN);
  return position === null ? <Loading /> : <EditorPage row={null} position={position} />;
}

/** Edits the newest version; refetching the row does not restart editing. */
function StoredTemplate({ id }: { id: string }) {
  const item = useTemplate(id);
  const [row, setRow] = useState<TemplateRow | null>(null);
  if (!row && item.data && !item.isFetching) setRow(item.data);
  if (row) return <EditorPage row={row} />;
  if (item.error instanceof ApiError && !item.isFetching)
    return <TemplateLoadError failure={item.error} onRetry={() => item.refetch()} />;
  return <Loading />;
}
