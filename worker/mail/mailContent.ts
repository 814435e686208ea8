import type { Language } from "#domain/core/language.ts";
import { preventAutoLinks } from "#domain/core/text/preventAutoLinks.ts";

/** The content of a mail, from which both its text and its HTML are rendered. */
export interface MailContent {
  language: Language;
  subject: string;
  /** Absent if the reader is not known. */
  greeting?: string;
  /** Text that staff entered in a setting; its addresses are clickable. Shown before the paragraphs. */
  body?: readonly string[];
  /** Line breaks within a paragraph are kept. Addresses in them are not clickable: they may come from names. */
  paragraphs: readonly string[];
  /** Below the paragraphs. */
  lists?: readonly { title: string; items: readonly string[] }[];
  /** Shown in large type, because the reader types it elsewhere. */
  code?: string;
  button?: { label: string; url: string };
  /** Small print: what to do if the reader did not request this mail. */
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
    greeting && preventAutoLinks(greeting),
    ...body,
    ...paragraphs.map(preventAutoLinks),
    ...lists.map(({ title, items }) =>
      preventAutoLinks([title, ...items.map((item) => `- ${item}`)].join("\n")),
    ),
    code,
    button && `${button.label}:\n${button.url}`,
    preventAutoLinks(note),
    "—\nSiteproof",
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

const htmlEscapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => htmlEscapes[character]!);

const fontStyle = "font-family:-apple-system,BlinkMacSystemFont,'Segoe UI',Helvetica,Arial,sans-serif";

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
  const textStyle = "font-size:16px;line-height:24px;color:#1f2328";
  const renderParagraph = (paragraphText: string) =>
    `<p style="margin:0 0 16px;${textStyle}">${escapeHtml(paragraphText).replaceAll("\n", "<br>")}</p>`;
  const renderList = ({ title, items }: NonNullable<MailContent["lists"]>[number]) =>
    `<p style="margin:0 0 4px;font-weight:600;${textStyle}">${escapeHtml(preventAutoLinks(title))}</p><ul style="margin:0 0 16px;padding:0 0 0 20px;${textStyle};word-break:break-word">${items.map((item) => `<li>${escapeHtml(preventAutoLinks(item))}</li>`).join("")}</ul>`;
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f6f8fa;${fontStyle}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #d1d9e0;border-radius:12px">
<tr><td style="padding:24px 32px 0;font-size:18px;font-weight:600;color:#1f2328">Siteproof</td></tr>
<tr><td style="padding:24px 32px 8px">
${greeting ? renderParagraph(preventAutoLinks(greeting)) : ""}
${[...body, ...paragraphs.map(preventAutoLinks)].map(renderParagraph).join("\n")}
${lists.map(renderList).join("\n")}
${code ? `<p style="margin:0 0 16px;padding:16px;background:#f6f8fa;border-radius:6px;font:600 28px/36px ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px;text-align:center;color:#1f2328">${escapeHtml(code)}</p>` : ""}
${button ? `<p style="margin:0 0 24px"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:10px 20px;background:#1f883d;border-radius:6px;font-size:16px;font-weight:600;color:#ffffff;text-decoration:none">${escapeHtml(button.label)}</a></p><p style="margin:0 0 16px;font-size:13px;line-height:20px;color:#59636e;word-break:break-all">${escapeHtml(button.url)}</p>` : ""}
</td></tr>
<tr><td style="padding:16px 32px 24px;border-top:1px solid #d1d9e0;font-size:13px;line-height:20px;color:#59636e">${escapeHtml(preventAutoLinks(note))}</td></tr>
</table></td></tr></table>
</body></html>
`;
}
