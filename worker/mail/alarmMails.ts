import type { Language } from "#domain/core/language.ts";
import type { MediaFaultKind } from "#domain/endpoints/operations/storedFiles.ts";
import type { MailContent } from "./mailContent.ts";
import type { Reader } from "./superAdmins.ts";

export const alarmKinds = ["DEAD_LETTERS", "DATABASE_SIZE", "BUCKET_GROWTH", "BUCKET_LOSS"] as const;
export type AlarmKind = (typeof alarmKinds)[number];

interface AlarmFacts {
  kind: AlarmKind;
  subject: string;
  detail: string;
  url: string;
}

interface AlarmTexts {
  subject: string;
  paragraphs: string[];
  /** Says when the next mail about the alarm is sent. */
  repeatNote: string;
}

const alarmTexts: Record<Language, Record<AlarmKind, (facts: AlarmFacts) => AlarmTexts>> = {
  en: {
    DEAD_LETTERS: ({ subject, detail }) => ({
      subject: `Messages could not be delivered: ${subject}`,
      paragraphs: [
        `A message of type ${subject} has failed every attempt and is now in the dead letter queue.`,
        detail,
        "The scheduled jobs do the same work, but more slowly. Check the log for the reason.",
      ],
      repeatNote: "You will not get another email about this type until a day has passed without any.",
    }),
    DATABASE_SIZE: ({ detail }) => ({
      subject: "The database is nearly full",
      paragraphs: [
        `${detail} At 10 GB it accepts no more rows, and nothing can be saved.`,
        "Before that, delete data that is no longer needed or move customers to another database.",
      ],
      repeatNote: "You will not get another email about this until the database has shrunk.",
    }),
    BUCKET_GROWTH: ({ detail }) => ({
      subject: "Stored files are growing faster than usual",
      paragraphs: [
        detail,
        "A large import would explain this. If there was none, look for a client that uploads the same files over and over.",
      ],
      repeatNote: "You will not get another email about this until a day has been normal.",
    }),
    BUCKET_LOSS: ({ detail }) => ({
      subject: "Many stored files are gone",
      paragraphs: [
        detail,
        "A deletion that someone ordered would explain this. If there was none, stop whatever is deleting files and compare with the latest backup.",
      ],
      repeatNote: "You will not get another email about this until a day has been normal.",
    }),
  },
  sv: {
    DEAD_LETTERS: ({ subject, detail }) => ({
      subject: `Meddelanden kunde inte levereras: ${subject}`,
      paragraphs: [
        `Ett meddelande av typen ${subject} har misslyckats vid alla försök och ligger i kön för olevererade meddelanden.`,
        detail,
        "De schemalagda jobben gör samma arbete, fast långsammare. Orsaken står i loggen.",
      ],
      repeatNote: "Nästa mejl om samma typ kommer först när det har gått ett dygn utan något sådant.",
    }),
    DATABASE_SIZE: ({ detail }) => ({
      subject: "Databasen är nästan full",
      paragraphs: [
        `${detail} Vid 10 GB tar den inte emot fler rader, och inget kan sparas.`,
        "Ta innan dess bort det som inte längre behövs, eller flytta kunder till en annan databas.",
      ],
      repeatNote: "Nästa mejl om detta kommer först när den har varit mindre.",
    }),
    BUCKET_GROWTH: ({ detail }) => ({
      subject: "De lagrade filerna växer snabbare än vanligt",
      paragraphs: [
        detail,
        "En stor import kan förklara det. Om det inte har varit någon: leta efter en klient som laddar upp samma sak om och om igen.",
      ],
      repeatNote: "Nästa mejl om detta kommer först när ett dygn har varit som vanligt.",
    }),
    BUCKET_LOSS: ({ detail }) => ({
      subject: "Många lagrade filer är borta",
      paragraphs: [
        detail,
        "En beställd borttagning kan förklara det. Om ingen har beställt någon: stoppa det som tar bort filer och jämför med den senaste säkerhetskopian.",
      ],
      repeatNote: "Nästa mejl om detta kommer först när ett dygn har varit som vanligt.",
    }),
  },
};

const commonTexts: Record<Language, { hello: string; button: string; reason: string }> = {
  en: {
    hello: "Hello",
    button: "Open scheduled jobs",
    reason: "You are receiving this email because you are a super admin.",
  },
  sv: {
    hello: "Hej",
    button: "Öppna schemalagda jobb",
    reason: "Du får det här mejlet eftersom du är superadmin.",
  },
};

export function createAlarmMail({ language, name }: Reader, facts: AlarmFacts): MailContent {
  const { subject, paragraphs, repeatNote } = alarmTexts[language][facts.kind](facts);
  const { hello, button, reason } = commonTexts[language];
  return {
    language,
    subject,
    greeting: `${hello} ${name},`,
    paragraphs: paragraphs.filter(Boolean),
    button: { label: button, url: facts.url },
    note: `${reason} ${repeatNote}`,
  };
}

interface FaultsMailFacts {
  /** The first faults; the others are counted in `total`. */
  faults: readonly { kind: MediaFaultKind; key: string }[];
  total: number;
  url: string;
}

const faultLabels: Record<Language, Record<MediaFaultKind, string>> = {
  en: { MISSING: "Missing", DAMAGED: "Damaged", UNREFERENCED: "Unreferenced" },
  sv: { MISSING: "Saknas", DAMAGED: "Skadad", UNREFERENCED: "Används inte" },
};

/** The mail about stored files that do not match the database. */
export function createFaultsMail(
  { language, name }: Reader,
  { faults, total, url }: FaultsMailFacts,
): MailContent {
  const items = faults.map(({ kind, key }) => `${faultLabels[language][kind]}: ${key}`);
  const hiddenCount = total - faults.length;
  return language === "sv"
    ? {
        language,
        subject: total === 1 ? "En lagrad fil stämmer inte" : `${total} lagrade filer stämmer inte`,
        greeting: `Hej ${name},`,
        paragraphs: ["Siteproof jämför varje månad de lagrade filerna med databasen. Det här stämmer inte:"],
        lists: [
          { title: "Nya fel", items: [...items, ...(hiddenCount > 0 ? [`… och ${hiddenCount} till`] : [])] },
        ],
        button: { label: "Öppna lagrade filer", url },
        note: "Du får det här mejlet eftersom du är superadmin. Varje fel mejlas en gång, och högst ett mejl om dagen.",
      }
    : {
        language,
        subject:
          total === 1
            ? "A stored file does not match the database"
            : `${total} stored files do not match the database`,
        greeting: `Hello ${name},`,
        paragraphs: [
          "Every month, Siteproof compares the stored files with the database. These do not match:",
        ],
        lists: [
          {
            title: "New problems",
            items: [...items, ...(hiddenCount > 0 ? [`… and ${hiddenCount} more`] : [])],
          },
        ],
        button: { label: "Open stored files", url },
        note: "You are receiving this email because you are a super admin. Each problem is reported once, in at most one email a day.",
      };
}
