import { documentationAlias } from "#domain/resources/index.ts";
import { PairImport } from "#features/pairImport/PairImport.tsx";
import { aliasImport } from "#features/pairImport/pairImports.ts";
import { AliasList } from "./AliasList.tsx";

/** /documentationAlias (3§2), the alias list with a CSV import. */
export default function DocumentationAliasList() {
  return (
    <AliasList
      resource={documentationAlias}
      kind="documentation"
      actions={<PairImport kind={aliasImport} />}
    />
  );
}
