/* Constants of Office Open XML (ECMA-376), which Word, Excel and PowerPoint files share. */

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const schemas = "http://schemas.openxmlformats.org";

/** XML namespaces; `relationship` is also the start of every relationship's type. */
export const namespace = {
  contentTypes: `${schemas}/package/2006/content-types`,
  coreProperties: `${schemas}/package/2006/metadata/core-properties`,
  customXml: `${schemas}/officeDocument/2006/customXml`,
  drawing: `${schemas}/drawingml/2006/main`,
  extendedProperties: `${schemas}/officeDocument/2006/extended-properties`,
  packageRelationships: `${schemas}/package/2006/relationships`,
  picture: `${schemas}/drawingml/2006/picture`,
  presentation: `${schemas}/presentationml/2006/main`,
  relationship: `${schemas}/officeDocument/2006/relationships`,
  spreadsheet: `${schemas}/spreadsheetml/2006/main`,
  spreadsheetDrawing: `${schemas}/drawingml/2006/spreadsheetDrawing`,
  table: `${schemas}/drawingml/2006/table`,
} as const;

/** The core properties are a part of the package: their relationship's type is unlike the others. */
export const corePropertiesRelationship = `${schemas}/package/2006/relationships/metadata/core-properties`;

/** docProps/app.xml. `extraXml` is inserted between the application's name and the company. */
export const appPropertiesXml = (
  application: string,
  company: string,
  version: string,
  extraXml: string,
): string =>
  `${xmlDeclaration}<Properties xmlns="${namespace.extendedProperties}"><Application>${application}</Application>${extraXml}<Company>${company}</Company><AppVersion>${version}</AppVersion></Properties>`;

/** Marks a picture as decorative, so that screen readers skip it. */
export const decorative = `<a:extLst xmlns:a="${namespace.drawing}"><a:ext uri="{C183D7F6-B498-43B3-948B-1728B52AA6E4}"><adec:decorative xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative" val="1"/></a:ext></a:extLst>`;

/** English metric units, the lengths of DrawingML. A pixel is 1/96 inch. */
export const emuPerInch = 914_400;
export const emuPerMillimetre = 36_000;
export const emuPerPoint = 12_700;
export const emuPerPixel = 9525;
