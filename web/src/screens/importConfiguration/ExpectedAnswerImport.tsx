import { ImportScreen } from "./ImportScreen";
import { expectedAnswerImports } from "./importKind";

/** /expectedAnswerImport (3§2). */
export default function ExpectedAnswerImport() {
  return <ImportScreen kind={expectedAnswerImports} />;
}
