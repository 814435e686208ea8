import { ImportScreen } from "./ImportScreen";
import { suggestionImports } from "./importKind";

/** /suggestionImport (3§2). */
export default function SuggestionImport() {
  return <ImportScreen kind={suggestionImports} />;
}
