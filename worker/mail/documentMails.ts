import type { Language } from "#domain/core/language.ts";
import type { ProblemCode } from "#domain/core/problem.ts";
import { formatSize } from "#domain/core/text/byteSize.ts";
import { safeDisplayName } from "#domain/core/text/safeDisplayName.ts";
import { formatDay } from "./deliveryMail.ts";
import type { MailContent } from "./mailContent.ts";

/** Mails about documents created in the background. */

interface DocumentMailFacts {
  language: Language;
  documentationName: string;
  customerName: string;
  url: string;
}

interface DocumentReadyFacts extends DocumentMailFacts {
  fileName: string;
  /** Bytes. */
  size: number;
  expireDate: string;
}

export function createDocumentReadyMail(facts: DocumentReadyFacts): MailContent {
  const { language, documentationName, customerName, url, fileName, size, expireDate } = facts;
  const name = safeDisplayName(fileName);
  return language === "sv"
    ? {
        language,
        subject: `Ditt dokument för ${documentationName} är klart`,
        greeting: "Hej,",
        paragraphs: [
          `Dokumentet för ${documentationName} från ${customerName} är klart att ladda ner: ${name} (${formatSize(size, "sv-SE")}).`,
          `Länken fungerar till och med ${formatDay(expireDate, "sv-SE")}. Den som har länken kan ladda ner dokumentet, så dela den med omsorg.`,
        ],
        button: { label: "Ladda ner dokumentet", url },
        note: "Du får det här mejlet eftersom någon har beställt dokumentet i Siteproof och angett din adress.",
      }
    : {
        language,
        subject: `Your document for ${documentationName} is ready`,
        greeting: "Hello,",
        paragraphs: [
          `The document for ${documentationName} from ${customerName} is ready to download: ${name} (${formatSize(size, "en-GB")}).`,
          `The link works until ${formatDay(expireDate, "en-GB")}. Anyone who has it can download the document, so share it with care.`,
        ],
        button: { label: "Download the document", url },
        note: "You are receiving this email because someone requested the document in Siteproof and entered your address.",
      };
}

/** The reason why the document was not created, and the remedy. */
const reasonTexts: Readonly<Record<Language, Partial<Record<ProblemCode, string>> & { internal: string }>> = {
  en: {
    notFound: "The documentation has been deleted.",
    exportRefused:
      "The documentation has been handed over or fetched. Request the document again when it has been completed.",
    exportTypeRefused: "This type of document or report layout is no longer available to you.",
    layoutFaulty: "The report layout has errors. Request the document again when they have been corrected.",
    tooLarge: "The documentation is too large for this document. Download it as a zip file instead.",
    staleVersion: "The documentation kept changing in the meantime. Request the document again.",
    storageChanged: "A photo was removed or replaced in the meantime. Request the document again.",
    internal: "Something went wrong on our side. Request the document again.",
  },
  sv: {
    notFound: "Dokumentationen har tagits bort.",
    exportRefused:
      "Dokumentationen har lämnats över eller hämtats. Beställ dokumentet igen när den har slutförts.",
    exportTypeRefused: "Du har inte längre tillgång till dokumenttypen eller rapportlayouten.",
    layoutFaulty: "Rapportlayouten innehåller fel. Beställ dokumentet igen när de har rättats.",
    tooLarge: "Dokumentationen är för stor för det här dokumentet. Ladda ner den som zip-fil i stället.",
    staleVersion: "Dokumentationen ändrades gång på gång under tiden. Beställ dokumentet igen.",
    storageChanged: "Ett foto togs bort eller byttes ut under tiden. Beställ dokumentet igen.",
    internal: "Något gick fel hos oss. Beställ dokumentet igen.",
  },
};

export function createDocumentFailedMail(facts: DocumentMailFacts & { reason: ProblemCode }): MailContent {
  const { language, documentationName, customerName, url, reason } = facts;
  const reasonText = reasonTexts[language][reason] ?? reasonTexts[language].internal;
  return language === "sv"
    ? {
        language,
        subject: `Dokumentet för ${documentationName} kunde inte skapas`,
        greeting: "Hej,",
        paragraphs: [
          `Dokumentet för ${documentationName} från ${customerName} kunde inte skapas.`,
          reasonText,
        ],
        button: { label: "Öppna dokumentationen", url },
        note: "Du får det här mejlet eftersom någon har beställt dokumentet i Siteproof och angett din adress.",
      }
    : {
        language,
        subject: `The document for ${documentationName} could not be created`,
        greeting: "Hello,",
        paragraphs: [
          `The document for ${documentationName} from ${customerName} could not be created.`,
          reasonText,
        ],
        button: { label: "Open the documentation", url },
        note: "You are receiving this email because someone requested the document in Siteproof and entered your address.",
      };
}
