import { useState } from "react";
import { useLocation, useParams } from "react-router";
import { ApiError } from "#api/apiError.ts";
import { useGrants } from "#api/session.ts";
import { findDenialReason } from "#domain/contract/denialReason.ts";
import { exportDocumentConfiguration } from "#domain/resources/exportDocumentConfiguration.ts";
import { Redirect } from "#navigation/Redirect.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { EditorPage } from "./editor/LayoutEditorPage.tsx";
import { LayoutMissing } from "./LayoutMissing.tsx";
import { type LayoutRow, useLayout } from "./useLayout.ts";

/** /exportDocumentConfiguration/{uuid}, and /exportDocumentConfiguration/create (3§2). */
export default function LayoutEditor() {
  const { uuid = "" } = useParams();
  return uuid === "create" ? (
    <EditorPage key="create" row={null} onReload={() => {}} />
  ) : (
    <LoadedEditor key={uuid} id={uuid} />
  );
}

/** Edits the newest version; refetching the row does not restart editing. */
function LoadedEditor({ id }: { id: string }) {
  const item = useLayout(id);
  const [row, setRow] = useState<LayoutRow | null>(null);
  const { search } = useLocation();
  const isReadOnly = findDenialReason(useGrants(), exportDocumentConfiguration, "update", item.data) !== null;
  if (!row && item.data && !item.isFetching) setRow(item.data);
  if (isReadOnly) return <Redirect to={{ pathname: `/exportDocumentConfiguration/details/${id}`, search }} />;
  if (row)
    return (
      <EditorPage
        key={row.version}
        row={row}
        onReload={() => {
          setRow(null);
          void item.refetch();
        }}
      />
    );
  if (item.error instanceof ApiError && !item.isFetching)
    return <LayoutMissing failure={item.error} onRetry={() => item.refetch()} />;
  return <Loading />;
}
