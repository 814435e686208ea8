import { sql } from "drizzle-orm";
import { template as contract } from "#domain/resources/template.ts";
import { idAsTextSql as id } from "#worker/db/ids.ts";
import { template } from "#worker/db/schema/index.ts";
import { createBinding } from "./binding.ts";
import { createObjectParser, parseExportConfigurations, parseTasks } from "./templateTrees.ts";

const createNameSql = (table: string, column: string) =>
  sql<string | null>`(SELECT n.name FROM ${sql.raw(table)} n WHERE n.id = template.${sql.raw(column)})`;

/** A template's rows of a table as one JSON array. Each row is an array, because json_object would exceed SQLite's limit of arguments. */
const createArraySql = (fromSql: string, columns: string, orderSql = "x.rowid") =>
  sql`(SELECT json_group_array(json_array(${sql.raw(columns)}) ORDER BY ${sql.raw(orderSql)}) FROM ${sql.raw(fromSql)}
    WHERE x.customer_id = template.customer_id AND x.template_id = template.id)`;

/** The fields without a column. */
export const templateDerivedFields = {
  customerName: sql<string>`(SELECT c.name FROM customer c WHERE c.id = template.customer_id)`,
  suggestionList: sql<string | null>`template.suggestion_list_id`.mapWith(template.suggestionListId),
  suggestionListName: createNameSql("suggestion_list", "suggestion_list_id"),
  predefinedConfiguration: sql<string | null>`template.predefined_configuration_id`.mapWith(
    template.predefinedConfigurationId,
  ),
  predefinedConfigurationName: createNameSql("predefined_configuration", "predefined_configuration_id"),
  exportConfigurations:
    sql`(SELECT json_group_array(x.name ORDER BY x.position, x.rowid) FROM template_export_configuration x
    WHERE x.customer_id = template.customer_id AND x.template_id = template.id)`.mapWith((text): string[] =>
      JSON.parse(String(text)),
    ),
  tasks: createArraySql(
    "template_task x LEFT JOIN suggestion_list s ON s.id = x.suggestion_list_id",
    `${id("x.id")}, ${id("x.parent_id")}, x.name, x.key, x.description, x.type, x.options, x.required, x.position, x.level,
      x.show_options_in_task_list, x.size, x.file_extensions, ${id("x.suggestion_list_id")}, s.name, json(x.params),
      (SELECT json_group_array(json_array(${id("p.id")}, p.type, json(p.params)) ORDER BY p.rowid) FROM template_task_precondition p
        WHERE p.customer_id = x.customer_id AND p.task_id = x.id),
      (SELECT json_group_array(json_array(${id("r.id")}, r.name) ORDER BY l.rowid) FROM template_task_reference_photo l
        JOIN reference_photo r ON r.id = l.reference_photo_id WHERE l.customer_id = x.customer_id AND l.template_task_id = x.id),
      x.customer_id`,
    "x.position, x.rowid",
  ).mapWith(parseTasks),
  templateExportConfigurations: createArraySql(
    "template_export_configuration x JOIN export_configuration e ON e.id = x.export_configuration_id",
    `${id("x.id")}, ${id("x.export_configuration_id")}, x.name, e.type, x.position, json(x.params),
      (SELECT json_group_array(json_array(${id("n.id")}, ${id("n.parent_id")}, n.type, n.position, json(n.params)) ORDER BY n.position, n.rowid)
        FROM export_node n WHERE n.customer_id = x.customer_id AND n.template_export_configuration_id = x.id)`,
    "x.position, x.rowid",
  ).mapWith(parseExportConfigurations),
  templateGraphics: createArraySql(
    "template_graphic x JOIN graphic g ON g.id = x.graphic_id",
    `${id("x.id")}, ${id("x.graphic_id")}, g.name`,
  ).mapWith(createObjectParser("id", "graphic", "name")),
  templateLicenses: createArraySql(
    "template_license x JOIN license l ON l.id = x.license_id",
    `${id("x.license_id")}, l.name, l.license_code`,
  ).mapWith(createObjectParser("license", "name", "licenseCode")),
  replacementTexts: createArraySql(
    "template_replacement_text x",
    `${id("x.id")}, x.code, x.sv, x.en`,
  ).mapWith(createObjectParser("id", "code", "sv", "en")),
  exportDocumentConfigurations: createArraySql(
    "template_export_document_configuration x JOIN export_document_configuration e ON e.id = x.export_document_configuration_id",
    `${id("e.id")}, e.name, e.type`,
  ).mapWith(createObjectParser("id", "name", "type")),
};

/** A template with its whole tree, read in one statement. Deleted templates are kept for their documentations, but not listed. */
export const templateBinding = createBinding(contract, template, {
  existsCondition: sql`template.date_deleted IS NULL`,
  derived: templateDerivedFields,
});
