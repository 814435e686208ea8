import { drizzle } from "drizzle-orm/d1";
import type { Actor } from "#domain/access/actor.ts";
import { template } from "#domain/resources/template.ts";
import { type TemplateContent, templateContentOf } from "#domain/template/content.ts";
import type { Database } from "#worker/db/database.ts";
import { templateBackup } from "#worker/db/schema/index.ts";
import { findRow } from "#worker/resources/resourceReads.ts";
import { templateBinding } from "#worker/resources/templateResource.ts";
import { retryLostConnection } from "../support/retry.ts";
import { customerIds, daysFrom, type SeedContext } from "./context.ts";
import { userIds } from "./customers.ts";
import { insert } from "./insertRows.ts";
import { mastInspection, templateId } from "./templates.ts";

const seeder: Actor = {
  userId: userIds.super,
  username: "super",
  customerId: customerIds.norrfiber,
  customerName: "",
  sessionId: "",
  realUserId: null,
  authorities: new Set(["ROLE_SUPER_ADMIN"]),
  products: new Set(),
};

/** Seeds two older versions of the richest template: the oldest without its last section, the other with another description. */
export async function seedTemplateBackups({ DB, today }: SeedContext): Promise<void> {
  const id = templateId(mastInspection);
  const db: Database = drizzle(DB, { casing: "snake_case" });
  const current = templateContentOf(
    template.row.parse(await retryLostConnection(() => findRow(db, templateBinding, seeder, id))),
  );
  const recentVersion: TemplateContent = { ...current, description: "Inspection of masts." };
  const firstVersion: TemplateContent = { ...recentVersion, tasks: current.tasks.slice(0, -1) };
  await insert(
    DB,
    templateBackup,
    [[380, firstVersion] as const, [90, recentVersion] as const].map(([days, content]) => ({
      customerId: customerIds.norrfiber,
      templateId: id,
      userId: userIds.staff,
      json: JSON.stringify(content),
      dateCreated: daysFrom(today, -days),
    })),
  );
}
