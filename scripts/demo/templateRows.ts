import {
  template,
  templateGraphic,
  templateLicense,
  templateReplacementText,
  templateTask,
  templateTaskPrecondition,
  templateTaskReferencePhoto,
} from "#worker/db/schema/index.ts";
import { suggestionListId } from "./configuration.ts";
import { customerIds, daysFrom, demoId, licenseIds, type SeedContext } from "./context.ts";
import { seedExports } from "./exports.ts";
import { graphicId, referencePhotoId } from "./images.ts";
import { insert } from "./insertRows.ts";
import { seedTemplateLayouts } from "./layouts.ts";
import {
  conditionParams,
  flattenTasks,
  mastInspection,
  stolpbyte,
  type TemplateSketch,
  templateId,
  templates,
} from "./templates.ts";

const { norrfiber } = customerIds;

export const templateTaskId = (sketch: TemplateSketch, key: string) =>
  demoId("templateTask", templateId(sketch), key);

export async function seedTemplates(context: SeedContext): Promise<void> {
  const { DB, today } = context;
  await insert(
    DB,
    template,
    templates.map((sketch, position) => templateRow(sketch, position, today)),
  );
  for (const sketch of templates) await seedTasks(context, sketch);
  await seedAttachments(context);
}

function templateRow(sketch: TemplateSketch, position: number, today: Date): typeof template.$inferInsert {
  const isNorrfiber = sketch.customer === "norrfiber";
  return {
    id: templateId(sketch),
    customerId: customerIds[sketch.customer],
    name: sketch.name,
    description: sketch.description,
    createPowerPoint: true,
    createWordDocument: isNorrfiber,
    createExcelWorkbook: isNorrfiber,
    createZipFile: true,
    zipFileName: "{DOCUMENTATION_NAME}",
    exportDocumentTypes: sketch === stolpbyte ? ["FORM_WORD_DOCUMENT", "FORM_3GIS_PM"] : [],
    locationEnabled: true,
    graphicEnabled: sketch === mastInspection,
    referencePhotosEnabled: isNorrfiber,
    position,
    suggestionListId: sketch.suggestionList ? suggestionListId(sketch.suggestionList) : null,
    hidden: sketch.hidden ?? false,
    predefinedEnabled: sketch === mastInspection,
    dateCreated: daysFrom(today, -sketch.created),
    lastUpdated: daysFrom(today, -Math.min(sketch.created, 90)),
    dateDeleted: sketch.deleted ? daysFrom(today, -sketch.deleted) : null,
  };
}

async function seedTasks({ DB, today }: SeedContext, sketch: TemplateSketch): Promise<void> {
  const customerId = customerIds[sketch.customer];
  const dateCreated = daysFrom(today, -sketch.created);
  const tasks = flattenTasks(sketch.tasks);
  const idOf = (key: string) => templateTaskId(sketch, key);
  await insert(
    DB,
    templateTask,
    tasks.map(({ task, parent, level }, position) => ({
      id: idOf(task.key),
      customerId,
      templateId: templateId(sketch),
      parentId: parent && idOf(parent.key),
      name: task.name,
      key: task.key,
      description: task.description ?? null,
      type: task.type,
      options: task.options ?? null,
      // Options are shown directly; suggestion lists open when tapped.
      showOptionsInTaskList: task.type.includes("CHOICE") && !task.suggestionList,
      required: task.required ?? "NO",
      position,
      level,
      size: task.size ?? "normal",
      fileExtensions: task.type === "FILE" ? (task.options ?? null) : null,
      suggestionListId: task.suggestionList ? suggestionListId(task.suggestionList) : null,
      params: task.params ?? {},
      dateCreated,
    })),
  );
  await insert(
    DB,
    templateTaskPrecondition,
    tasks.flatMap(({ task }) =>
      (task.conditions ?? []).map((condition, index) => ({
        id: demoId("precondition", idOf(task.key), index),
        customerId,
        taskId: idOf(task.key),
        type: condition.type,
        params: conditionParams(condition, idOf),
        dateCreated,
      })),
    ),
  );
  await insert(
    DB,
    templateTaskReferencePhoto,
    tasks.flatMap(({ task }) =>
      task.example
        ? [{ customerId, templateTaskId: idOf(task.key), referencePhotoId: referencePhotoId(task.example) }]
        : [],
    ),
  );
}

/** Licences, graphics, texts, an older version, and where a template's documentations are delivered. */
async function seedAttachments(context: SeedContext): Promise<void> {
  const { DB } = context;
  const mast = templateId(mastInspection);
  const mastColumns = { customerId: norrfiber, templateId: mast };
  await insert(DB, templateLicense, [
    { customerId: norrfiber, templateId: templateId(stolpbyte), licenseId: licenseIds.norrfiberContractor },
  ]);
  await insert(
    DB,
    templateGraphic,
    [0, 1].map((number) => ({ ...mastColumns, graphicId: graphicId(number) })),
  );
  await insert(DB, templateReplacementText, [
    { ...mastColumns, code: "title", sv: "Mastbesiktning", en: "Mast inspection" },
    { ...mastColumns, code: "overview", sv: "Översikt", en: "Overview" },
  ]);
  await seedTemplateLayouts(context);
  await seedExports(context);
}
