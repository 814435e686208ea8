import type { Language } from "../http/language";
import type { Letter } from "./layout";

/** The words of every mail, in both languages. */

interface Person {
  language: Language;
  /** Full name, or the username where none is known. */
  name: string;
}

export function loginCodeLetter({ language, name }: Person, code: string): Letter {
  return language === "sv"
    ? {
        language,
        subject: "Din inloggningskod till Siteproof",
        greeting: `Hej ${name},`,
        paragraphs: [
          "Skriv den här koden för att logga in i Siteproof. Den gäller i tio minuter och kan användas en gång.",
        ],
        code,
        note: "Har du inte försökt logga in? Då kan någon annan ditt lösenord. Byt det, och lämna inte ut koden till någon.",
      }
    : {
        language,
        subject: "Your login code for Siteproof",
        greeting: `Hello ${name},`,
        paragraphs: ["Enter this code to log in to Siteproof. It is valid for ten minutes and works once."],
        code,
        note: "You did not try to log in? Then somebody else knows your password. Change it, and give this code to nobody.",
      };
}

export function passwordChangeLetter({ language, name }: Person, username: string, url: string): Letter {
  return language === "sv"
    ? {
        language,
        subject: "Välj ett nytt lösenord",
        greeting: `Hej ${name},`,
        paragraphs: [
          `Någon har bett om ett nytt lösenord för användaren ${username} i Siteproof.`,
          "Länken gäller i en timme och kan användas en gång.",
        ],
        button: { label: "Välj nytt lösenord", url },
        note: "Var det inte du? Då behöver du inte göra något: ditt lösenord är oförändrat.",
      }
    : {
        language,
        subject: "Choose a new password",
        greeting: `Hello ${name},`,
        paragraphs: [
          `Somebody asked for a new password for the user ${username} of Siteproof.`,
          "The link is valid for one hour and works once.",
        ],
        button: { label: "Choose a new password", url },
        note: "It was not you? Then there is nothing to do: your password is unchanged.",
      };
}

export function passwordChangedLetter({ language, name }: Person, username: string): Letter {
  return language === "sv"
    ? {
        language,
        subject: "Ditt lösenord har bytts",
        greeting: `Hej ${name},`,
        paragraphs: [
          `Lösenordet för användaren ${username} i Siteproof har bytts, och alla andra sessioner har avslutats.`,
        ],
        note: "Var det inte du? Kontakta din administratör genast.",
      }
    : {
        language,
        subject: "Your password was changed",
        greeting: `Hello ${name},`,
        paragraphs: [
          `The password of the user ${username} of Siteproof was changed, and all other sessions have ended.`,
        ],
        note: "It was not you? Tell your administrator at once.",
      };
}

interface Arrivals {
  documentationName: string;
  /** Names with sizes. */
  files: readonly string[];
  /** How many more there are than are listed. */
  others: number;
  url: string;
}

export function filesArrivedLetter({ language, name }: Person, arrivals: Arrivals): Letter {
  const { documentationName, files, others, url } = arrivals;
  const count = files.length + others;
  return language === "sv"
    ? {
        language,
        subject: `${count === 1 ? "En fil" : `${count} filer`} har kommit till ${documentationName}`,
        greeting: `Hej ${name},`,
        paragraphs: [
          `Genom länken du skapade har detta kommit till ${documentationName}, mottaget och verifierat:`,
          ...files,
          ...(others > 0 ? [`och ${others} till.`] : []),
        ],
        button: { label: "Öppna dokumentationen", url },
        note: "Du får det här mejlet för att du skapade en uppladdningslänk i Siteproof.",
      }
    : {
        language,
        subject: `${count === 1 ? "A file has" : `${count} files have`} arrived for ${documentationName}`,
        greeting: `Hello ${name},`,
        paragraphs: [
          `By the link you made, this has arrived for ${documentationName}, received and verified:`,
          ...files,
          ...(others > 0 ? [`and ${others} more.`] : []),
        ],
        button: { label: "Open the documentation", url },
        note: "You get this mail because you made an upload link in Siteproof.",
      };
}
