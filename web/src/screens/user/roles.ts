import type { Authority } from "#domain/access/authorities.ts";
import { keysOf } from "#domain/core/objects.ts";

/** A role in the form of a user's row. */
export interface UserRole {
  role: number;
  roleAuthority?: Authority;
}

export const roleGroups = ["administration", "documentations", "media", "configuration"] as const;
type RoleGroup = (typeof roleGroups)[number];

/** The group of a role in the form. Roles with null describe a session, or belong to super admins alone, and are not offered. */
const groupOf: Record<Authority, RoleGroup | null> = {
  ROLE_SUPER_ADMIN: "administration",
  ROLE_SWITCH_CUSTOMER: "administration",
  ROLE_SWITCHED_USER: null,
  ROLE_CHANGE_LOG_READ: "administration",
  ROLE_CHANGE_LOG_WRITE: null,
  ROLE_LICENSE_READ: "administration",
  ROLE_PROGRESS: "administration",
  ROLE_DOCUMENTATION_READ: "documentations",
  ROLE_DOCUMENTATION_WRITE: "documentations",
  ROLE_CREATE_DOCUMENTATION: "documentations",
  ROLE_EDIT_DOCUMENTATION: "documentations",
  ROLE_EXPORT_DOCUMENTATION: "documentations",
  ROLE_EXPORT_DOCUMENTATION_LIST: "documentations",
  ROLE_EXPORT_CONFIGURATION_READ: "documentations",
  ROLE_PHOTO_WRITE: "media",
  ROLE_IMPORT_PHOTO: "media",
  ROLE_FILE_READ: "media",
  ROLE_FILE_WRITE: "media",
  ROLE_IMPORT_FILE: "media",
  ROLE_REFERENCE_PHOTO_READ: "media",
  ROLE_REFERENCE_PHOTO_WRITE: "media",
  ROLE_TEMPLATE_READ: "configuration",
  ROLE_TEMPLATE_WRITE: "configuration",
  ROLE_GRAPHIC_READ: "configuration",
  ROLE_GRAPHIC_WRITE: "configuration",
  ROLE_SUGGESTION_LIST_READ: "configuration",
  ROLE_SUGGESTION_LIST_WRITE: "configuration",
  ROLE_EXPECTED_ANSWER_LIST_WRITE: "configuration",
  ROLE_EXPORT_LAYOUTS: "configuration",
  ROLE_PREDEFINED_CONFIGURATION_READ: "configuration",
};
const order = keysOf(groupOf);

interface Role {
  id: number;
  authority: Authority;
}

/** The roles of a group, most powerful first. */
export const rolesOfGroup = (group: RoleGroup, roles: readonly Role[]): Role[] =>
  roles
    .filter(({ authority }) => groupOf[authority] === group)
    .sort((a, b) => order.indexOf(a.authority) - order.indexOf(b.authority));

export const isSelectable = (authority: Authority): boolean => groupOf[authority] !== null;

export const hasRole = (roles: readonly UserRole[], authority: Authority): boolean =>
  roles.some(({ roleAuthority }) => roleAuthority === authority);

/** Compares by id, the service's order. */
export const compareRoles = (a: UserRole, b: UserRole): number => a.role - b.role;
