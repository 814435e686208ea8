import type { z } from "zod";
import { authorities, products } from "#domain/access/authorities.ts";
import { listProducts } from "#domain/endpoints/account/session.ts";
import { type JobStatus, jobStatus } from "#domain/endpoints/shared/job.ts";
import { customer, role, user } from "#domain/resources/index.ts";
import { anId } from "./fixtures.ts";

/** Users, customers and related rows, parsed by their contracts like all fixtures. */

export const someRoles = authorities.map((authority, index) => role.row.parse({ id: index + 1, authority }));

/** Roles in the form of a user's row. */
export const rolesOf = (...roleAuthorities: (typeof authorities)[number][]) =>
  someRoles
    .filter(({ authority }) => roleAuthorities.includes(authority))
    .map(({ id, authority }) => ({ role: id, roleAuthority: authority }));

export const someProducts = listProducts.response!.parse(
  products.map((name, index) => ({ id: index + 1, name })),
) as { id: number; name: (typeof products)[number] }[];

let lastId = 100;

const userFields = () => {
  lastId += 1;
  return {
    id: lastId,
    customerId: 7,
    customerName: "Norrfiber",
    parentUsername: null,
    username: `user${lastId}`,
    hasSecret: false,
    hasPasskey: false,
    licenseNames: [],
    dateCreated: "2026-05-04T09:30:00Z",
    version: 1,
  };
};

export const aUser = (changes: Partial<z.input<typeof user.row>> = {}) =>
  user.row.parse({ ...userFields(), ...changes });

export const aUserRow = (changes: Partial<z.input<typeof user.listRow>> = {}) =>
  user.listRow.parse({ ...userFields(), ...changes });

const customerFields = {
  id: 7,
  name: "Norrfiber",
  users: [],
  userCount: 0,
  documentationCount: 1234,
  photoCount: 56_789,
  totalSize: 123_456_789,
  dateCreated: "2026-05-04T09:30:00Z",
  version: 1,
};

export const aCustomer = (changes: Partial<z.input<typeof customer.row>> = {}) =>
  customer.row.parse({ ...customerFields, ...changes });

export const aCustomerRow = (changes: Partial<z.input<typeof customer.listRow>> = {}) =>
  customer.listRow.parse({ ...customerFields, ...changes });

export const aJob = (changes: Partial<z.input<typeof jobStatus>> = {}): JobStatus =>
  jobStatus.parse({
    id: anId(),
    kind: "photoDump",
    state: "PENDING",
    progress: 0,
    total: 0,
    error: null,
    result: null,
    dateCreated: "2026-05-04T09:30:00Z",
    ...changes,
  });
