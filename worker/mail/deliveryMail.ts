import { timeZone } from "#domain/core/calendar/days.ts";
import { isInstant } from "#domain/core/fields.ts";
import type { Language } from "#domain/core/language.ts";
import { formatSize } from "#domain/core/text/byteSize.ts";
import { safeDisplayName } from "#domain/core/text/safeDisplayName.ts";
import type { MissingDeliveryItem } from "#domain/delivery/states.ts";
import type { MailContent } from "./mailContent.ts";

/** Maximum number of names of each kind that a mail lists; the others are counted. */
const maxListedNames = 100;

interface DeliveryMailFacts {
  language: Language;
  /** Empty for the documentation and the customer. */
  subject: string;
  /** The text from the destination's settings, with names and answers filled in so that they are not clickable; may be empty. */
  body: string;
  documentationName: string;
  customerName: string;
  files: readonly { name: string; bytes: number }[];
  missingItems: readonly MissingDeliveryItem[];
  /** The link to the files, if they are too large to attach. */
  link: { url: string; expires: string } | null;
}

const texts = {
  en: {
    locale: "en-GB",
    lead: (name: string, customer: string) => `Here is ${name} from ${customer}.`,
    files: (count: number) => `${count} ${count === 1 ? "file" : "files"}`,
    attached: "Attached",
    linked: "Too large to attach, available through the link",
    formatOthers: (count: number) => `and ${count} more`,
    missing: "Missing",
    notUploaded: "has not arrived yet",
    exportRefused: "cannot be exported while it is being worked on",
    refused: "was refused",
    button: "Download the files",
    until: (date: string) =>
      `The link works until ${date}. Anyone who has it can download the files, so share it with care.`,
    note: (customer: string) =>
      `Siteproof sent this email for ${customer}. If you received it by mistake, contact them.`,
  },
  sv: {
    locale: "sv-SE",
    lead: (name: string, customer: string) => `Här kommer ${name} från ${customer}.`,
    files: (count: number) => `${count} ${count === 1 ? "fil" : "filer"}`,
    attached: "Bifogat",
    linked: "För stort för att bifogas, finns via länken",
    formatOthers: (count: number) => `och ${count} till`,
    missing: "Saknas",
    notUploaded: "har inte kommit fram än",
    exportRefused: "kan inte exporteras medan arbetet pågår",
    refused: "avvisades",
    button: "Ladda ner filerna",
    until: (date: string) =>
      `Länken fungerar till och med ${date}. Den som har länken kan ladda ner filerna, så dela den med omsorg.`,
    note: (customer: string) =>
      `Siteproof har skickat det här mejlet åt ${customer}. Kontakta dem om du har fått det av misstag.`,
  },
} as const;

/** The mail that delivers a documentation: lists the attached or linked files with their sizes, and the missing ones. */
export function createDeliveryMail(facts: DeliveryMailFacts): MailContent {
  const { language, documentationName, customerName, files, missingItems, link } = facts;
  const t = texts[language];
  const formatBytes = (bytes: number) => formatSize(bytes, t.locale);
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const body = facts.body
    .replaceAll("\r\n", "\n")
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.trim())
    .filter(Boolean);
  const createList = (title: string, items: readonly string[]) => ({
    title,
    items: [
      ...items.slice(0, maxListedNames),
      ...(items.length > maxListedNames ? [t.formatOthers(items.length - maxListedNames)] : []),
    ],
  });
  return {
    language,
    subject: facts.subject.trim() || `${documentationName} – ${customerName}`,
    body,
    paragraphs: [
      ...(body.length > 0 ? [] : [t.lead(documentationName, customerName)]),
      ...(link ? [t.until(formatDay(link.expires, t.locale))] : []),
    ],
    lists: [
      ...(files.length > 0
        ? [
            createList(
              `${link ? t.linked : t.attached}: ${t.files(files.length)}, ${formatBytes(totalBytes)}`,
              files.map(({ name, bytes }) => `${safeDisplayName(name)} (${formatBytes(bytes)})`),
            ),
          ]
        : []),
      ...(missingItems.length > 0
        ? [
            createList(
              `${t.missing}: ${missingItems.length}`,
              missingItems.map(({ name, reason }) => `${safeDisplayName(name)}: ${getReasonText(t, reason)}`),
            ),
          ]
        : []),
    ],
    ...(link && { button: { label: t.button, url: link.url } }),
    note: t.note(customerName),
  };
}

const getReasonText = (t: (typeof texts)[Language], reason: string): string =>
  reason === "notUploaded" ? t.notUploaded : reason === "exportRefused" ? t.exportRefused : t.refused;

/** The day of an instant, in Swedish time. Anything that is not an instant is returned unchanged. */
export const formatDay = (instant: string, locale: string): string =>
  isInstant(instant)
    ? new Intl.DateTimeFormat(locale, { timeZone, dateStyle: "long" }).format(new Date(instant))
    : instant;
