import { splitAddresses } from "#domain/configuration/typedParams.ts";
import { mapValues } from "#domain/core/objects.ts";
import { preventAutoLinks } from "#domain/core/text/preventAutoLinks.ts";
import {
  bracedPhotoPlaceholders,
  fillNamePlaceholders,
  fillPhotoNamePlaceholders,
  type NameFacts,
} from "#domain/documentation/namePlaceholders.ts";
import { formatLocalMinute } from "#worker/export/dates.ts";
import { takenAtText } from "#worker/export/documents/documentModel.ts";
import { documentTexts } from "#worker/export/documents/documentTexts.ts";
import type { PlannedPhoto } from "#worker/export/exportPlanTypes.ts";
import { toSafeName } from "#worker/export/safeNames.ts";
import type { DeliveryContent } from "./planContent.ts";
import type { TemplateDestination } from "./planDestination.ts";
import type { PlannedMail, Target } from "./types.ts";

type AnsweredTask = Pick<DeliveryContent["tasks"][number], "key" | "name" | "answer">;

/** Fills in the names and texts of a delivery (3§9). */
export class NameFiller {
  readonly #content: DeliveryContent;
  readonly #textValues: NameFacts;
  readonly #nameValues: NameFacts;
  /** Placeholders without a value, as written. */
  readonly unfilled = new Set<string>();

  constructor(content: DeliveryContent, { templateName, userParams }: TemplateDestination, target: Target) {
    this.#content = content;
    const { documentation } = content;
    const [date = "", time = ""] = formatLocalMinute(target.exportedAt).split(" ");
    const readAnswer = createAnswerLookup(content.tasks, ({ expressions }) => expressions.answer);
    // Parameters without a value are empty, not unknown.
    const params = new Map(
      userParams.map(({ name: fillName }) => [fillName, target.request.params[fillName] ?? ""]),
    );
    const values = {
      DOCUMENTATION_NAME: documentation.name,
      TEMPLATE_NAME: templateName,
      CREATOR: documentation.creator,
      EXPORT_DATE: date,
      EXPORT_TIME: time,
      DATE_CREATED: formatLocalMinute(documentation.dateCreated),
      DATE_UPLOADED: formatLocalMinute(documentation.dateUploaded),
    };
    this.#textValues = { values, answerOf: readAnswer, params };
    // Colons are not allowed in file names.
    this.#nameValues = {
      ...this.#textValues,
      values: {
        ...values,
        EXPORT_TIME: replaceColons(values.EXPORT_TIME),
        DATE_CREATED: replaceColons(values.DATE_CREATED),
        DATE_UPLOADED: replaceColons(values.DATE_UPLOADED),
      },
    };
  }

  /** Fills in a mail text. */
  fillText(pattern: string): string {
    return this.#fill(pattern, this.#textValues);
  }

  /** Fills in a folder or file name, without making it safe. `deferredPlaceholders` are left as they are and not reported. */
  fillName(pattern: string, deferredPlaceholders: readonly string[] = []): string {
    return this.#fill(pattern, this.#nameValues, deferredPlaceholders);
  }

  /** Fills in a pattern for photos except the placeholders that differ between photos. */
  fillPhotoPattern(pattern: string): string {
    return this.fillName(pattern, bracedPhotoPlaceholders);
  }

  /** Fills in a photo's placeholders in such a pattern. Returns a safe name without extension. */
  fillPhotoName(pattern: string, fillPhotoName: PlannedPhoto): string {
    const filledName = fillPhotoNamePlaceholders(pattern, {
      PHOTO_NAME: removeJpegExtension(fillPhotoName.name),
      PHOTO_ALIAS: removeJpegExtension(fillPhotoName.alias ?? ""),
      PHOTO_ALIAS_OR_NAME: removeJpegExtension(fillPhotoName.alias || fillPhotoName.name),
      PHOTO_TASK_NAME: this.#content.findTask(fillPhotoName)?.expressions.name ?? "",
      PHOTO_CREATOR: fillPhotoName.creator,
      PHOTO_DATE_TIME: replaceColons(takenAtText(fillPhotoName, documentTexts[this.#content.plan.language])),
      PHOTO_ID: fillPhotoName.id,
    });
    return toSafeName(removeJpegExtension(filledName), toSafeName(fillPhotoName.name, fillPhotoName.id));
  }

  /**
   * The mail of an EMAIL destination, with the template's texts or the destination's. Without a subject, the mail has a default
   * one.
   */
  createMail({ params, configuration }: TemplateDestination): PlannedMail {
    const { body = "" } = configuration.params;
    const subject = this.fillText(params.subject ?? "");
    return {
      recipients: listRecipients(
        configuration.params,
        this.#content.tasks,
        this.#content.documentation.email,
      ),
      // A header is a single line.
      subject: subject.replace(/\s+/g, " ").trim(),
      body: this.#fill(params.body?.trim() ? params.body : body, removeLinks(this.#textValues)),
    };
  }

  #fill(pattern: string, values: NameFacts, deferredPlaceholders: readonly string[] = []): string {
    const { text: fillText, unfilled } = fillNamePlaceholders(pattern, values);
    for (const placeholder of unfilled)
      if (!deferredPlaceholders.includes(placeholder)) this.unfilled.add(placeholder);
    return fillText;
  }
}

/** The key of the email address that a licence requires (emailRequired), unless a task has that key. */
const documentationEmailKey = "email";

/** The fixed addresses of a destination, and the one its key refers to: the answer of a task, or the email address of the documentation. */
export function listRecipients(
  { staticEmail, emailKey }: Readonly<Record<string, string>>,
  tasks: readonly AnsweredTask[],
  email: string | null,
): string[] {
  const answers = [...tasks, { key: documentationEmailKey, name: documentationEmailKey, answer: email }];
  const recipient = emailKey?.trim()
    ? createAnswerLookup(answers, ({ answer }) => answer)(emailKey.trim())
    : "";
  return [...new Set([staticEmail, recipient].flatMap((text) => splitAddresses(text)))];
}

/** For mails: the values may come from a stranger, so they must not contain clickable addresses. */
const removeLinks = ({ values, answerOf: readAnswer, params }: NameFacts): NameFacts => ({
  values: mapValues(values, preventAutoLinks),
  answerOf: (task) => {
    const answer = readAnswer(task);
    return answer === undefined ? undefined : preventAutoLinks(answer);
  },
  ...(params && { params: new Map([...params].map(([name, value]) => [name, preventAutoLinks(value)])) }),
});

const replaceColons = (instantText: string): string => instantText.replaceAll(":", ".");
const removeJpegExtension = (name: string): string => name.replace(/\.jpe?g$/i, "");

/** Answers by the task's key, otherwise by its name. The first of several tasks counts. */
function createAnswerLookup<T extends AnsweredTask>(
  tasks: readonly T[],
  readAnswer: (task: T) => string | null,
): (task: string) => string | undefined {
  const answers = new Map(tasks.toReversed().map((task) => [task.name, readAnswer(task) ?? ""]));
  for (const task of tasks.toReversed()) if (task.key) answers.set(task.key, readAnswer(task) ?? "");
  return (task) => answers.get(task);
}
