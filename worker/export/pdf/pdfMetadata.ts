import { formatLocalTimestamp } from "../dates.ts";
import { escapeXml } from "../documents/xml.ts";

export interface DocumentInfo {
  title: string;
  creator: string;
  /** A language tag: "sv-SE". */
  locale: string;
  /** When the content last changed, an instant. If it is invalid, no dates are written. */
  asOf: string;
}

/** "(D:20260504133712+02'00')": local time with its offset; "" for an invalid instant. */
export function formatPdfDate(instant: string): string {
  const [, date = "", hours = "", minutes = ""] =
    /^(.*)\+(\d\d):(\d\d)$/.exec(formatLocalTimestamp(instant)) ?? [];
  return date && `(D:${date.replace(/\D/g, "")}+${hours}'${minutes}')`;
}

/** Metadata that programs read without opening the document, and the claim to be PDF/UA. */
export function createXmp({ title, creator, locale, asOf }: DocumentInfo): string {
  const timestamp = formatLocalTimestamp(asOf);
  const dates =
    timestamp &&
    `\n<xmp:CreateDate>${timestamp}</xmp:CreateDate>\n<xmp:ModifyDate>${timestamp}</xmp:ModifyDate>`;
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>${escapeXml(creator)}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>${escapeXml(locale)}</rdf:li></rdf:Bag></dc:language>${dates}
<pdf:Producer>Siteproof</pdf:Producer>
<pdfuaid:part>1</pdfuaid:part>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;
}
