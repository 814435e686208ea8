import { type Grants, hasAuthority, spansCustomers } from "#domain/access/authorities.ts";
import { isReadOnlyForStaff, listEnabledStatuses, listStatusChoices } from "#domain/documentation/status.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";

/** The session's permissions for a documentation (2§4, 2§6). A deleted one cannot be changed. */
export function getDocumentationPermissions(grants: Grants, details: DocumentationDetails) {
  const isEditable = !isReadOnlyForStaff(details.status);
  const can = (authority: Parameters<typeof hasAuthority>[1]) =>
    isEditable && hasAuthority(grants, authority);
  const write = can("ROLE_DOCUMENTATION_WRITE");
  const facts = {
    status: details.status,
    enabled: details.customerStatuses,
    superAdmin: spansCustomers(grants),
  };
  return {
    write,
    answer: can("ROLE_EDIT_DOCUMENTATION"),
    photo: can("ROLE_PHOTO_WRITE"),
    file: can("ROLE_FILE_WRITE"),
    importPhoto: can("ROLE_IMPORT_PHOTO"),
    importFile: can("ROLE_IMPORT_FILE"),
    decideReceived: can("ROLE_IMPORT_FILE") || can("ROLE_FILE_WRITE"),
    /** The statuses that it can be given now. */
    statuses: write ? listStatusChoices(facts) : [],
    /** The statuses of its customer, which keep their buttons when they cannot be given now. */
    customerStatuses: write ? listEnabledStatuses(facts) : [],
  };
}
export type DocumentationPermissions = ReturnType<typeof getDocumentationPermissions>;
