import { staffAuthorities } from "#domain/access/authorities.ts";
import { grantableStatuses } from "#domain/core/documentationTypes.ts";
import { uuidOf } from "#scripts/support/uuid.ts";
import {
  customer,
  customerDocumentationStatus,
  customerProduct,
  documentationAlias,
  documentationTagConfiguration,
  license,
  template,
  templateTask,
  user,
  userRole,
} from "#worker/db/schema/index.ts";
import { crewNames } from "./fieldTexts.ts";
import { type Customer, licenseId, licensesPerCustomer, templateId, templateTaskId } from "./ids.ts";
import { siteOf } from "./realDocumentations.ts";
import { tasksOf, templateName, templatesPerCustomer } from "./realTemplates.ts";
import type { Writer } from "./writer.ts";

export function customersOf(documentationCount: number): readonly [Customer, Customer, Customer] {
  const [large, small] = [Math.round((documentationCount * 5) / 6), 200];
  const sizes = { large, middle: documentationCount - large - small, small };
  const createCustomer = (id: number, name: keyof typeof sizes): Customer => ({
    id,
    name: `Bench ${name}`,
    username: `bench-${name}`,
    rowCount: sizes[name],
  });
  return [createCustomer(1, "large"), createCustomer(2, "middle"), createCustomer(3, "small")];
}

/** Username of the super admin. */
export const adminName = "bench-admin";

/** Creation date of all customers: a day before the oldest documentation. */
export const serviceStart = "2020-12-31T08:00:00Z";

interface NamedRow {
  id: number;
  name: string;
}

/** Writes customers, their users, licences, templates, aliases and tag configurations, with all existing products and roles. */
export function writeCustomers(
  writer: Writer,
  customers: readonly Customer[],
  passwordHash: string,
  existing: { roles: readonly NamedRow[]; products: readonly NamedRow[] },
): void {
  for (const { id: customerId, name, username, rowCount } of customers) {
    writer.insert(customer, [{ id: customerId, name, dateCreated: serviceStart }]);
    writer.insert(user, [userOf(customerId, customerId, username, passwordHash)]);
    const staffRoles = existing.roles.filter((role) =>
      staffAuthorities.some((authority) => authority === role.name),
    );
    writer.insert(
      userRole,
      staffRoles.map((role) => ({ userId: customerId, roleId: role.id })),
    );
    writer.insert(
      customerProduct,
      existing.products.map(({ id: productId }) => ({ customerId, productId })),
    );
    writer.insert(
      customerDocumentationStatus,
      grantableStatuses.map((status) => ({ customerId, status })),
    );
    writer.insert(
      license,
      Array.from({ length: licensesPerCustomer }, (_, number) => ({
        id: licenseId(customerId, number),
        customerId,
        name: `Lag ${number + 1}`,
        licenseCode: `BENCH-${customerId}-${number}`,
        dateCreated: serviceStart,
      })),
    );
    writeTemplates(writer, customerId);
    // Every fiftieth site has a well-known name; some have a tag.
    const sites = Array.from({ length: Math.ceil(rowCount / 150) }, (_, index) =>
      siteOf(customerId, rowCount, index * 50),
    );
    const names = [...new Set(sites.map((site) => site.name))];
    writer.insert(
      documentationAlias,
      names.map((site, index) => ({
        id: uuidOf("bench alias", customerId, index),
        customerId,
        name: site,
        alias: `${crewNames[index % crewNames.length]!.split(" ")[1]}s station ${index + 1}`,
        dateCreated: serviceStart,
      })),
    );
    writer.insert(
      documentationTagConfiguration,
      names.slice(0, 100).map((site, index) => ({
        id: uuidOf("bench tag", customerId, index),
        customerId,
        name: site,
        tag: `Etapp ${index % 20}`,
        dateCreated: serviceStart,
      })),
    );
  }
  const admin = customers.length + 1;
  writer.insert(user, [userOf(admin, customers[0]!.id, adminName, passwordHash)]);
  const [role] = existing.roles.filter((candidate) => candidate.name === "ROLE_SUPER_ADMIN");
  writer.insert(userRole, [{ userId: admin, roleId: role!.id }]);
}

const userOf = (id: number, customerId: number, username: string, password: string) => ({
  id,
  customerId,
  username,
  usernameKey: username,
  password,
  dateCreated: serviceStart,
});

function writeTemplates(writer: Writer, customerId: number): void {
  for (let number = 0; number < templatesPerCustomer; number += 1) {
    const id = templateId(customerId, number);
    const [group] = tasksOf(number);
    writer.insert(template, [
      {
        id,
        customerId,
        name: templateName(number),
        locationEnabled: true,
        dateCreated: serviceStart,
        lastUpdated: serviceStart,
      },
    ]);
    writer.insert(
      templateTask,
      tasksOf(number).map(({ key, name, type, description, options, grouped }, position) => ({
        id: templateTaskId(id, key),
        customerId,
        templateId: id,
        parentId: grouped ? templateTaskId(id, group!.key) : null,
        ...{ key, name, type, description, options, position, level: grouped ? 1 : 0 },
        dateCreated: serviceStart,
      })),
    );
  }
}
