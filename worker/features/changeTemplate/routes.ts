import { and, eq, isNull, sql } from "drizzle-orm";
import type { DocumentationStatus } from "../../../domain/documentation";
import { updateDocumentation } from "../../../domain/endpoints/changeTemplate";
import { problem } from "../../../domain/problem";
import type { TemplateContent } from "../../../domain/resources/template";
import { openToDevices } from "../../../domain/rules/completion";
import { mappingOf, tasksAfter, templateChangeFaults } from "../../../domain/rules/templateChange";
import { placeOf, targetsOf } from "../../../domain/rules/templateMapping";
import type { Database } from "../../db/database";
import { foreignKeyViolation } from "../../db/errors";
import { documentation, template } from "../../db/schema";
import { statement } from "../../db/statement";
import type { App } from "../../http/context";
import { mountForSession } from "../../http/mount";
import { findRow } from "../../resources/reading";
import { changeableDocumentation, changeDocumentation } from "../review/change";
import { detailsOf } from "../review/details";
import { authorOf } from "../session/actor";
import { templateBinding } from "../template/binding";
import { heldBy, sameAs } from "./held";
import { contentStatements, countedTasks, type PhotoChange } from "./write";

/** Bytes of a body that names some thousands of photos. */
const limit = 8_000_000;

export function mountChangeTemplate(app: App): void {
  mountForSession(
    app,
    updateDocumentation,
    async ({ db, actor, params, body }) => {
      const { templateId, version } = body;
      const row = await changeableDocumentation(db, actor, params.id, version);
      // A device that saves it again would bring its own tasks back.
      if (openToDevices(row.status as DocumentationStatus)) throw problem("ruleBroken");
      const origin = await livingTemplate(db, row.customerId, templateId);
      const { tasks: tree } = (await findRow(
        db,
        templateBinding,
        actor,
        templateId,
      )) as unknown as TemplateContent;
      const held = await heldBy(db, row);
      const facts = { ...held, targets: targetsOf(tree) };
      const faults = templateChangeFaults(facts, body);
      if (Object.keys(faults).length > 0) throw problem("invalid", { fields: faults });
      const tasks = tasksAfter(facts, body, () => crypto.randomUUID());
      const mapping = mappingOf(body);
      const idOf = new Map(tasks.flatMap(({ id, target }) => (target ? [[target.id, id] as const] : [])));
      const wished = new Map(body.photos.map((one) => [one.id, one]));
      const photos = held.photos.flatMap((photo): PhotoChange[] => {
        const wish = wished.get(photo.id);
        if (!wish) return [];
        const place = placeOf(photo, wish.templateTaskId, mapping);
        const taskId = place && (idOf.get(place) ?? place);
        const same = wish.name === photo.name && taskId === photo.documentationTaskId;
        return same ? [] : [{ id: photo.id, name: wish.name, taskId }];
      });
      const content = contentStatements(db, {
        ...{ held, tasks, photos, drop: body.drop, author: authorOf(actor), creator: actor.username },
      });
      const before = await db
        .select({ name: template.name })
        .from(template)
        .where(eq(template.id, row.templateId))
        .get();
      try {
        await changeDocumentation(
          db,
          actor,
          row,
          { templateId },
          {
            type: "TASK_EDIT",
            params: { change: "TEMPLATE_CHANGED", from: before?.name ?? "", to: origin.name },
          },
          [
            // The same guard as the documentation's own, for what is below it.
            statement(db, sql`SELECT CASE WHEN ${sameAs(held)} THEN 1 ELSE json('stopped by a guard') END`),
            ...content,
            db
              .update(documentation)
              .set({ numberOfTasks: countedTasks(tasks), templateLastUpdated: origin.lastUpdated })
              .where(eq(documentation.id, row.id)),
          ],
        );
      } catch (error) {
        // A file came onto a task that was to go.
        if (foreignKeyViolation(error)) throw problem("staleVersion");
        throw error;
      }
      return detailsOf(db, actor, row.id);
    },
    { limit },
  );
}

/** @throws invalid, naming `templateId`, for one that is deleted or another customer's. */
async function livingTemplate(db: Database, customerId: number, id: string) {
  const found = await db
    .select({ name: template.name, lastUpdated: template.lastUpdated })
    .from(template)
    .where(and(eq(template.customerId, customerId), eq(template.id, id), isNull(template.dateDeleted)))
    .get();
  if (!found) throw problem("invalid", { fields: { templateId: "notFound" } });
  return found;
}
