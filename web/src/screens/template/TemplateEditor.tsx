import { useState } from "react";
import { useParams } from "react-router";
import { Failure } from "../../api/failure";
import { Loading } from "../../kit/Loading";
import { EditorPage } from "./editor/EditorPage";
import { TemplateMissing } from "./TemplateMissing";
import { type TemplateRow, useTemplate } from "./useTemplate";

/** /template/{id} and /template/create (3§2). */
export default function TemplateEditor() {
  const { uuid = "" } = useParams();
  return uuid === "create" ? <EditorPage key="create" row={null} /> : <Loaded key={uuid} id={uuid} />;
}

/** Editing begins with the newest version and is not begun anew when the row is fetched again. */
function Loaded({ id }: { id: string }) {
  const item = useTemplate(id);
  const [row, setRow] = useState<TemplateRow | null>(null);
  if (!row && item.data && !item.isFetching) setRow(item.data);
  if (row) return <EditorPage row={row} />;
  if (item.error instanceof Failure && !item.isFetching)
    return <TemplateMissing failure={item.error} onRetry={() => item.refetch()} />;
  return <Loading />;
}
