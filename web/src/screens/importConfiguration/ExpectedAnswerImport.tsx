import { expectedAnswerImports } from "#features/importConfiguration/importKind.ts";
import { ImportScreen } from "./ImportScreen.tsx";

/** /expectedAnswerImport (3§2). */
export default function ExpectedAnswerImport() {
  return <ImportScreen kind={expectedAnswerImports} />;
}
