import { photoAlias } from "../../../../domain/resources";
import { AliasList } from "./AliasList";

/** /photoAlias (3§2). */
export default function PhotoAliasList() {
  return <AliasList resource={photoAlias} kind="photo" />;
}
