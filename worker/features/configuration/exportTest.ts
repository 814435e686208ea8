import { and, asc, eq } from "drizzle-orm";
import type { Actor } from "../../../domain/access/actor";
import type { ExportTest } from "../../../domain/endpoints/exportConfiguration";
import { now } from "../../../domain/fields";
import { problem } from "../../../domain/problem";
import type { Row } from "../../../domain/resource";
import type { exportConfiguration as contract } from "../../../domain/resources";
import { exportConfigurationKeys, missingSettings } from "../../../domain/rules/configurationTypes";
import { filledName, type NameFacts } from "../../../domain/rules/namePlaceholders";
import { addressesIn } from "../../../domain/rules/typedParams";
import type { Database } from "../../db/database";
import { documentation, documentationTask, template } from "../../db/schema";
import { localMinute } from "../../export/dates";
import { exportConfigurationBinding } from "../../resources/configuration";
import { findRow } from "../../resources/reading";
import { exportsOf, type Fill } from "./exportTestTree";

/** What an export of a documentation would send, without sending it. @throws invalid, naming `documentation`, for another customer's */
export async function testedExport(
  db: Database,
  actor: Actor,
  id: string,
  documentationId: string,
): Promise<ExportTest> {
  const configuration = await findRow(db, exportConfigurationBinding, actor, id);
  const documented = await documentationOf(db, configuration.customerId, documentationId);
  const tasks = await tasksOf(db, documented);
  const answerOf = answersOf(tasks);
  const facts = factsOf(documented, answerOf);
  const unfilled = new Set<string>();
  const fill: Fill = (text, known = []) => {
    const filled = filledName(text, facts);
    for (const word of filled.unfilled) if (!known.includes(word)) unfilled.add(word);
    return filled.text;
  };
  const { params, secretsSet, type } = configuration;
  const exports = await exportsOf(db, configuration, documented, fill);
  return {
    configuration: { id, name: configuration.name, type, customerName: configuration.customerName },
    documentation: {
      id: documented.id,
      name: documented.name,
      status: documented.status,
      templateName: documented.templateName,
    },
    settings: settingsOf(configuration),
    missing: missingSettings(type, params, secretsSet),
    recipients: type === "EMAIL" ? recipientsOf(params, answerOf) : [],
    userParams: configuration.userParams.map(({ name, required }) => ({ name, required })),
    exports: exports.map((one) => ({
      ...one,
      body: one.body ?? (type === "EMAIL" && params.body ? fill(params.body) : null),
    })),
    unfilled: [...unfilled],
  };
}

type Documented = Awaited<ReturnType<typeof documentationOf>>;
type Tasks = Awaited<ReturnType<typeof tasksOf>>;

async function documentationOf(db: Database, customerId: number, id: string) {
  const { name, status, creator, templateId, dateCreated, dateUploaded } = documentation;
  const found = await db
    .select({
      id: documentation.id,
      customerId: documentation.customerId,
      templateName: template.name,
      name,
      status,
      creator,
      templateId,
      dateCreated,
      dateUploaded,
    })
    .from(documentation)
    .innerJoin(template, eq(template.id, documentation.templateId))
    .where(and(eq(documentation.customerId, customerId), eq(documentation.id, id)))
    .get();
  if (!found) throw problem("invalid", { fields: { documentation: "notFound" } });
  return found;
}

const tasksOf = (db: Database, { customerId, id }: Documented) =>
  db
    .select({ key: documentationTask.key, name: documentationTask.name, answer: documentationTask.answer })
    .from(documentationTask)
    .where(and(eq(documentationTask.customerId, customerId), eq(documentationTask.documentationId, id)))
    .orderBy(asc(documentationTask.position));

/** Answers by the key of their task, else by its name. Of several tasks the first one counts. */
function answersOf(tasks: Tasks): (task: string) => string | null | undefined {
  const answers = new Map(tasks.toReversed().map(({ name, answer }) => [name, answer]));
  for (const { key, answer } of tasks.toReversed()) if (key) answers.set(key, answer);
  return (task) => answers.get(task);
}

function factsOf(documented: Documented, answerOf: ReturnType<typeof answersOf>): NameFacts {
  const [date = "", time = ""] = localMinute(now()).split(" ");
  return {
    values: {
      DOCUMENTATION_NAME: documented.name,
      TEMPLATE_NAME: documented.templateName,
      CREATOR: documented.creator,
      EXPORT_DATE: date,
      EXPORT_TIME: time,
      DATE_CREATED: localMinute(documented.dateCreated),
      DATE_UPLOADED: localMinute(documented.dateUploaded),
    },
    answerOf: (task) => {
      const answer = answerOf(task);
      return answer === undefined ? undefined : (answer ?? "");
    },
  };
}

function settingsOf({ type, params, secretsSet }: Row<typeof contract>): ExportTest["settings"] {
  const keys = exportConfigurationKeys[type];
  const own = [...new Set([...keys.params, ...Object.keys(params)])];
  return [
    ...own.map((key) => ({ key, value: params[key] ?? "", secret: false, set: Boolean(params[key]) })),
    ...keys.secrets.map((key) => ({ key, value: null, secret: true, set: secretsSet.includes(key) })),
  ];
}

/** The fixed address, and the one answered in a task. */
const recipientsOf = (params: Record<string, string>, answerOf: ReturnType<typeof answersOf>): string[] =>
  [params.staticEmail, params.emailKey && answerOf(params.emailKey)].flatMap((text) =>
    addressesIn(text ?? ""),
  );
