import type { Language } from "#domain/core/language.ts";
import { safeDisplayName } from "#domain/core/text/safeDisplayName.ts";
import type { MailContent } from "./mailContent.ts";

interface ThreadMailFacts {
  kind: "MENTIONED" | "REPLIED";
  /** The author of the comment. */
  author: string;
  text: string;
  documentationName: string;
  url: string;
  profileUrl: string;
}

/** The mail about a comment in a thread, for users who chose to have it at once. */
export function createThreadMail(
  { language, name }: { language: Language; name: string },
  { kind, author, text, documentationName, url, profileUrl }: ThreadMailFacts,
): MailContent {
  const [authorName, documentation] = [safeDisplayName(author), safeDisplayName(documentationName)];
  return language === "sv"
    ? {
        language,
        subject:
          kind === "MENTIONED"
            ? `${authorName} nämnde dig om ${documentation}`
            : `${authorName} skrev i en tråd om ${documentation}`,
        greeting: `Hej ${name},`,
        paragraphs: [`${authorName} skrev:`, text],
        button: { label: "Öppna tråden", url },
        note: `Du får det här mejlet eftersom du har valt att få omnämnanden och svar direkt. Stäng av det i din profil: ${profileUrl}`,
      }
    : {
        language,
        subject:
          kind === "MENTIONED"
            ? `${authorName} mentioned you about ${documentation}`
            : `${authorName} wrote in a thread about ${documentation}`,
        greeting: `Hello ${name},`,
        paragraphs: [`${authorName} wrote:`, text],
        button: { label: "Open the thread", url },
        note: `You get this email because you chose to get mentions and replies at once. Turn it off in your profile: ${profileUrl}`,
      };
}
