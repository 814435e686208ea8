import { isInstant } from "#domain/core/fields.ts";
import { namespace, xmlDeclaration } from "#worker/export/ooxml.ts";
import type { DocumentModel } from "./model.ts";
import { oneLine, xmlEscape } from "./xml.ts";

/** Document properties for file lists and screen readers; empty ones are left out. */
export interface Properties {
  title: string;
  subject: string;
  creator: string;
  keywords: string;
  /** A language tag. */
  language: string;
  /** Instants. */
  created: string;
  modified: string;
}

export const propertiesOf = ({ title, overline, documentation, texts, asOf }: DocumentModel): Properties => ({
  title,
  subject: `${overline}: ${documentation.templateName}`,
  creator: documentation.creator,
  keywords: documentation.tags.join(", "),
  language: texts.locale,
  created: documentation.dateCreated,
  modified: asOf,
});

/**
 * docProps/core.xml, which replaces those of the libraries: they contain the time of writing, which differs every time, and lack
 * the language.
 */
export function coreProperties(properties: Partial<Properties>): string {
  const text = (element: string, value = "") =>
    value === "" ? "" : `<${element}>${xmlEscape(oneLine(value))}</${element}>`;
  const instant = (element: string, value = "") =>
    isInstant(value) ? `<${element} xsi:type="dcterms:W3CDTF">${value}</${element}>` : "";
  return [
    xmlDeclaration,
    `<cp:coreProperties xmlns:cp="${namespace.coreProperties}"`,
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"',
    ' xmlns:dcmitype="http://purl.org/dc/dcmitype/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
    text("dc:title", properties.title),
    text("dc:subject", properties.subject),
    text("dc:creator", properties.creator),
    text("cp:keywords", properties.keywords),
    text("dc:language", properties.language),
    text("cp:lastModifiedBy", properties.creator),
    instant("dcterms:created", properties.created),
    instant("dcterms:modified", properties.modified),
    "</cp:coreProperties>",
  ].join("");
}
