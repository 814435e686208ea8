import type { Language } from "#domain/core/language.ts";
import { formatDuration } from "#domain/core/text/duration.ts";
import { safeDisplayName } from "#domain/core/text/safeDisplayName.ts";
import type { Progress } from "#domain/endpoints/documentation/progress.ts";
import type { MailContent } from "./mailContent.ts";

interface ProgressMailFacts {
  /** The figures up to the end of the reported week, which is the last of `weeks`. */
  progress: Progress;
  url: string;
  profileUrl: string;
}

const labels = {
  en: {
    subject: (customer: string) => `Last week at ${customer}`,
    greeting: (name: string) => `Hello ${name},`,
    week: (startDate: string, endDate: string) => `The week from ${startDate} to ${endDate}:`,
    created: "Documentations captured",
    reviewed: "Documentations reviewed",
    median: "Median time from capture to review",
    sentBack: "Documentations sent back",
    now: "As it is now:",
    queue: "Awaiting review",
    oldest: (day: string) => `the oldest from ${day}`,
    fourWeeks: "Over four weeks:",
    failed: "Failed deliveries",
    unexpected: "Unexpected answers",
    before: (value: string) => `the week before: ${value}`,
    button: "Open Progress",
    note: (url: string) =>
      `You get this email every Monday because you chose to. Turn it off in your profile: ${url}`,
  },
  sv: {
    subject: (customer: string) => `Förra veckan hos ${customer}`,
    greeting: (name: string) => `Hej ${name},`,
    week: (startDate: string, endDate: string) => `Veckan från ${startDate} till ${endDate}:`,
    created: "Skapade dokumentationer",
    reviewed: "Granskade dokumentationer",
    median: "Mediantid från skapad till granskad",
    sentBack: "Dokumentationer som skickats tillbaka",
    now: "Så är det nu:",
    queue: "Väntar på granskning",
    oldest: (day: string) => `den äldsta från ${day}`,
    fourWeeks: "De senaste fyra veckorna:",
    failed: "Misslyckade leveranser",
    unexpected: "Oväntade svar",
    before: (value: string) => `veckan innan: ${value}`,
    button: "Öppna Uppföljning",
    note: (url: string) =>
      `Du får det här mejlet varje måndag eftersom du har valt det. Stäng av det i din profil: ${url}`,
  },
} satisfies Record<Language, unknown>;

/** The weekly mail with the figures of the week that has ended, each beside that of the week before. */
export function createProgressMail(
  { language, name }: { language: Language; name: string },
  { progress, url, profileUrl }: ProgressMailFacts,
): MailContent {
  const texts = labels[language];
  const locale = language === "sv" ? "sv-SE" : "en-GB";
  const formatCount = (count: number) => count.toLocaleString(locale);
  const formatMedian = (seconds: number | null) =>
    seconds === null ? "–" : formatDuration(seconds, language);
  const [previousWeek, week] = progress.weeks.slice(-2);
  const compare = (label: string, value: string, previousValue: string) =>
    `${label}: ${value} (${texts.before(previousValue)})`;
  const compareCount = (label: string, field: "created" | "reviewed" | "sentBack") =>
    compare(label, formatCount(week?.[field] ?? 0), formatCount(previousWeek?.[field] ?? 0));
  const { queue, deliveries, findings } = progress;
  const oldest = queue?.oldest ? ` (${texts.oldest(queue.oldest.slice(0, 10))})` : "";
  return {
    language,
    subject: texts.subject(safeDisplayName(progress.customerName)),
    greeting: texts.greeting(name),
    paragraphs: [],
    lists: [
      {
        title: texts.week(week?.startDate ?? progress.startDate, progress.endDate),
        items: [
          compareCount(texts.created, "created"),
          compareCount(texts.reviewed, "reviewed"),
          compare(
            texts.median,
            formatMedian(week?.medianSeconds ?? null),
            formatMedian(previousWeek?.medianSeconds ?? null),
          ),
          compareCount(texts.sentBack, "sentBack"),
        ],
      },
      ...(queue
        ? [{ title: texts.now, items: [`${texts.queue}: ${formatCount(queue.documentations)}${oldest}`] }]
        : []),
      {
        title: texts.fourWeeks,
        items: [
          `${texts.failed}: ${formatCount(deliveries.failed)}`,
          `${texts.unexpected}: ${formatCount(findings.answers)}`,
        ],
      },
    ],
    button: { label: texts.button, url },
    note: texts.note(profileUrl),
  };
}
