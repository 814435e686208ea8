import { staffAuthorities } from "#domain/access/authorities.ts";
import { exportDocumentTypes, grantableStatuses } from "#domain/core/documentationTypes.ts";
import { hashPassword } from "#worker/auth/session/password.ts";
import {
  customer,
  customerDocumentationStatus,
  customerExportDocumentType,
  customerProduct,
  license,
  user,
  userCustomer,
  userLicense,
  userRole,
} from "#worker/db/schema/index.ts";
import { demoAccounts, demoPassword } from "./accounts.ts";
import { customerIds, daysFrom, licenseIds, type SeedContext } from "./context.ts";
import { readLogo } from "./demoPictures.ts";
import { insert } from "./insertRows.ts";

const { norrfiber, sydvind, demo } = customerIds;

/** Ids of the users, in the order in which they are inserted. */
export const userIds = { super: 1, staff: 2, reader: 3, other: 4, group: 5, field: 6, former: 7 } as const;

export async function seedCustomers({ DB, today }: SeedContext): Promise<void> {
  const dateCreated = daysFrom(today, -610);
  await insert(DB, customer, [
    { id: norrfiber, name: "Norrfiber", dateCreated },
    { id: sydvind, name: "Sydvind", dateCreated },
    { id: demo, name: "Demo", demo: true, dateCreated },
  ]);
  const { results: products } = await DB.prepare("SELECT id FROM product").all<{ id: number }>();
  await insert(
    DB,
    customerProduct,
    products.map(({ id }) => ({ customerId: norrfiber, productId: id })),
  );
  await insert(
    DB,
    customerDocumentationStatus,
    grantableStatuses.map((status) => ({ customerId: norrfiber, status })),
  );
  await insert(
    DB,
    customerExportDocumentType,
    exportDocumentTypes.map((type) => ({ customerId: norrfiber, type })),
  );
  await seedLicenses({ DB, today });
  await seedUsers({ DB, today });
}

async function seedLicenses({ DB, today }: Pick<SeedContext, "DB" | "today">): Promise<void> {
  await insert(DB, license, [
    {
      id: licenseIds.norrfiber,
      customerId: norrfiber,
      name: "Norrfiber fält",
      licenseCode: "NORR-1",
      logo: await readLogo("Norrfiber"),
      pauseDocumentations: true,
      tempFiles: true,
      useSavedUsername: true,
      backupPhotosToLibrary: "FORCED_YES",
      dateCreated: daysFrom(today, -600),
    },
    {
      id: licenseIds.norrfiberContractor,
      customerId: norrfiber,
      name: "Norrfiber entreprenör",
      licenseCode: "NORR-2",
      logo: await readLogo("Norrfiber"),
      reverseDocumentationCreation: true,
      emailRequired: true,
      deletePhotosAfterUpload: "FORCED_YES",
      expireDate: daysFrom(today, 240, 0),
      dateCreated: daysFrom(today, -410),
    },
    {
      id: licenseIds.sydvind,
      customerId: sydvind,
      name: "Sydvind service",
      licenseCode: "SYD-1",
      logo: await readLogo("Sydvind"),
      dateCreated: daysFrom(today, -420),
    },
    {
      id: licenseIds.demo,
      customerId: demo,
      name: "Demo",
      licenseCode: "DEMO-1",
      logo: await readLogo("Demo"),
      pauseDocumentations: true,
      demo: true,
      dateCreated: daysFrom(today, -590),
    },
    {
      id: licenseIds.trial,
      customerId: demo,
      name: "Trial Lindgården Bygg",
      licenseCode: "TRIAL-1#lindgarden",
      expireDate: daysFrom(today, -20, 0),
      params: {
        email: "prov@lindgarden.example",
        company: "Lindgården Bygg",
        verified: "true",
        verificationCode: "482913",
      },
      dateCreated: daysFrom(today, -50),
    },
  ]);
}

async function seedUsers({ DB, today }: Pick<SeedContext, "DB" | "today">): Promise<void> {
  const password = await hashPassword(demoPassword);
  const userRow = (username: keyof typeof userIds, customerId: number, fullName: string) => ({
    id: userIds[username],
    customerId,
    username,
    usernameKey: username,
    password,
    email: `${username}@siteproof.example`,
    fullName,
    dateCreated: daysFrom(today, -600 + userIds[username] * 11),
  });
  await insert(DB, user, [
    userRow("super", demo, "Signe Superadmin"),
    userRow("staff", norrfiber, "Stina Staff"),
    userRow("reader", norrfiber, "Rut Reader"),
    userRow("other", sydvind, "Otto Other"),
    userRow("group", norrfiber, "Greta Group"),
    { ...userRow("field", norrfiber, "Folke Fält"), parent: userIds.staff },
    { ...userRow("former", norrfiber, "Frida Former"), enabled: false },
  ]);
  const { results: roles } = await DB.prepare("SELECT id, authority FROM role").all<{
    id: number;
    authority: string;
  }>();
  const grant = (username: keyof typeof userIds, authorities: readonly string[]) =>
    roles
      .filter(({ authority }) => authorities.includes(authority))
      .map(({ id }) => ({ userId: userIds[username], roleId: id }));
  await insert(DB, userRole, [
    ...grant("super", ["ROLE_SUPER_ADMIN"]),
    ...grant("staff", staffAuthorities),
    ...grant("reader", ["ROLE_DOCUMENTATION_READ"]),
    ...grant("other", staffAuthorities),
    ...grant("group", ["ROLE_SWITCH_CUSTOMER", "ROLE_DOCUMENTATION_READ"]),
    ...grant("field", ["ROLE_DOCUMENTATION_READ", "ROLE_CREATE_DOCUMENTATION"]),
    ...grant("former", ["ROLE_DOCUMENTATION_READ"]),
  ]);
  await insert(DB, userCustomer, [
    { userId: userIds.group, customerId: norrfiber },
    { userId: userIds.group, customerId: sydvind },
  ]);
  await insert(DB, userLicense, [
    { customerId: norrfiber, userId: userIds.staff, licenseId: licenseIds.norrfiber },
    { customerId: norrfiber, userId: userIds.staff, licenseId: licenseIds.norrfiberContractor },
    { customerId: norrfiber, userId: userIds.field, licenseId: licenseIds.norrfiber },
    { customerId: sydvind, userId: userIds.other, licenseId: licenseIds.sydvind },
  ]);
  if (demoAccounts.some(({ username }) => !(username in userIds)))
    throw new Error("a demo account is not seeded");
}
