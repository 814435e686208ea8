import { Checkbox, FormControl } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { FileRow } from "#domain/endpoints/documentation/details.ts";
import { Pager } from "#features/photo/Pager.tsx";
import { formatBytes } from "#ui/format/numbers.ts";
import { Breakable } from "#ui/layout/typography.ts";
import type { ItemSelection } from "./useItemSelection.ts";

const filesPerPage = 50;

/** The files, each with a checkbox to include it. */
export function FileChooser({
  files,
  choice: selection,
}: {
  files: readonly FileRow[];
  choice: ItemSelection;
}) {
  const { t } = useTranslation("exporting");
  const { t: tDocumentation } = useTranslation("documentation");
  const { t: tCommon } = useTranslation();
  const [page, setPage] = useState(1);
  return (
    <>
      <Rows>
        {files.slice((page - 1) * filesPerPage, page * filesPerPage).map((file) => (
          <FormControl key={file.id} disabled={!file.hasData}>
            <Checkbox
              checked={file.hasData && selection.isSelected(file.id)}
              onChange={({ target }) => selection.set(file.id, target.checked)}
            />
            <FormControl.Label>
              <Breakable>{file.name}</Breakable>
            </FormControl.Label>
            <FormControl.Caption>
              {file.hasData ? formatBytes(file.dataSize) : t("notArrived")}
            </FormControl.Caption>
          </FormControl>
        ))}
      </Rows>
      <Pager
        label={t("files")}
        previousLabel={tCommon("table.previous")}
        nextLabel={tCommon("table.next")}
        pageLabel={(number) => tDocumentation("gallery.page", { page: number })}
        page={page}
        pageCount={Math.ceil(files.length / filesPerPage)}
        onPage={setPage}
      />
    </>
  );
}

const Rows = styled.div`
  display: grid;
  gap: var(--base-size-8);
  max-height: 280px;
  padding: var(--base-size-4);
  overflow-y: auto;
`;
