import { photoAlias } from "#domain/resources/index.ts";
import { AliasList } from "./AliasList.tsx";

/** /photoAlias (3§2). */
export default function PhotoAliasList() {
  return <AliasList resource={photoAlias} kind="photo" />;
}
