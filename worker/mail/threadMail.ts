import type { Language } from "#domain/core/language.ts";
import { safeDisplayName } from "#domain/core/text/safeDisplayName.ts";
import type { MailContent } from "./mailContent.ts";

interface ThreadMailFacts {
  kind: "MENTIONED" | "REPLIED";
  /** The author of the comment. */
  by: string;
  text: string;
  documentationName: string;
  url: string;
  profileUrl: string;
}

/** The mail about a comment in a thread, for users who chose to have it at once. */
export function createThreadMail(
  { language, name }: { language: Language; name: string },
  { kind, by, text, documentationName, url, profileUrl }: ThreadMailFacts,
): MailContent {
  const [author, documentation] = [safeDisplayName(by), safeDisplayName(documentationName)];
  return language === "sv"
    ? {
        language,
        subject:
          kind === "MENTIONED"
            ? `${author} nämnde dig om ${documentation}`
            : `${author} skrev i en tråd om ${documentation}`,
        greeting: `Hej ${name},`,
        paragraphs: [`${author} skrev:`, text],
        button: { label: "Öppna tråden", url },
        note: `Du får det här mejlet eftersom du har valt att få omnämnanden och svar direkt. Stäng av det i din profil: ${profileUrl}`,
      }
    : {
        language,
        subject:
          kind === "MENTIONED"
            ? `${author} mentioned you about ${documentation}`
            : `${author} wrote in a thread about ${documentation}`,
        greeting: `Hello ${name},`,
        paragraphs: [`${author} wrote:`, text],
        button: { label: "Open the thread", url },
        note: `You get this email because you chose to get mentions and replies at once. Turn it off in your profile: ${profileUrl}`,
      };
}
