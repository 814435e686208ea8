import { isInstant } from "../../../domain/fields";
import type { DocumentModel } from "./model";
import { oneLine, xmlEscape } from "./xml";

/**
 * docProps/core.xml, in place of the libraries' own, which contain the time of writing, and so differ each time, and lack the language.
 */
export function coreProperties(model: DocumentModel): string {
  const text = (element: string, value: string) =>
    value === "" ? "" : `<${element}>${xmlEscape(oneLine(value))}</${element}>`;
  const instant = (element: string, value: string) =>
    isInstant(value) ? `<${element} xsi:type="dcterms:W3CDTF">${value}</${element}>` : "";
  return [
    '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n',
    '<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"',
    ' xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/"',
    ' xmlns:dcmitype="http://purl.org/dc/dcmitype/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">',
    text("dc:title", model.title),
    text("dc:subject", `${model.overline}: ${model.documentation.templateName}`),
    text("dc:creator", model.documentation.creator),
    text("cp:keywords", model.documentation.tags.join(", ")),
    text("dc:language", model.texts.locale),
    text("cp:lastModifiedBy", model.documentation.creator),
    instant("dcterms:created", model.documentation.dateCreated),
    instant("dcterms:modified", model.asOf),
    "</cp:coreProperties>",
  ].join("");
}
