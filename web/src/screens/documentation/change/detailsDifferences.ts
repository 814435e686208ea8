import type { TFunction } from "i18next";
import type { DocumentationStatus } from "#domain/core/documentationTypes.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import type { Difference } from "./SaveConflict.tsx";

type Own = Partial<Pick<DocumentationDetails, "name" | "status" | "hidden">>;

interface Words {
  review: TFunction<"review">;
  documentation: TFunction<"documentation">;
}

/** What somebody else changed in a documentation, beside the values about to be saved. */
export function detailsDifferences(
  before: DocumentationDetails,
  theirs: DocumentationDetails,
  mine: Own,
  { review, documentation }: Words,
): Difference[] {
  const status = (value: DocumentationStatus) => documentation(`status.${value}`);
  const hidden = (value: boolean) => review(value ? "conflict.hidden" : "conflict.shown");
  const all: (Difference & { changed: boolean })[] = [
    {
      label: review("conflict.name"),
      theirs: theirs.name,
      mine: mine.name ?? null,
      changed: theirs.name !== before.name,
    },
    {
      label: review("conflict.status"),
      theirs: status(theirs.status),
      mine: mine.status ? status(mine.status) : null,
      changed: theirs.status !== before.status,
    },
    {
      label: review("conflict.visibility"),
      theirs: hidden(theirs.hidden),
      mine: mine.hidden === undefined ? null : hidden(mine.hidden),
      changed: theirs.hidden !== before.hidden,
    },
  ];
  const told = all.filter(({ changed, mine: own }) => changed || own !== null);
  return told.map(({ changed: _, ...difference }) => difference);
}
