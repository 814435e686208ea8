import type { Language } from "../http/language";
import type { Letter } from "./letterFrame";

/** The texts of every mail, in both languages. */

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
          "Ange den här koden för att logga in i Siteproof. Den gäller i tio minuter och kan användas en gång.",
        ],
        code,
        note: "Har du inte försökt logga in? Då kan någon annan känna till ditt lösenord. Byt lösenord och lämna inte ut koden till någon.",
      }
    : {
        language,
        subject: "Your Siteproof login code",
        greeting: `Hello ${name},`,
        paragraphs: ["Enter this code to log in to Siteproof. It is valid for ten minutes and works once."],
        code,
        note: "If you did not try to log in, someone else may know your password. Change your password, and do not share this code with anyone.",
      };
}

export function passwordChangeLetter({ language, name }: Person, username: string, url: string): Letter {
  return language === "sv"
    ? {
        language,
        subject: "Välj ett nytt lösenord",
        greeting: `Hej ${name},`,
        paragraphs: [
          `Någon har begärt ett nytt lösenord för användaren ${username} i Siteproof.`,
          "Länken gäller i en timme och kan användas en gång.",
        ],
        button: { label: "Välj ett nytt lösenord", url },
        note: "Om det inte var du behöver du inte göra något. Ditt lösenord har inte ändrats.",
      }
    : {
        language,
        subject: "Choose a new password",
        greeting: `Hello ${name},`,
        paragraphs: [
          `Someone requested a new password for the Siteproof user ${username}.`,
          "The link is valid for one hour and works once.",
        ],
        button: { label: "Choose a new password", url },
        note: "If this was not you, you can ignore this email. Your password has not changed.",
      };
}

export function passwordChangedLetter({ language, name }: Person, username: string): Letter {
  return language === "sv"
    ? {
        language,
        subject: "Ditt lösenord har bytts",
        greeting: `Hej ${name},`,
        paragraphs: [
          `Lösenordet för användaren ${username} i Siteproof har bytts. Användaren har loggats ut överallt i övrigt.`,
        ],
        note: "Om det inte var du ska du kontakta din administratör direkt.",
      }
    : {
        language,
        subject: "Your password was changed",
        greeting: `Hello ${name},`,
        paragraphs: [
          `The password for the Siteproof user ${username} was changed. The user has been logged out everywhere else.`,
        ],
        note: "If this was not you, contact your administrator right away.",
      };
}

interface Arrivals {
  documentationName: string;
  /** Names with sizes. */
  files: readonly string[];
  /** Number of files that are not listed. */
  others: number;
  url: string;
}

export function filesArrivedLetter({ language, name }: Person, arrivals: Arrivals): Letter {
  const { documentationName, files, others, url } = arrivals;
  const count = files.length + others;
  return language === "sv"
    ? {
        language,
        subject: `${count === 1 ? "En fil" : `${count} filer`} har laddats upp till ${documentationName}`,
        greeting: `Hej ${name},`,
        paragraphs: [
          `Det här har laddats upp till ${documentationName} via din uppladdningslänk. Allt är mottaget och kontrollerat:`,
          ...files,
          ...(others > 0 ? [`och ${others} till.`] : []),
        ],
        button: { label: "Öppna dokumentationen", url },
        note: "Du får det här mejlet eftersom du har skapat en uppladdningslänk i Siteproof.",
      }
    : {
        language,
        subject: `${count === 1 ? "A file was" : `${count} files were`} uploaded to ${documentationName}`,
        greeting: `Hello ${name},`,
        paragraphs: [
          `These were uploaded to ${documentationName} through your upload link. Everything has been received and verified:`,
          ...files,
          ...(others > 0 ? [`and ${others} more.`] : []),
        ],
        button: { label: "Open the documentation", url },
        note: "You are receiving this email because you created an upload link in Siteproof.",
      };
}
