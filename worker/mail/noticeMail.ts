import type { Language } from "#domain/core/language.ts";
import { safeDisplayName } from "#domain/core/text/safeDisplayName.ts";
import type { NoticeKind, NoticeRow } from "#domain/endpoints/account/notice.ts";
import type { MailContent } from "./mailContent.ts";

type MailNotice = Pick<NoticeRow, "kind" | "documentationName" | "params">;
interface NoticeFacts {
  /** The name of the documentation. */
  name: string;
  to: string;
  count: number;
  reason: string;
  /** Of the author and the text of a comment in a thread. */
  author: string;
  text: string;
  /** The day by which to review. */
  day: string;
}

/** The list line of each kind of notice. */
const lineTexts: Record<Language, Record<NoticeKind, (facts: NoticeFacts) => string>> = {
  en: {
    FILES_CAME: ({ name, count }) =>
      `${count === 1 ? "A file was" : `${count} files were`} uploaded to ${name} through your link`,
    UPLOAD_HANGS: ({ name }) => `Some photos or files for ${name} are missing or were refused`,
    EXPORT_FAILED: ({ name, to }) => `The export of ${name} to ${to} failed`,
    EXPORT_READY: ({ name, to }) => `The export of ${name} is ready: ${to}`,
    SENT_BACK: ({ name, reason }) => `${name} was sent back to you${reason && `: ${reason}`}`,
    RETAKEN: ({ name }) => `The photo that you requested again for ${name} has been retaken`,
    MENTIONED: ({ name, author, text }) => `${author} mentioned you about ${name}: ${text}`,
    REPLIED: ({ name, author, text }) => `${author} wrote in a thread about ${name}: ${text}`,
    RETAKE_LATE: ({ name }) => `What you sent back in ${name} has not been answered in time`,
    ASSIGNED: ({ name, author, count, day }) =>
      `${author} assigned ${name || `${count} documentations`} to you${day && `, to review by ${day}`}`,
  },
  sv: {
    FILES_CAME: ({ name, count }) =>
      `${count === 1 ? "En fil har" : `${count} filer har`} kommit in till ${name} via din länk`,
    UPLOAD_HANGS: ({ name }) => `Några foton eller filer i ${name} saknas eller har avvisats`,
    EXPORT_FAILED: ({ name, to }) => `Exporten av ${name} till ${to} misslyckades`,
    EXPORT_READY: ({ name, to }) => `Exporten av ${name} är klar: ${to}`,
    SENT_BACK: ({ name, reason }) => `${name} har skickats tillbaka till dig${reason && `: ${reason}`}`,
    RETAKEN: ({ name }) => `Det du skickade tillbaka i ${name} har åtgärdats`,
    MENTIONED: ({ name, author, text }) => `${author} nämnde dig om ${name}: ${text}`,
    REPLIED: ({ name, author, text }) => `${author} skrev i en tråd om ${name}: ${text}`,
    RETAKE_LATE: ({ name }) => `Det du skickade tillbaka i ${name} har inte besvarats i tid`,
    ASSIGNED: ({ name, author, count, day }) =>
      `${author} har tilldelat dig ${name || `${count} dokumentationer`}${day && `, att granska senast ${day}`}`,
  },
};

const createLine = (language: Language, { kind, documentationName, params }: MailNotice): string =>
  lineTexts[language][kind]({
    name: safeDisplayName(documentationName ?? ""),
    to: safeDisplayName(params.to ?? ""),
    count: Number(params.count ?? 1),
    reason: safeDisplayName(params.reason ?? ""),
    author: safeDisplayName(params.by ?? ""),
    text: safeDisplayName(params.text ?? ""),
    day: params.day ?? "",
  });

/** The daily mail: the notices that the reader has not read in the console. */
export function createNoticesMail(
  { language, name }: { language: Language; name: string },
  { notices, url, profileUrl }: { notices: readonly MailNotice[]; url: string; profileUrl: string },
): MailContent {
  const count = notices.length;
  const items = notices.map((notice) => createLine(language, notice));
  return language === "sv"
    ? {
        language,
        subject: count === 1 ? "En avisering i Siteproof" : `${count} aviseringar i Siteproof`,
        greeting: `Hej ${name},`,
        paragraphs: [],
        lists: [{ title: "Det här har hänt sedan du senast tittade:", items }],
        button: { label: "Öppna Siteproof", url },
        note: `Du får högst ett sådant mejl om dagen, på morgonen, och bara när du har olästa aviseringar. Stäng av det i din profil: ${profileUrl}`,
      }
    : {
        language,
        subject: count === 1 ? "One notification in Siteproof" : `${count} notifications in Siteproof`,
        greeting: `Hello ${name},`,
        paragraphs: [],
        lists: [{ title: "Since you last looked:", items }],
        button: { label: "Open Siteproof", url },
        note: `You get at most one email like this a day, in the morning, and only when you have unread notifications. Turn it off in your profile: ${profileUrl}`,
      };
}
