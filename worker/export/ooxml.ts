/* Constants of Office Open XML (ECMA-376), which Word, Excel and PowerPoint files share. */

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const schemasUrl = "http://schemas.openxmlformats.org";

/** XML namespaces; `relationship` is also the start of every relationship's type. */
export const namespace = {
  contentTypes: `${schemasUrl}/package/2006/content-types`,
  coreProperties: `${schemasUrl}/package/2006/metadata/core-properties`,
  customXml: `${schemasUrl}/officeDocument/2006/customXml`,
  drawing: `${schemasUrl}/drawingml/2006/main`,
  extendedProperties: `${schemasUrl}/officeDocument/2006/extended-properties`,
  packageRelationships: `${schemasUrl}/package/2006/relationships`,
  picture: `${schemasUrl}/drawingml/2006/picture`,
  presentation: `${schemasUrl}/presentationml/2006/main`,
  relationship: `${schemasUrl}/officeDocument/2006/relationships`,
  spreadsheet: `${schemasUrl}/spreadsheetml/2006/main`,
  spreadsheetDrawing: `${schemasUrl}/drawingml/2006/spreadsheetDrawing`,
  table: `${schemasUrl}/drawingml/2006/table`,
  word: `${schemasUrl}/wordprocessingml/2006/main`,
} as const;

/** The core properties belong to the package itself, so the type of their relationship differs from the others. */
export const corePropertiesRelationship = `${schemasUrl}/package/2006/relationships/metadata/core-properties`;

/** docProps/app.xml. `extraXml` is inserted between the application's name and the company. */
export const appPropertiesXml = (
  application: string,
  company: string,
  version: string,
  extraXml: string,
): string =>
  `${xmlDeclaration}<Properties xmlns="${namespace.extendedProperties}"><Application>${application}</Application>${extraXml}<Company>${company}</Company><AppVersion>${version}</AppVersion></Properties>`;

/** Marks a picture as decorative, so that screen readers skip it. */
export const decorativeXml = `<a:extLst xmlns:a="${namespace.drawing}"><a:ext uri="{C183D7F6-B498-43B3-948B-1728B52AA6E4}"><adec:decorative xmlns:adec="http://schemas.microsoft.com/office/drawing/2017/decorative" val="1"/></a:ext></a:extLst>`;

/** English metric units, the lengths of DrawingML. */
export const emuPerMillimetre = 36_000;
export const emuPerPoint = 12_700;
