import type { TFunction } from "i18next";
import type { DocumentationStatus } from "#domain/core/documentationTypes.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import type { Difference } from "#ui/form/SaveConflict.tsx";

type OwnChanges = Partial<Pick<DocumentationDetails, "name" | "status" | "hidden">>;

interface Texts {
  review: TFunction<"review">;
  documentation: TFunction<"documentation">;
}

/** Another user's changes to a documentation, beside the values to save. */
export function detailsDifferences(
  initial: DocumentationDetails,
  theirs: DocumentationDetails,
  mine: OwnChanges,
  { review, documentation }: Texts,
): Difference[] {
  const status = (value: DocumentationStatus) => documentation(`status.${value}`);
  const hidden = (value: boolean) => review(value ? "conflict.hidden" : "conflict.shown");
  const differences: (Difference & { changed: boolean })[] = [
    {
      label: review("conflict.name"),
      theirs: theirs.name,
      mine: mine.name ?? null,
      changed: theirs.name !== initial.name,
    },
    {
      label: review("conflict.status"),
      theirs: status(theirs.status),
      mine: mine.status ? status(mine.status) : null,
      changed: theirs.status !== initial.status,
    },
    {
      label: review("conflict.visibility"),
      theirs: hidden(theirs.hidden),
      mine: mine.hidden === undefined ? null : hidden(mine.hidden),
      changed: theirs.hidden !== initial.hidden,
    },
  ];
  const relevant = differences.filter(({ changed, mine: myValue }) => changed || myValue !== null);
  return relevant.map(({ changed: _, ...difference }) => difference);
}
