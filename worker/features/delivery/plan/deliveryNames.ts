import { addressesIn } from "#domain/configuration/typedParams.ts";
import { mapValues } from "#domain/core/objects.ts";
import { unlinked } from "#domain/core/text/unlinked.ts";
import {
  bracedPhotoPlaceholders,
  fillNamePlaceholders,
  fillPhotoNamePlaceholders,
  type NameFacts,
} from "#domain/documentation/namePlaceholders.ts";
import { localMinute } from "#worker/export/dates.ts";
import { documentTexts } from "#worker/export/documents/documentTexts.ts";
import { takenAtText } from "#worker/export/documents/model.ts";
import type { PlannedPhoto } from "#worker/export/exportPlanTypes.ts";
import { safeName } from "#worker/export/safeNames.ts";
import type { Content } from "./planContent.ts";
import type { TemplateDestination } from "./planDestination.ts";
import type { PlannedMail, Target } from "./types.ts";

type AnsweredTask = Pick<Content["tasks"][number], "key" | "name" | "answer">;

/** Fills in the names and texts of a delivery (3§9). */
export class Names {
  readonly #content: Content;
  readonly #texts: NameFacts;
  readonly #names: NameFacts;
  /** Placeholders without a value, as written. */
  readonly unfilled = new Set<string>();

  constructor(content: Content, { templateName, userParams }: TemplateDestination, target: Target) {
    this.#content = content;
    const { about } = content;
    const [date = "", time = ""] = localMinute(target.exportedAt).split(" ");
    const answerOf = answersOf(content.tasks, ({ expressions }) => expressions.answer);
    // Parameters without a value are empty, not unknown.
    const params = new Map(userParams.map(({ name }) => [name, target.request.params[name] ?? ""]));
    const values = {
      DOCUMENTATION_NAME: about.name,
      TEMPLATE_NAME: templateName,
      CREATOR: about.creator,
      EXPORT_DATE: date,
      EXPORT_TIME: time,
      DATE_CREATED: localMinute(about.dateCreated),
      DATE_UPLOADED: localMinute(about.dateUploaded),
    };
    this.#texts = { values, answerOf, params };
    // Colons are not allowed in file names.
    this.#names = {
      ...this.#texts,
      values: {
        ...values,
        EXPORT_TIME: withoutColons(values.EXPORT_TIME),
        DATE_CREATED: withoutColons(values.DATE_CREATED),
        DATE_UPLOADED: withoutColons(values.DATE_UPLOADED),
      },
    };
  }

  /** Fills in a mail text. */
  text(pattern: string): string {
    return this.#filled(pattern, this.#texts);
  }

  /** Fills in a folder or file name, without making it safe. Placeholders in `deferred` are left as they are and not reported. */
  name(pattern: string, deferred: readonly string[] = []): string {
    return this.#filled(pattern, this.#names, deferred);
  }

  /** Fills in a pattern for photos except the placeholders that differ between photos. */
  photoPattern(pattern: string): string {
    return this.name(pattern, bracedPhotoPlaceholders);
  }

  /** A photo's name by such a pattern, safe and without extension. */
  photo(pattern: string, photo: PlannedPhoto): string {
    const filledName = fillPhotoNamePlaceholders(pattern, {
      PHOTO_NAME: stemOf(photo.name),
      PHOTO_ALIAS: stemOf(photo.alias ?? ""),
      PHOTO_ALIAS_OR_NAME: stemOf(photo.alias || photo.name),
      PHOTO_TASK_NAME: this.#content.taskOf(photo)?.expressions.name ?? "",
      PHOTO_CREATOR: photo.creator,
      PHOTO_DATE_TIME: withoutColons(takenAtText(photo, documentTexts[this.#content.plan.language])),
      PHOTO_ID: photo.id,
    });
    return safeName(stemOf(filledName), safeName(photo.name, photo.id));
  }

  /**
   * The mail of an EMAIL destination, with the template's texts or the destination's. Without a subject, the mail has a default
   * one.
   */
  mail({ params, configuration }: TemplateDestination): PlannedMail {
    const { body = "" } = configuration.params;
    const subject = this.text(params.subject ?? "");
    return {
      recipients: recipientsOf(configuration.params, this.#content.tasks, this.#content.about.email),
      // A header is a single line.
      subject: subject.replace(/\s+/g, " ").trim(),
      body: this.#filled(params.body?.trim() ? params.body : body, unlinkedFacts(this.#texts)),
    };
  }

  #filled(pattern: string, facts: NameFacts, deferred: readonly string[] = []): string {
    const { text, unfilled } = fillNamePlaceholders(pattern, facts);
    for (const written of unfilled) if (!deferred.includes(written)) this.unfilled.add(written);
    return text;
  }
}

/** The key of the email address that a licence requires (emailRequired), unless a task has that key. */
const documentationEmailKey = "email";

/** The fixed addresses of a destination, and those its key refers to: answered in a task, or given with the documentation. */
export function recipientsOf(
  { staticEmail, emailKey }: Readonly<Record<string, string>>,
  tasks: readonly AnsweredTask[],
  email: string | null,
): string[] {
  const answers = [...tasks, { key: documentationEmailKey, name: documentationEmailKey, answer: email }];
  const recipient = emailKey?.trim() ? answersOf(answers, ({ answer }) => answer)(emailKey.trim()) : "";
  return [...new Set([staticEmail, recipient].flatMap((text) => addressesIn(text)))];
}

/** For mails: what is filled in may come from a stranger, so it has no addresses to click. */
const unlinkedFacts = ({ values, answerOf, params }: NameFacts): NameFacts => ({
  values: mapValues(values, unlinked),
  answerOf: (task) => {
    const answer = answerOf(task);
    return answer === undefined ? undefined : unlinked(answer);
  },
  ...(params && { params: new Map([...params].map(([name, value]) => [name, unlinked(value)])) }),
});

const withoutColons = (moment: string): string => moment.replaceAll(":", ".");
const stemOf = (name: string): string => name.replace(/\.jpe?g$/i, "");

/** Answers by the task's key, otherwise by its name. The first of several tasks counts. */
function answersOf<T extends AnsweredTask>(
  tasks: readonly T[],
  answerOf: (task: T) => string | null,
): (task: string) => string | undefined {
  const answers = new Map(tasks.toReversed().map((task) => [task.name, answerOf(task) ?? ""]));
  for (const task of tasks.toReversed()) if (task.key) answers.set(task.key, answerOf(task) ?? "");
  return (task) => answers.get(task);
}
