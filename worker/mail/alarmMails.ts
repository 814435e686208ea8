import type { MediaFaultKind } from "#domain/endpoints/operations/storedFiles.ts";
import type { Language } from "#worker/http/language.ts";
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

interface Words {
  subject: string;
  said: string[];
  /** When there is another mail. */
  again: string;
}

const words: Record<Language, Record<AlarmKind, (told: AlarmFacts) => Words>> = {
  en: {
    DEAD_LETTERS: ({ subject, detail }) => ({
      subject: `Messages could not be delivered: ${subject}`,
      said: [
        `A message of the kind ${subject} has failed every try and lies among the dead letters.`,
        detail,
        "The scheduled jobs do the same work, more slowly. Look at the log for the reason.",
      ],
      again: "There is no other email about this kind until a day has passed without one.",
    }),
    DATABASE_SIZE: ({ detail }) => ({
      subject: "The database is nearly full",
      said: [
        `${detail} At 10 GB it takes no more rows, and nothing can be saved.`,
        "Delete what is no longer needed, or move customers to another database, before that.",
      ],
      again: "There is no other email about this until it has been smaller.",
    }),
    BUCKET_GROWTH: ({ detail }) => ({
      subject: "Stored files grow faster than usual",
      said: [
        detail,
        "A large import explains it. If there was none, look for a client that uploads the same over and over.",
      ],
      again: "There is no other email about this until a day has been as usual.",
    }),
    BUCKET_LOSS: ({ detail }) => ({
      subject: "Many stored files are gone",
      said: [
        detail,
        "A deletion that somebody ordered explains it. If there was none, stop what deletes and compare with the latest backup.",
      ],
      again: "There is no other email about this until a day has been as usual.",
    }),
  },
  sv: {
    DEAD_LETTERS: ({ subject, detail }) => ({
      subject: `Meddelanden kunde inte levereras: ${subject}`,
      said: [
        `Ett meddelande av typen ${subject} har misslyckats vid alla försök och ligger bland de olevererade.`,
        detail,
        "De schemalagda jobben gör samma arbete, fast långsammare. Orsaken står i loggen.",
      ],
      again: "Nästa mejl om samma typ kommer först när det har gått ett dygn utan något sådant.",
    }),
    DATABASE_SIZE: ({ detail }) => ({
      subject: "Databasen är nästan full",
      said: [
        `${detail} Vid 10 GB tar den inte emot fler rader, och inget kan sparas.`,
        "Ta bort det som inte längre behövs, eller flytta kunder till en annan databas, innan dess.",
      ],
      again: "Nästa mejl om detta kommer först när den har varit mindre.",
    }),
    BUCKET_GROWTH: ({ detail }) => ({
      subject: "Lagrade filer växer snabbare än vanligt",
      said: [
        detail,
        "En stor import förklarar det. Om det inte har varit någon: leta efter en klient som laddar upp samma sak om och om igen.",
      ],
      again: "Nästa mejl om detta kommer först när ett dygn har varit som vanligt.",
    }),
    BUCKET_LOSS: ({ detail }) => ({
      subject: "Många lagrade filer är borta",
      said: [
        detail,
        "En beställd borttagning förklarar det. Om ingen har beställt någon: stoppa det som tar bort filer och jämför med den senaste säkerhetskopian.",
      ],
      again: "Nästa mejl om detta kommer först när ett dygn har varit som vanligt.",
    }),
  },
};

const footers: Record<Language, { hello: string; button: string; why: string }> = {
  en: {
    hello: "Hello",
    button: "Open scheduled jobs",
    why: "You are receiving this email because you are a super admin.",
  },
  sv: {
    hello: "Hej",
    button: "Öppna schemalagda jobb",
    why: "Du får det här mejlet eftersom du är superadministratör.",
  },
};

export function alarmLetter({ language, name }: Reader, told: AlarmFacts): MailContent {
  const { subject, said, again } = words[language][told.kind](told);
  const { hello, button, why } = footers[language];
  return {
    language,
    subject,
    greeting: `${hello} ${name},`,
    paragraphs: said.filter(Boolean),
    button: { label: button, url: told.url },
    note: `${why} ${again}`,
  };
}

interface FoundFaults {
  /** The first of them. */
  faults: readonly { kind: MediaFaultKind; key: string }[];
  total: number;
  url: string;
}

const faultWords: Record<Language, Record<MediaFaultKind, string>> = {
  en: { MISSING: "Missing", DAMAGED: "Damaged", UNNAMED: "Belongs to nothing" },
  sv: { MISSING: "Saknas", DAMAGED: "Skadad", UNNAMED: "Hör inte till något" },
};

/** What a comparison of rows and stored files has found wrong. */
export function faultsLetter({ language, name }: Reader, { faults, total, url }: FoundFaults): MailContent {
  const items = faults.map(({ kind, key }) => `${faultWords[language][kind]}: ${key}`);
  const more = total - faults.length;
  return language === "sv"
    ? {
        language,
        subject: total === 1 ? "En lagrad fil stämmer inte" : `${total} lagrade filer stämmer inte`,
        greeting: `Hej ${name},`,
        paragraphs: [
          "Siteproof jämför varje månad de lagrade filerna med det som databasen vet om dem. Det här stämmer inte:",
        ],
        lists: [{ title: "Nya fel", items: [...items, ...(more > 0 ? [`… och ${more} till`] : [])] }],
        button: { label: "Öppna lagrade filer", url },
        note: "Du får det här mejlet eftersom du är superadministratör. Varje fel mejlas en gång, och högst ett mejl om dagen.",
      }
    : {
        language,
        subject:
          total === 1
            ? "A stored file is not as it should be"
            : `${total} stored files are not as they should be`,
        greeting: `Hello ${name},`,
        paragraphs: [
          "Every month Siteproof compares the stored files with what the database knows of them. These are not as they should be:",
        ],
        lists: [{ title: "New faults", items: [...items, ...(more > 0 ? [`… and ${more} more`] : [])] }],
        button: { label: "Open stored files", url },
        note: "You are receiving this email because you are a super admin. Each fault is mailed once, in one email a day at most.",
      };
}
