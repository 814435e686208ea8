import type { Dependent, DependentKind } from "#domain/core/problem.ts";

/** Returns a function that links to the list of a resource, filtered by the dependent's name. */
const createListLink =
  (path: string) =>
  ({ name }: Dependent) =>
    `${path}?${new URLSearchParams({ q: name })}`;

/** The page of each kind of dependent. */
const pageLinks: Record<DependentKind, (dependent: Dependent) => string> = {
  documentation: ({ id }) => `/documentation/details/${id}`,
  template: ({ id }) => `/template/details/${id}`,
  customer: createListLink("/customer"),
  device: ({ id }) => `/device/${id}`,
  documentationAlias: createListLink("/documentationAlias"),
  documentationTagConfiguration: createListLink("/documentationTagConfiguration"),
  documentationTaskFilter: createListLink("/documentationTaskFilter"),
  exportConfiguration: createListLink("/exportConfiguration"),
  exportDocumentConfiguration: createListLink("/exportDocumentConfiguration"),
  expectedAnswerList: createListLink("/expectedAnswerList"),
  graphic: createListLink("/graphic"),
  license: createListLink("/license"),
  photoAlias: createListLink("/photoAlias"),
  predefinedConfiguration: createListLink("/predefinedConfiguration"),
  referencePhoto: createListLink("/referencePhoto"),
  suggestionList: createListLink("/suggestionList"),
  user: createListLink("/user"),
};

/** Links to the rows that prevent a deletion. */
export const createReferenceLinks = (dependents: readonly Dependent[]): { to: string; text: string }[] =>
  dependents.map((dependent) => ({ to: pageLinks[dependent.kind](dependent), text: dependent.name }));
