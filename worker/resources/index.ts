import { sql } from "drizzle-orm";
import { exportDocumentTypes, grantableStatuses } from "#domain/core/documentationTypes.ts";
import * as contracts from "#domain/resources/index.ts";
import { containsFolded } from "#worker/db/casefold.ts";
import { isUuid } from "#worker/db/idEncoding.ts";
import { idAsText, idParam } from "#worker/db/ids.ts";
import {
  changeLog,
  customer,
  documentationAlias,
  domainChange,
  exportEvent,
  license,
  photoAlias,
  role,
  user,
} from "#worker/db/schema/index.ts";
import { sortKeySql } from "#worker/db/sortKey.ts";
import { type Binding, createBinding } from "./binding.ts";
import { deviceBinding, documentationTagConfigurationBinding } from "./configuration.ts";
import { customerNameField } from "./customerName.ts";
import { createLicenseList, createLinkedList, createWordList } from "./linkedList.ts";
import { matchingUserIdsSql } from "./namedUsers.ts";
import { suggestionBindings } from "./suggestionResource.ts";

const customerTotalSql = (column: string) =>
  sql<number>`coalesce((SELECT t.${sql.raw(column)} FROM customer_total t WHERE t.customer_id = customer.id), 0)`;
const parseJsonText = (text: unknown): unknown => JSON.parse(String(text));

/** Users and the audit log have their own routes: worker/features/user, worker/features/log. */
export const userBinding = createBinding(contracts.user, user, {
  derived: {
    ...customerNameField(user),
    parentUsername: sql`(SELECT p.username FROM user p WHERE p.id = user.parent_id)`,
    hasSecret: sql`user.totp_secret IS NOT NULL`.mapWith(Boolean),
    hasPasskey: sql`EXISTS (SELECT 1 FROM passkey p WHERE p.user_id = user.id)`.mapWith(Boolean),
    licenseNames:
      sql`(SELECT json_group_array(li.name ORDER BY ${sortKeySql("li.name")}) FROM user_license l JOIN license li ON li.id = l.license_id
      WHERE l.user_id = user.id)`.mapWith(parseJsonText),
  },
  lists: {
    userRoles: createLinkedList({
      table: "user",
      link: "user_role",
      owner: "user_id",
      item: "role_id",
      target: "role",
      nameColumn: "authority",
      idKey: "role",
      nameKey: "roleAuthority",
    }),
    userLicenses: createLicenseList(),
    switchCustomers: createLinkedList({
      table: "user",
      link: "user_customer",
      owner: "user_id",
      item: "customer_id",
      target: "customer",
      nameColumn: "name",
      idKey: "id",
      nameKey: "name",
    }),
  },
  // Sorts by the names: users without names come first, equal sets together. Each user's names are in plain order, because a sort key is
  // applied to the whole list, and nested sort keys would exceed SQLite's limit on the depth of expressions.
  sorts: {
    userRoles: sql`coalesce((SELECT group_concat(r.authority, char(10) ORDER BY r.id) FROM user_role l JOIN role r ON r.id = l.role_id
      WHERE l.user_id = user.id), '')`,
    licenseNames: sql`coalesce((SELECT group_concat(li.name, ' ' ORDER BY lower(li.name)) FROM user_license l JOIN license li ON li.id = l.license_id
      WHERE l.user_id = user.id), '')`,
  },
});

const customerBinding = createBinding(contracts.customer, customer, {
  derived: {
    users: sql`(SELECT json_group_array(json_object('id', u.id, 'username', u.username)) FROM
      (SELECT id, username FROM user WHERE customer_id = customer.id ORDER BY ${sortKeySql("username")} LIMIT 3) u)`.mapWith(
      parseJsonText,
    ),
    userCount: sql<number>`(SELECT count(*) FROM user WHERE customer_id = customer.id)`,
    documentationCount: customerTotalSql("documentations"),
    photoCount: customerTotalSql("photos"),
    totalSize: customerTotalSql("bytes"),
  },
  lists: {
    products: createLinkedList({
      table: "customer",
      link: "customer_product",
      owner: "customer_id",
      item: "product_id",
      target: "product",
      nameColumn: "name",
      idKey: "id",
      nameKey: "name",
    }),
    exportDocumentConfigurations: createLinkedList({
      table: "customer",
      link: "customer_export_document_configuration",
      owner: "customer_id",
      item: "export_document_configuration_id",
      target: "export_document_configuration",
      nameColumn: "name",
      // Layouts of customers are not granted to others.
      targetCondition: "customer_id IS NULL",
      idKey: "id",
      nameKey: "name",
    }),
    exportDocumentTypes: createWordList(exportDocumentTypes, {
      table: "customer",
      link: "customer_export_document_type",
      owner: "customer_id",
      item: "type",
    }),
    documentationStatuses: createWordList(grantableStatuses, {
      table: "customer",
      link: "customer_documentation_status",
      owner: "customer_id",
      item: "status",
    }),
  },
});

const usernameSql = (column: string) =>
  sql<string | null>`(SELECT u.username FROM user u WHERE u.id = domain_change.${sql.raw(column)})`;

export const domainChangeBinding = createBinding(contracts.domainChange, domainChange, {
  derived: {
    ...customerNameField(domainChange),
    username: usernameSql("user_id"),
    realUsername: usernameSql("real_user_id"),
  },
  searches: {
    objectId: (q) =>
      isUuid(q)
        ? sql`domain_change.object_id = ${idParam(q)}`
        : /^[0-9a-f-]+$/i.test(q)
          ? sql`iif(typeof(domain_change.object_id) = 'blob', ${containsFolded(idAsText("domain_change.object_id"), q)},
          ${containsFolded(domainChange.objectId, q)})`
          : sql`(typeof(domain_change.object_id) = 'text' AND ${containsFolded(domainChange.objectId, q)})`,
    // An id matches no class or username, and params have ids in lower case: folding case would take most of the time.
    objectClass: (q) => (isUuid(q) ? sql`0` : containsFolded(domainChange.objectClass, q)),
    params: (q) =>
      isUuid(q)
        ? sql`instr(domain_change.params, ${q.toLowerCase()}) > 0`
        : containsFolded(sql`domain_change.params`, q),
    username: (q) => (isUuid(q) ? sql`0` : sql`domain_change.user_id IN (${matchingUserIdsSql(q)})`),
  },
});

/** Has its own routes, because deletions depend on templates: worker/features/license. */
export const licenseBinding = createBinding(contracts.license, license, {
  derived: customerNameField(license),
});

/** The bindings of resources that only have the standard routes. */
export const bindings: readonly Binding[] = [
  customerBinding,
  createBinding(contracts.role, role),
  createBinding(contracts.changeLog, changeLog),
  createBinding(contracts.documentationAlias, documentationAlias, {
    derived: customerNameField(documentationAlias),
  }),
  createBinding(contracts.photoAlias, photoAlias, { derived: customerNameField(photoAlias) }),
  createBinding(contracts.exportEvent, exportEvent, {
    derived: {
      ...customerNameField(exportEvent),
      documentation: sql<string>`export_event.documentation_id`.mapWith(exportEvent.documentationId),
      documentationName: sql<string>`(SELECT d.name FROM documentation d
        WHERE d.customer_id = export_event.customer_id AND d.id = export_event.documentation_id)`,
    },
    // Excludes events of deleted documentations (2§2).
    existsCondition: sql`EXISTS (SELECT 1 FROM documentation d
      WHERE d.customer_id = export_event.customer_id AND d.id = export_event.documentation_id AND d.status <> 'DELETED')`,
  }),
  documentationTagConfigurationBinding,
  deviceBinding,
  ...suggestionBindings,
];
