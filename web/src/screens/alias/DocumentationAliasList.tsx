import { documentationAlias } from "../../../../domain/resources";
import { PairImport } from "../pairImport/PairImport";
import { aliasImport } from "../pairImport/pairImports";
import { AliasList } from "./AliasList";

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
