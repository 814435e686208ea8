import type { DomainChange } from "./auditEntry.ts";

/** Classes with a page for each object. */
const pages: Record<string, (id: string) => string> = {
  Template: (id) => `/template/details/${id}`,
  ExportDocumentConfiguration: (id) => `/exportDocumentConfiguration/details/${id}`,
  Device: (id) => `/device/${id}`,
};

/** Classes whose objects can be found by name in a list. */
const lists: Record<string, string> = {
  User: "/user",
  Customer: "/customer",
  License: "/license",
  DocumentationAlias: "/documentationAlias",
  PhotoAlias: "/photoAlias",
  DocumentationTagConfiguration: "/documentationTagConfiguration",
  DocumentationTaskFilter: "/documentationTaskFilter",
  ExportConfiguration: "/exportConfiguration",
  SuggestionImportConfiguration: "/suggestionImport",
  ExpectedAnswerImportConfiguration: "/expectedAnswerImport",
  PredefinedConfiguration: "/predefinedConfiguration",
  SuggestionList: "/suggestionList",
  ExpectedAnswerList: "/expectedAnswerList",
  Graphic: "/graphic",
  ReferencePhoto: "/referencePhoto",
  ExportDocument: "/exportDocument",
  TempFile: "/tempFile",
  ChangeLog: "/changeLog",
};

/** siteproof.License becomes License (1§2). */
export const lastSegment = (objectClass: string): string => objectClass.split(".").at(-1) ?? objectClass;

/** The page that shows an entry's object; null if there is none or the object has been deleted. */
export function objectPath({ objectClass, objectId, object }: DomainChange): string | null {
  if (!object?.exists) return null;
  if (object.documentationId) return `/documentation/details/${object.documentationId}`;
  const name = lastSegment(objectClass);
  const page = pages[name];
  if (page) return page(encodeURIComponent(objectId));
  const list = lists[name];
  return list ? `${list}?${new URLSearchParams({ q: object.name })}` : null;
}
