import { documentationAlias } from "../../../../domain/resources";
import { AliasList } from "./AliasList";

/** /documentationAlias (3§2). */
export default function DocumentationAliasList() {
  return <AliasList resource={documentationAlias} kind="documentation" />;
}
