import type { Language } from "#domain/core/language.ts";
import { unlinked } from "#domain/core/text/unlinked.ts";

/** The content of a mail, from which both its text and its HTML are rendered. */
export interface MailContent {
  language: Language;
  subject: string;
  /** Absent if the reader is not known. */
  greeting?: string;
  /** What staff wrote into a setting, addresses included. Stands before the paragraphs. */
  body?: readonly string[];
  /** Line breaks within a paragraph are kept. Addresses in them are not clickable: they may come from names. */
  paragraphs: readonly string[];
  /** Below the paragraphs. */
  lists?: readonly { title: string; items: readonly string[] }[];
  /** Shown large, for typing it elsewhere. */
  code?: string;
  button?: { label: string; url: string };
  /** Small print: what to do if the reader did not ask for this mail. */
  note: string;
}

export function renderText({
  greeting,
  body = [],
  paragraphs,
  lists = [],
  code,
  button,
  note,
}: MailContent): string {
  const parts = [
    greeting && unlinked(greeting),
    ...body,
    ...paragraphs.map(unlinked),
    ...lists.map(({ title, items }) => unlinked([title, ...items.map((item) => `- ${item}`)].join("\n"))),
    code,
    button && `${button.label}:\n${button.url}`,
    unlinked(note),
    "—\nSiteproof",
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character]!);

const font = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Helvetica,Arial,sans-serif";

/** Uses tables and inline styles, because mail programs support little else. Loads nothing. */
export function renderHtml({
  language,
  subject,
  greeting,
  body = [],
  paragraphs,
  lists = [],
  code,
  button,
  note,
}: MailContent): string {
  const text = "font-size:16px;line-height:24px;color:#1f2328";
  const paragraph = (lines: string) =>
    `<p style="margin:0 0 16px;${text}">${escaped(lines).replaceAll("\n", "<br>")}</p>`;
  const list = ({ title, items }: NonNullable<MailContent["lists"]>[number]) =>
    `<p style="margin:0 0 4px;font-weight:600;${text}">${escaped(unlinked(title))}</p><ul style="margin:0 0 16px;padding:0 0 0 20px;${text};word-break:break-word">${items.map((item) => `<li>${escaped(unlinked(item))}</li>`).join("")}</ul>`;
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escaped(subject)}</title></head>
<body style="margin:0;background:#f6f8fa;${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #d1d9e0;border-radius:12px">
<tr><td style="padding:24px 32px 0;font-size:18px;font-weight:600;color:#1f2328">Siteproof</td></tr>
<tr><td style="padding:24px 32px 8px">
${greeting ? paragraph(unlinked(greeting)) : ""}
${[...body, ...paragraphs.map(unlinked)].map(paragraph).join("\n")}
${lists.map(list).join("\n")}
${code ? `<p style="margin:0 0 16px;padding:16px;background:#f6f8fa;border-radius:6px;font:600 28px/36px ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px;text-align:center;color:#1f2328">${escaped(code)}</p>` : ""}
${button ? `<p style="margin:0 0 24px"><a href="${escaped(button.url)}" style="display:inline-block;padding:10px 20px;background:#1f883d;border-radius:6px;font-size:16px;font-weight:600;color:#ffffff;text-decoration:none">${escaped(button.label)}</a></p><p style="margin:0 0 16px;font-size:13px;line-height:20px;color:#59636e;word-break:break-all">${escaped(button.url)}</p>` : ""}
</td></tr>
<tr><td style="padding:16px 32px 24px;border-top:1px solid #d1d9e0;font-size:13px;line-height:20px;color:#59636e">${escaped(unlinked(note))}</td></tr>
</table></td></tr></table>
</body></html>
`;
}
