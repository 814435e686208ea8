import type { LayoutNode } from "#domain/layout/node.ts";
import { toSingleLine } from "#worker/export/documents/xml.ts";
import type { DocumentationIndex } from "./documentationIndex.ts";
import { memoize } from "./iterables.ts";
import { type ResolveContext, type Scope, singleDocumentation } from "./resolveScope.ts";

/** In a report of several documentations, each answer, photo and row names its documentation and day. */

/** A documentation's name and day, its template and minute where others have the same, and a number if that is not enough. */
export function createVisitLabels(
  documentations: readonly DocumentationIndex[],
  minute: ResolveContext["minute"],
): ReadonlyMap<DocumentationIndex, string> {
  const labels = new Map<DocumentationIndex, string>();
  if (documentations.length < 2) return labels;
  const partsOf = ({ reported: { documentation } }: DocumentationIndex, isPrecise: boolean) => {
    const instant = minute(documentation.dateCreated);
    return [
      toSingleLine(documentation.name),
      ...(isPrecise ? [toSingleLine(documentation.templateName), instant] : [instant.slice(0, 10)]),
    ];
  };
  const labelOf = (documentation: DocumentationIndex, isPrecise: boolean) =>
    partsOf(documentation, isPrecise).filter(Boolean).join(" · ");
  const documentationsByDayLabel = Map.groupBy(documentations, (documentation) =>
    labelOf(documentation, false),
  );
  const countByLabel = new Map<string, number>();
  for (const documentation of documentations) {
    const dayLabel = labelOf(documentation, false);
    const label =
      documentationsByDayLabel.get(dayLabel)!.length > 1 ? labelOf(documentation, true) : dayLabel;
    const number = (countByLabel.get(label) ?? 0) + 1;
    countByLabel.set(label, number);
    labels.set(documentation, number === 1 ? label : `${label} (${number})`);
  }
  return labels;
}

/** Whether the texts of a node name the documentation and its day themselves. */
const namesVisit = memoize((node: LayoutNode): boolean => {
  const texts = textsOf(node).join("\n");
  return texts.includes("{DOCUMENTATION_NAME}") && texts.includes("{DATE_CREATED}");
});

const textsOf = ({ params, children }: LayoutNode): string[] => [
  params.TEXT ?? "",
  ...children.flatMap(textsOf),
];

/** The label of the one documentation in a scope; null if there are several, or if the node names it itself. */
export const visitLabelFor = (
  node: LayoutNode,
  scope: Scope,
  { visitLabels }: ResolveContext,
): string | null => {
  const documentation = singleDocumentation(scope);
  return documentation && !namesVisit(node) ? (visitLabels.get(documentation) ?? null) : null;
};

/** The headings between the items of a node that visits several documentations. */
export class VisitHeadings {
  readonly #node: LayoutNode;
  readonly #context: ResolveContext;
  readonly #isNeeded: boolean;
  #lastLabel: string | null = null;

  /** @param scope around the node */
  constructor(node: LayoutNode, scope: Scope, context: ResolveContext) {
    this.#node = node;
    this.#context = context;
    this.#isNeeded = context.visitLabels.size > 0 && singleDocumentation(scope) === null;
  }

  /** The heading before something that is drawn in this scope; null if it continues the same documentation. */
  next(scope: Scope): string | null {
    if (!this.#isNeeded || scope.matched) return null;
    const label = visitLabelFor(this.#node, scope, this.#context);
    if (label === this.#lastLabel) return null;
    this.#lastLabel = label;
    return label;
  }
}
