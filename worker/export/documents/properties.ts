import { isInstant } from "#domain/core/fields.ts";
import { namespace, xmlDeclaration } from "#worker/export/ooxml.ts";
import { escapeXml, toSingleLine } from "./xml.ts";

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

/**
 * docProps/core.xml, which replaces those of the libraries: they contain the time of writing, which differs every time, and lack
 * the language.
 */
export function corePropertiesXml(properties: Partial<Properties>): string {
  const createTextElement = (element: string, value = "") =>
    value === "" ? "" : `<${element}>${escapeXml(toSingleLine(value))}</${element}>`;
  const createInstantElement = (element: string, value = "") =>
    isInstant(value) ? `<${element} xsi:type="dcterms:W3CDTF">${value}</${element}>` : "";
  return [
    xmlDeclaration,
    `<cp:coreProperties xmlns:cp="${namespace.coreProperties}"`,
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"',
    ' xmlns:dcmitype="http://purl.org/dc/dcmitype/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
    createTextElement("dc:title", properties.title),
    createTextElement("dc:subject", properties.subject),
    createTextElement("dc:creator", properties.creator),
    createTextElement("cp:keywords", properties.keywords),
    createTextElement("dc:language", properties.language),
    createTextElement("cp:lastModifiedBy", properties.creator),
    createInstantElement("dcterms:created", properties.created),
    createInstantElement("dcterms:modified", properties.modified),
    "</cp:coreProperties>",
  ].join("");
}
