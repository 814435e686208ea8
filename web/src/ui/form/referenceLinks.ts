import type { Dependent, DependentKind } from "#domain/core/problem.ts";

/** The list of a resource, searched for the dependent's name. */
const inList =
  (path: string) =>
  ({ name }: Dependent) =>
    `${path}?${new URLSearchParams({ q: name })}`;

/** The page of each kind of dependent. */
const pages: Record<DependentKind, (use: Dependent) => string> = {
  documentation: ({ id }) => `/documentation/details/${id}`,
  template: ({ id }) => `/template/details/${id}`,
  customer: inList("/customer"),
  exportConfiguration: inList("/exportConfiguration"),
  expectedAnswerList: inList("/expectedAnswerList"),
  graphic: inList("/graphic"),
  license: inList("/license"),
  predefinedConfiguration: inList("/predefinedConfiguration"),
  referencePhoto: inList("/referencePhoto"),
  suggestionList: inList("/suggestionList"),
  user: inList("/user"),
};

/** Links to the rows that prevent a deletion. */
export const referenceLinks = (uses: readonly Dependent[]): { to: string; text: string }[] =>
  uses.map((use) => ({ to: pages[use.kind](use), text: use.name }));
