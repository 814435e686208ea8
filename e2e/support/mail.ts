import { inject } from "vitest";

export interface Mail {
  to: string[];
  subject: string;
  text: string;
  html: string;
}

interface Listed {
  messageId: string;
  to: string[];
  sentAt: string;
}

async function explorer<T>(query: Record<string, string>): Promise<T> {
  const url = new URL("/cdn-cgi/local/explorer/api/local/email/sending", inject("baseUrl"));
  url.search = String(new URLSearchParams({ worker: "siteproof-api", ...query }));
  return ((await (await fetch(url)).json()) as { result: T }).result;
}

/** The newest mail to an address since an instant; waits for it, because mails go through a queue. */
export async function mailTo(address: string, after: Date, patience = 30_000): Promise<Mail> {
  for (const deadline = Date.now() + patience; Date.now() < deadline; ) {
    const mails = await explorer<Listed[]>({ per_page: "100" });
    const found = mails
      .filter(({ to, sentAt }) => to.includes(address) && new Date(sentAt) >= after)
      .sort((a, b) => b.sentAt.localeCompare(a.sentAt))[0];
    if (found) return explorer<Mail>({ email_id: found.messageId.replace(/^<|>$/g, "") });
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  throw new Error(`no mail to ${address} since ${after.toISOString()}`);
}

export const codeIn = ({ text }: Mail): string => /\b\d{6}\b/.exec(text)?.[0] ?? "";
export const linkIn = ({ text }: Mail): string => /https?:\/\/\S+/.exec(text)?.[0] ?? "";
