import { today as swedishDay } from "#domain/core/calendar/days.ts";
import type { Platform } from "../support/platform.ts";
import { simulateCapture } from "./capture.ts";
import { seedConfiguration } from "./configuration.ts";
import { seedContext } from "./context.ts";
import { seedCustomers } from "./customers.ts";
import { seedDeliveries } from "./deliveries.ts";
import { seedDocumentations } from "./documentations.ts";
import { seedLayouts } from "./layouts.ts";
import { seedLogsAndUploads } from "./seedLogsAndUploads.ts";
import { seedTemplateBackups } from "./templateBackups.ts";
import { seedTemplates } from "./templateRows.ts";
import { planVisits } from "./visits.ts";

/**
 * Seeds the demo data: customers, users, templates, and eighteen months of documentations with photos, counted back from today.
 * Everything but the dates is the same on every machine. Writes to the given local platform only; a deployment contains
 * none of it.
 */
export async function seed(
  platform: Platform,
  log: (line: string) => void,
  today = startOfDay(),
): Promise<void> {
  const startedAt = performance.now();
  const context = seedContext(platform, today);
  const captures = planVisits(context.random).map((visit, index) => simulateCapture(visit, index, today));
  const photoCount = captures.reduce((sum, { photos }) => sum + photos.length, 0);
  log(`First start: storing ${photoCount} photos of ${captures.length} documentations…`);
  await seedCustomers(context);
  await seedConfiguration(context);
  await seedLayouts(context);
  await seedTemplates(context);
  await seedTemplateBackups(context);
  await seedDocumentations(context, captures);
  await seedDeliveries(context, captures);
  await seedLogsAndUploads(context, captures);
  // Indexes them for search, as the scheduled job does.
  await platform.DB.prepare("DELETE FROM search_pending").run();
  log(`Demo data is in place (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
}

/** The start of the Swedish day, so that the console agrees on which documentations are yesterday's. */
const startOfDay = () => new Date(`${swedishDay()}T00:00:00Z`);
