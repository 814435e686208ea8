import { type Part, setXml, xmlOf } from "#worker/export/documents/officePackage.ts";
import { corePropertiesXml, type Properties } from "#worker/export/documents/properties.ts";
import { escapeXml } from "#worker/export/documents/xml.ts";
import { appPropertiesXml, namespace } from "#worker/export/ooxml.ts";

const slideType = "application/vnd.openxmlformats-officedocument.presentationml.slide+xml";

/**
 * The library's parts without its slide, in the given language. The slide's empty notes page is left out too, and so is its master, which
 * shares the theme of the slides' master: PowerPoint is reported to repair it (PptxGenJS#1443).
 */
export function partsWithoutSlides(allParts: ReadonlyMap<string, Part>, locale: string): Map<string, Part> {
  const parts = new Map(
    [...allParts].filter(([name]) => !/^ppt\/(slides|notesSlides|notesMasters|media)\//.test(name)),
  );
  for (const name of parts.keys())
    if (name.startsWith("ppt/slideLayouts/slideLayout"))
      setXml(parts, name, withUniqueIds(setLanguage(xmlOf(parts, name), locale)));
  return parts;
}

/** Lists the slides (`ppt/slides/slide1.xml` and so on) in all parts that do so, and sets the properties. */
export function finishPresentation(
  parts: Map<string, Part>,
  slides: number,
  company: string,
  properties: Partial<Properties>,
): void {
  declareSlides(parts, slides);
  setXml(parts, "docProps/core.xml", corePropertiesXml(properties));
  setXml(
    parts,
    "docProps/app.xml",
    appPropertiesXml(
      "Microsoft Office PowerPoint",
      escapeXml(company),
      "16.0000",
      `<Slides>${slides}</Slides>`,
    ),
  );
}

/** Numbers the shapes of a slide: pptxgenjs gives pictures and placeholders ids that other shapes have. */
function withUniqueIds(slide: string): string {
  let id = 0;
  return slide.replace(/(<p:cNvPr id=")\d+/g, (_, start: string) => `${start}${++id}`);
}

/** The relationships of the slide drawn by the library, except to its notes. */
export const slideRelationsXml = (parts: ReadonlyMap<string, Part>): string =>
  xmlOf(parts, "ppt/slides/_rels/slide1.xml.rels").replace(/<Relationship\b[^>]*\/notesSlide"[^>]*\/>/, "");

/** Lists the slides in all parts that do so. */
function declareSlides(parts: Map<string, Part>, count: number): void {
  const xmlPerSlide = (entry: (slideNumber: number) => string) =>
    Array.from({ length: count }, (_, index) => entry(index + 1)).join("");
  const contentTypes = xmlOf(parts, "[Content_Types].xml")
    .replace(/<Override\b[^>]*"\/ppt\/slides\/[^>]*\/>/g, "")
    .replaceAll('"image/jpg"', '"image/jpeg"');
  const overrides = xmlPerSlide(
    (number) => `<Override PartName="/ppt/slides/slide${number}.xml" ContentType="${slideType}"/>`,
  );
  setXml(
    parts,
    "[Content_Types].xml",
    contentTypes.replace("</Types>", () => `${overrides}</Types>`),
  );

  const relations = xmlOf(parts, "ppt/_rels/presentation.xml.rels").replace(
    /<Relationship\b[^>]*relationships\/(?:slide|notesMaster)"[^>]*\/>/g,
    "",
  );
  const slides = xmlPerSlide(
    (number) =>
      `<Relationship Id="rIdSlide${number}" Type="${namespace.relationship}/slide" Target="slides/slide${number}.xml"/>`,
  );
  setXml(
    parts,
    "ppt/_rels/presentation.xml.rels",
    relations.replace("</Relationships>", () => `${slides}</Relationships>`),
  );

  // Slide ids start at 256 by the standard.
  const slideIds = xmlPerSlide((number) => `<p:sldId id="${255 + number}" r:id="rIdSlide${number}"/>`);
  setXml(
    parts,
    "ppt/presentation.xml",
    xmlOf(parts, "ppt/presentation.xml").replace(
      /<p:sldIdLst>.*?<\/p:sldIdLst>(?:<p:notesMasterIdLst>.*?<\/p:notesMasterIdLst>)?/s,
      () => `<p:sldIdLst>${slideIds}</p:sldIdLst>`,
    ),
  );
}

/** pptxgenjs accepts a language for each text, but leaves American English at paragraph ends and on layouts. */
function setLanguage(xml: string, locale: string): string {
  return xml.replaceAll(' lang="en-US"', ` lang="${locale}"`);
}
