import { type Grants, hasAuthority, spansCustomers } from "#domain/access/authorities.ts";
import { isReadOnlyForStaff, statusChoices } from "#domain/documentation/status.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";

/** What the session may do with a documentation (2§4, 2§6). A deleted one cannot be changed. */
export function documentationPermissions(grants: Grants, details: DocumentationDetails) {
  const open = !isReadOnlyForStaff(details.status);
  const may = (authority: Parameters<typeof hasAuthority>[1]) => open && hasAuthority(grants, authority);
  const write = may("ROLE_DOCUMENTATION_WRITE");
  return {
    write,
    answer: may("ROLE_EDIT_DOCUMENTATION"),
    photo: may("ROLE_PHOTO_WRITE"),
    file: may("ROLE_FILE_WRITE"),
    importPhoto: may("ROLE_IMPORT_PHOTO"),
    importFile: may("ROLE_IMPORT_FILE"),
    decideReceived: may("ROLE_IMPORT_FILE") || may("ROLE_FILE_WRITE"),
    statuses: write
      ? statusChoices({
          status: details.status,
          enabled: details.customerStatuses,
          superAdmin: spansCustomers(grants),
        })
      : [],
  };
}
export type DocumentationPermissions = ReturnType<typeof documentationPermissions>;
