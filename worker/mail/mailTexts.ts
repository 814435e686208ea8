import type { Language } from "#domain/core/language.ts";
import type { DeliveryErrorKind } from "#domain/delivery/states.ts";
import type { MailContent } from "./mailContent.ts";

/** The texts of every mail, in both languages. */

interface MailReader {
  language: Language;
  /** The full name, or the username if there is none. */
  name: string;
}

export function createLoginCodeMail({ language, name }: MailReader, code: string): MailContent {
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

export function createPasswordChangeMail(
  { language, name }: MailReader,
  username: string,
  url: string,
): MailContent {
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

export function createPasswordChangedMail({ language, name }: MailReader, username: string): MailContent {
  return language === "sv"
    ? {
        language,
        subject: "Ditt lösenord har bytts",
        greeting: `Hej ${name},`,
        paragraphs: [
          `Lösenordet för användaren ${username} i Siteproof har bytts. Användaren har loggats ut överallt annars.`,
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

interface FilesArrivedFacts {
  documentationName: string;
  /** Names with sizes. */
  files: readonly string[];
  /** Number of files that are not listed. */
  otherCount: number;
  url: string;
}

export function createFilesArrivedMail(
  { language, name }: MailReader,
  facts: FilesArrivedFacts,
): MailContent {
  const { documentationName, files, otherCount, url } = facts;
  const count = files.length + otherCount;
  return language === "sv"
    ? {
        language,
        subject: `${count === 1 ? "En fil" : `${count} filer`} har laddats upp till ${documentationName}`,
        greeting: `Hej ${name},`,
        paragraphs: [
          `Det här har laddats upp till ${documentationName} via din uppladdningslänk. Allt är mottaget och kontrollerat:`,
          [...files, ...(otherCount > 0 ? [`och ${otherCount} till.`] : [])].join("\n"),
        ],
        button: { label: "Öppna dokumentationen", url },
        note: "Du får det här mejlet eftersom du har skapat en uppladdningslänk i Siteproof.",
      }
    : {
        language,
        subject: `${count === 1 ? "A file was" : `${count} files were`} uploaded to ${documentationName}`,
        greeting: `Hello ${name},`,
        paragraphs: [
          `The following was uploaded to ${documentationName} through your upload link. Everything has been received and verified:`,
          [...files, ...(otherCount > 0 ? [`and ${otherCount} more.`] : [])].join("\n"),
        ],
        button: { label: "Open the documentation", url },
        note: "You are receiving this email because you created an upload link in Siteproof.",
      };
}

interface DeliveryFailedFacts {
  documentationName: string;
  destinationName: string;
  kind: DeliveryErrorKind;
  /** The destination's response: a sentence in English. */
  message: string;
  url: string;
}

/** Describes the failure and its remedy. */
const failureTexts: Record<Language, Record<DeliveryErrorKind, string>> = {
  en: {
    auth: "The destination rejected the login. Correct the login in the export configuration, then send again.",
    config:
      "The destination does not accept a setting, or its certificate is wrong. Correct the export configuration, then send again.",
    refused:
      "The destination refused files: for their name, type or size, or because the user may not write there. Its response says why. The other files were sent.",
    notFound:
      "The site, library or folder does not exist at the destination. Create it or correct the export configuration, then send again.",
    conflict:
      "The destination already has something else with the same name. Move or rename it there, then send again.",
    throttled: "The destination kept limiting the rate. Send again later.",
    full: "The destination is full. Free up space there, then send again.",
    transient:
      "The destination did not respond, or the connection was lost, several times over many hours. Check that it is online and reachable, then send again.",
    source:
      "A photo or file could not be read, or changed in the meantime. Check the documentation, then send again.",
    notAllowed:
      "The user who started it can no longer export, or the template no longer sends to this destination. A user with access to exports can send it again.",
    unreadableSecret:
      "Siteproof can no longer read the destination's stored password or key. Enter it again in the export configuration, then send again.",
  },
  sv: {
    auth: "Destinationen nekade inloggningen. Rätta inloggningen i exportkonfigurationen och skicka igen.",
    config:
      "Destinationen godtar inte en inställning, eller så är dess certifikat ogiltigt. Rätta exportkonfigurationen och skicka igen.",
    refused:
      "Destinationen nekade filer på grund av namn, typ eller storlek, eller för att användaren inte får skriva där. Dess svar säger varför. Övriga filer skickades.",
    notFound:
      "Webbplatsen, biblioteket eller mappen finns inte hos destinationen. Skapa den eller rätta exportkonfigurationen och skicka igen.",
    conflict:
      "Det finns redan något annat med samma namn hos destinationen. Flytta det eller byt namn på det där och skicka igen.",
    throttled: "Destinationen var överbelastad. Skicka igen senare.",
    full: "Destinationen är full. Frigör utrymme där och skicka igen.",
    transient:
      "Destinationen svarade inte, eller så bröts anslutningen, flera gånger under många timmar. Kontrollera att den är igång och går att nå, och skicka igen.",
    source:
      "Ett foto eller en fil gick inte att läsa eller har ändrats under tiden. Kontrollera dokumentationen och skicka igen.",
    notAllowed:
      "Den som startade exporten har inte längre rätt att exportera, eller så skickar mallen inte längre till destinationen. Någon med behörighet kan skicka igen.",
    unreadableSecret:
      "Siteproof kan inte längre läsa destinationens sparade lösenord eller nyckel. Ange uppgiften på nytt i exportkonfigurationen och skicka igen.",
  },
};

/** Written to the user who started the export, or, with a null name, to the address in the settings of the destination. */
export function createDeliveryFailedMail(
  { language, name }: { language: Language; name: string | null },
  { documentationName, destinationName, kind, message, url }: DeliveryFailedFacts,
): MailContent {
  const text = failureTexts[language][kind];
  return language === "sv"
    ? {
        language,
        subject: `Exporten av ${documentationName} till ${destinationName} misslyckades`,
        greeting: name === null ? "Hej," : `Hej ${name},`,
        paragraphs: [
          `Dokumentationen ${documentationName} kunde inte skickas till ${destinationName}.`,
          text,
          `Destinationens svar: ${message}`,
        ],
        button: { label: "Öppna exporten", url },
        note:
          name === null
            ? "Du får det här mejlet eftersom den här adressen meddelas om misslyckade exporter till destinationen i Siteproof."
            : "Du får det här mejlet eftersom du har startat exporten i Siteproof.",
      }
    : {
        language,
        subject: `The export of ${documentationName} to ${destinationName} failed`,
        greeting: name === null ? "Hello," : `Hello ${name},`,
        paragraphs: [
          `The documentation ${documentationName} could not be sent to ${destinationName}.`,
          text,
          `The destination's response: ${message}`,
        ],
        button: { label: "Open the export", url },
        note:
          name === null
            ? "You are receiving this email because this address is notified of failed exports to the destination in Siteproof."
            : "You are receiving this email because you started the export in Siteproof.",
      };
}

/** Sent to the fixed addresses of a destination, whose readers may not know Siteproof. */
export function createConnectionTestMail(language: Language, configurationName: string): MailContent {
  return language === "sv"
    ? {
        language,
        subject: `Siteproof: test av ${configurationName}`,
        paragraphs: [
          `Det här är ett testmejl från exportkonfigurationen ${configurationName} i Siteproof. Leveranser kommer till den här adressen.`,
        ],
        note: "Du behöver inte göra något.",
      }
    : {
        language,
        subject: `Siteproof: test of ${configurationName}`,
        paragraphs: [
          `This is a test email from the export configuration ${configurationName} in Siteproof. Deliveries will be sent to this address.`,
        ],
        note: "You do not need to do anything.",
      };
}

/** A scheduled job that has failed several times in a row. */
interface JobFailedFacts {
  name: string;
  message: string;
  failureCount: number;
  url: string;
}

export function createJobFailedMail(
  { language, name: readerName }: MailReader,
  { name, message, failureCount, url }: JobFailedFacts,
): MailContent {
  return language === "sv"
    ? {
        language,
        subject: `${name} har misslyckats ${failureCount} gånger i rad`,
        greeting: `Hej ${readerName},`,
        paragraphs: [
          `${name} körs automatiskt i Siteproof och har misslyckats ${failureCount} gånger i rad.`,
          `Senaste felet: ${message}`,
        ],
        button: { label: "Öppna schemalagda jobb", url },
        note: "Du får det här mejlet eftersom du är superadmin. Nästa mejl om samma jobb kommer först när det har lyckats och sedan misslyckats igen.",
      }
    : {
        language,
        subject: `${name} has failed ${failureCount} times in a row`,
        greeting: `Hello ${readerName},`,
        paragraphs: [
          `${name} runs automatically in Siteproof and has failed ${failureCount} times in a row.`,
          `Last error: ${message}`,
        ],
        button: { label: "Open scheduled jobs", url },
        note: "You are receiving this email because you are a super admin. You will not get another email about this job until it has succeeded and then failed again.",
      };
}
