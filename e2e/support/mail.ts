import { inject } from "vitest";

export interface Mail {
  to: string[];
  subject: string;
  text: string;
  html: string;
}

interface MailSummary {
  messageId: string;
  to: string[];
  sentAt: string;
}

async function explorer<T>(query: Record<string, string>): Promise<T> {
  const url = new URL("/cdn-cgi/local/explorer/api/local/email/sending", inject("baseUrl"));
  url.search = String(new URLSearchParams({ worker: "siteproof-api", ...query }));
  return ((await (await fetch(url)).json()) as { result: T }).result;
}

/**
 * The newest matching mail to an address since an instant. Waits for it, because mails go through a queue, where others may come
 * first.
 */
export async function waitForMail(address: string, sentAfter: Date, pattern = /./): Promise<Mail> {
  for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
    const mails = await explorer<MailSummary[]>({ per_page: "100" });
    const matchingMails = mails
      .filter(({ to, sentAt }) => to.includes(address) && new Date(sentAt) >= sentAfter)
      .sort((a, b) => b.sentAt.localeCompare(a.sentAt));
    for (const { messageId } of matchingMails) {
      const mail = await explorer<Mail>({ email_id: messageId.replace(/^<|>$/g, "") });
      if (pattern.test(mail.text)) return mail;
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error(`no mail with ${pattern} to ${address} since ${sentAfter.toISOString()}`);
}

/** Patterns to look for in a mail: a one-time code, or a link. */
export const [codePattern, linkPattern] = [/\b\d{6}\b/, /https?:\/\/\S+/];
export const codeIn = ({ text }: Mail): string => codePattern.exec(text)?.[0] ?? "";
export const linkIn = ({ text }: Mail): string => linkPattern.exec(text)?.[0] ?? "";
