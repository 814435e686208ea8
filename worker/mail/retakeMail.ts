import type { Language } from "#domain/core/language.ts";
import { safeDisplayName } from "#domain/core/text/safeDisplayName.ts";
import type { MailContent } from "./mailContent.ts";

interface RetakeMailFacts {
  language: Language;
  /** The request itself, or a reminder before or after the day by which to answer. */
  occasion: "SENT" | "BEFORE" | "AFTER";
  documentationName: string;
  customerName: string;
  reasons: readonly string[];
  /** YYYY-MM-DD. */
  dueDay: string | null;
  url: string;
}

/** The mail to someone without a login who is asked for new photos or answers. */
export function createRetakeMail(facts: RetakeMailFacts): MailContent {
  const { language, occasion, reasons, dueDay, url } = facts;
  const [name, customer] = [safeDisplayName(facts.documentationName), safeDisplayName(facts.customerName)];
  // What is sent back in bulk has one reason.
  const items = [...new Set(reasons.map(safeDisplayName))];
  const count = reasons.length;
  if (language === "sv") {
    const subjects = {
      SENT: `${name}: ${customer} behöver något mer`,
      BEFORE: `Påminnelse: ${name} behöver ditt svar senast ${dueDay}`,
      AFTER: `Försenat: ${name} väntar på ditt svar`,
    };
    return {
      language,
      subject: subjects[occasion],
      greeting: "Hej,",
      paragraphs: [
        `${customer} har granskat ${name} och ber dig om ${count === 1 ? "en sak" : `${count} saker`}.`,
        ...(dueDay ? [`Svara senast ${dueDay}.`] : []),
      ],
      lists: [{ title: "Anledning:", items }],
      button: { label: "Visa och svara", url },
      note: "Du får det här mejlet eftersom någon har angett din adress i Siteproof. Du behöver inte logga in. Den som har länken kan svara, så dela den inte med andra.",
    };
  }
  const subjects = {
    SENT: `${name}: ${customer} needs something more`,
    BEFORE: `Reminder: ${name} needs your answer by ${dueDay}`,
    AFTER: `Late: ${name} is waiting for your answer`,
  };
  return {
    language,
    subject: subjects[occasion],
    greeting: "Hello,",
    paragraphs: [
      `${customer} has reviewed ${name} and asks you for ${count === 1 ? "one thing" : `${count} things`}.`,
      ...(dueDay ? [`Please answer by ${dueDay}.`] : []),
    ],
    lists: [{ title: "Reason:", items }],
    button: { label: "View and answer", url },
    note: "You get this email because someone entered your address in Siteproof. You do not need to log in. Anyone with the link can answer, so do not share it.",
  };
}
