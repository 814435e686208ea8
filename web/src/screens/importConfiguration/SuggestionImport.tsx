import { suggestionImports } from "#features/importConfiguration/importKind.ts";
import { ImportScreen } from "./ImportScreen.tsx";

/** /suggestionImport (3§2). */
export default function SuggestionImport() {
  return <ImportScreen kind={suggestionImports} />;
}
