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
export function findDetailsDifferences(
  initial: DocumentationDetails,
  serverDetails: DocumentationDetails,
  changes: OwnChanges,
  { review, documentation }: Texts,
): Difference[] {
  const statusText = (value: DocumentationStatus) => documentation(`status.${value}`);
  const hiddenText = (value: boolean) => review(value ? "conflict.hidden" : "conflict.visible");
  const differences: (Difference & { isChanged: boolean })[] = [
    {
      label: review("conflict.name"),
      serverText: serverDetails.name,
      localText: changes.name ?? null,
      isChanged: serverDetails.name !== initial.name,
    },
    {
      label: review("conflict.status"),
      serverText: statusText(serverDetails.status),
      localText: changes.status ? statusText(changes.status) : null,
      isChanged: serverDetails.status !== initial.status,
    },
    {
      label: review("conflict.visibility"),
      serverText: hiddenText(serverDetails.hidden),
      localText: changes.hidden === undefined ? null : hiddenText(changes.hidden),
      isChanged: serverDetails.hidden !== initial.hidden,
    },
    {
      label: review("conflict.assignee"),
      serverText: serverDetails.assigneeName ?? review("event.assignedToNobody"),
      localText: null,
      isChanged: serverDetails.assigneeId !== initial.assigneeId,
    },
  ];
  const relevant = differences.filter(
    ({ isChanged, localText: localValue }) => isChanged || localValue !== null,
  );
  return relevant.map(({ isChanged: _, ...difference }) => difference);
}
