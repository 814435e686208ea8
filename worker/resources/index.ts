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
import { type Binding, bind } from "./binding.ts";
import { deviceBinding, documentationTagConfigurationBinding } from "./configuration.ts";
import { customerName } from "./customerName.ts";
import { licenseList, linkedList, wordList } from "./linkedList.ts";
import { namedUsers } from "./namedUsers.ts";
import { suggestionBindings } from "./suggestionResource.ts";

const total = (column: string) =>
  sql<number>`coalesce((SELECT t.${sql.raw(column)} FROM customer_total t WHERE t.customer_id = customer.id), 0)`;
const jsonText = (text: unknown): unknown => JSON.parse(String(text));

/** Users and the audit log have their own routes: worker/features/user, worker/features/log. */
export const userBinding = bind(contracts.user, user, {
  derived: {
    ...customerName(user),
    parentUsername: sql`(SELECT p.username FROM user p WHERE p.id = user.parent_id)`,
    hasSecret: sql`user.totp_secret IS NOT NULL`.mapWith(Boolean),
    licenseNames:
      sql`(SELECT json_group_array(li.name ORDER BY ${sortKeySql("li.name")}) FROM user_license l JOIN license li ON li.id = l.license_id
      WHERE l.user_id = user.id)`.mapWith(jsonText),
  },
  lists: {
    userRoles: linkedList({
      table: "user",
      link: "user_role",
      owner: "user_id",
      item: "role_id",
      target: "role",
      nameColumn: "authority",
      idKey: "role",
      nameKey: "roleAuthority",
    }),
    userLicenses: licenseList(),
    switchCustomers: linkedList({
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
  // By the names in the order in which the list shows them: users without any come first, equal sets together.
  sorts: {
    userRoles: sql`coalesce((SELECT group_concat(r.authority, char(10) ORDER BY r.id) FROM user_role l JOIN role r ON r.id = l.role_id
      WHERE l.user_id = user.id), '')`,
    licenseNames: sql`coalesce((SELECT group_concat(li.name, char(10) ORDER BY li.name) FROM user_license l JOIN license li ON li.id = l.license_id
      WHERE l.user_id = user.id), '')`,
  },
});

const customerBinding = bind(contracts.customer, customer, {
  derived: {
    users: sql`(SELECT json_group_array(json_object('id', u.id, 'username', u.username)) FROM
      (SELECT id, username FROM user WHERE customer_id = customer.id ORDER BY ${sortKeySql("username")} LIMIT 3) u)`.mapWith(
      jsonText,
    ),
    userCount: sql<number>`(SELECT count(*) FROM user WHERE customer_id = customer.id)`,
    documentationCount: total("documentations"),
    photoCount: total("photos"),
    totalSize: total("bytes"),
  },
  lists: {
    products: linkedList({
      table: "customer",
      link: "customer_product",
      owner: "customer_id",
      item: "product_id",
      target: "product",
      nameColumn: "name",
      idKey: "id",
      nameKey: "name",
    }),
    exportDocumentConfigurations: linkedList({
      table: "customer",
      link: "customer_export_document_configuration",
      owner: "customer_id",
      item: "export_document_configuration_id",
      target: "export_document_configuration",
      nameColumn: "name",
      idKey: "id",
      nameKey: "name",
    }),
    exportDocumentTypes: wordList(exportDocumentTypes, {
      table: "customer",
      link: "customer_export_document_type",
      owner: "customer_id",
      item: "type",
    }),
    documentationStatuses: wordList(grantableStatuses, {
      table: "customer",
      link: "customer_documentation_status",
      owner: "customer_id",
      item: "status",
    }),
  },
});

const usernameSql = (column: string) =>
  sql<string | null>`(SELECT u.username FROM user u WHERE u.id = domain_change.${sql.raw(column)})`;

export const domainChangeBinding = bind(contracts.domainChange, domainChange, {
  derived: {
    ...customerName(domainChange),
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
    username: (q) => (isUuid(q) ? sql`0` : sql`domain_change.user_id IN (${namedUsers(q)})`),
  },
});

/** Has its own routes, because deletions depend on templates: worker/features/license. */
export const licenseBinding = bind(contracts.license, license, { derived: customerName(license) });

/** The bindings of resources that only have the standard routes. */
export const bindings: readonly Binding[] = [
  customerBinding,
  bind(contracts.role, role),
  bind(contracts.changeLog, changeLog),
  bind(contracts.documentationAlias, documentationAlias, { derived: customerName(documentationAlias) }),
  bind(contracts.photoAlias, photoAlias, { derived: customerName(photoAlias) }),
  bind(contracts.exportEvent, exportEvent, {
    derived: {
      ...customerName(exportEvent),
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
