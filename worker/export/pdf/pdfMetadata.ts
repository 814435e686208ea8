import { escapeXml } from "../documents/xml.ts";

export interface DocumentInfo {
  title: string;
  creator: string;
  /** A language tag: "sv-SE". */
  locale: string;
  /** DOS date and time, as in dates.ts. */
  modified: number;
}

const twoDigits = (value: number): string => String(value).padStart(2, "0");

function splitDosDate(modified: number) {
  const date = modified >>> 16;
  const time = modified & 0xffff;
  return {
    year: String((date >> 9) + 1980),
    month: twoDigits((date >> 5) & 15),
    day: twoDigits(date & 31),
    hour: twoDigits(time >> 11),
    minute: twoDigits((time >> 5) & 63),
    second: twoDigits((time & 31) * 2),
  };
}

/** "(D:20260504133700)": local time without a time zone, as in Office packages. */
export function formatPdfDate(modified: number): string {
  const { year, month, day, hour, minute, second } = splitDosDate(modified);
  return `(D:${year}${month}${day}${hour}${minute}${second})`;
}

/** Metadata that programs read without opening the document, and the claim to be PDF/UA. */
export function createXmp({ title, creator, locale, modified }: DocumentInfo): string {
  const { year, month, day, hour, minute, second } = splitDosDate(modified);
  const date = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(title)}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>${escapeXml(creator)}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>${escapeXml(locale)}</rdf:li></rdf:Bag></dc:language>
<xmp:CreateDate>${date}</xmp:CreateDate>
<xmp:ModifyDate>${date}</xmp:ModifyDate>
<pdf:Producer>Siteproof</pdf:Producer>
<pdfuaid:part>1</pdfuaid:part>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>`;
}
