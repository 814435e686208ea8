import type { EntityClass } from "#domain/resources/entityClass.ts";
import type { DomainChange } from "./auditEntry.ts";

/** Classes with a page for each object. */
const pagePaths = {
  Template: (id: string) => `/template/details/${id}`,
  ExportDocumentConfiguration: (id: string) => `/exportDocumentConfiguration/details/${id}`,
  Device: (id: string) => `/device/${id}`,
};

/** The list in which objects of a class are found by name; null if no screen lists them, or they open their documentation. */
const listPaths: Record<Exclude<EntityClass, keyof typeof pagePaths>, string | null> = {
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
  SuggestionImportEvent: null,
  ExpectedAnswerImportEvent: null,
  ExportDocument: "/exportDocument",
  ExportEvent: null,
  UploadToken: null,
  Role: null,
  DomainChange: null,
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
  const page = new Map(Object.entries(pagePaths)).get(name);
  if (page) return page(encodeURIComponent(objectId));
  const list = new Map(Object.entries(listPaths)).get(name);
  return list ? `${list}?${new URLSearchParams({ q: object.name })}` : null;
}
