import { appPropertiesXml, namespace } from "#worker/export/ooxml.ts";
import type { DocumentModel } from "./model.ts";
import { type Part, partsOf, setXml, xmlOf } from "./officePackage.ts";
import type { DeckSlide } from "./powerpointDeck.ts";
import { corePropertiesXml, type Properties, propertiesOf } from "./properties.ts";
import { escapeXml } from "./xml.ts";
import { XmlTemplate } from "./xmlTemplate.ts";

const slideType = "application/vnd.openxmlformats-officedocument.presentationml.slide+xml";

/** The parts of the presentation: the library's, with its slides replaced by the displayed ones. */
export function presentationParts(
  skeleton: Uint8Array,
  slides: readonly DeckSlide[],
  model: DocumentModel,
): Map<string, Part> {
  const allParts = partsOf(skeleton);
  const parts = partsWithoutSlides(allParts, model.texts.locale);
  addSlides(parts, allParts, slides, model.texts.locale);
  finishPresentation(parts, slides.length, model.documentation.customerName, propertiesOf(model));
  return parts;
}

/**
 * The library's parts without its slides, in the given language. The empty notes pages that pptxgenjs adds to every slide are
 * left out too.
 */
export function partsWithoutSlides(allParts: ReadonlyMap<string, Part>, locale: string): Map<string, Part> {
  const layoutMedia = listLayoutMedia(allParts);
  const parts = new Map(
    [...allParts].filter(
      ([name]) => layoutMedia.has(name) || !/^ppt\/(slides|notesSlides|media)\//.test(name),
    ),
  );
  for (const [name] of parts) {
    if (name.startsWith("ppt/slideLayouts/slideLayout")) {
      setXml(parts, name, withUniqueIds(setLanguage(xmlOf(parts, name), locale)));
    }
  }
  return parts;
}

/** The pictures on slide layouts. */
function listLayoutMedia(parts: ReadonlyMap<string, Part>): ReadonlySet<string> {
  const relations = [...parts.keys()].filter((name) => name.startsWith("ppt/slideLayouts/_rels/"));
  return new Set(
    relations.flatMap((name) =>
      [...xmlOf(parts, name).matchAll(/Target="\.\.\/(media\/[^"]*)"/g)].map(([, target]) => `ppt/${target}`),
    ),
  );
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

function addSlides(
  parts: Map<string, Part>,
  allParts: ReadonlyMap<string, Part>,
  slides: readonly DeckSlide[],
  locale: string,
): void {
  const templates = new Map<number, XmlTemplate>();
  const getTemplate = (number: number) => {
    const template = templates.get(number) ?? new XmlTemplate(slideXml(number));
    templates.set(number, template);
    return template;
  };
  const slideXml = (number: number) =>
    withUniqueIds(setLanguage(xmlOf(allParts, `ppt/slides/slide${number}.xml`), locale));
  slides.forEach(({ drawnNumber: number, photos }, index) => {
    const slideNumber = index + 1;
    const relations = slideRelationsXml(allParts, number);
    const slide = `ppt/slides/slide${slideNumber}.xml`;
    const slideRelations = `ppt/slides/_rels/slide${slideNumber}.xml.rels`;
    if (photos) {
      const { values, objects } = photos;
      const mediaOf = (index: number) =>
        objects.length === 1 ? `media/photo${slideNumber}.jpeg` : `media/photo${slideNumber}-${index}.jpeg`;
      setXml(
        parts,
        slide,
        setSlideNumber(withLineBreaks(getTemplate(number).fill(values, escapeXml)), slideNumber),
      );
      // The library numbers the pictures of a slide from 1, in the order they were drawn.
      const renumberedRelations = relations.replace(/media\/[^"]*?-(\d+)\.jpeg/g, (_, number: string) =>
        mediaOf(Number(number)),
      );
      setXml(parts, slideRelations, renumberedRelations);
      for (const [index, photo] of objects.entries()) {
        const name = `ppt/${mediaOf(index + 1)}`;
        parts.set(name, { name, photo });
      }
    } else {
      // Used unchanged and not as a template, because texts of users may look like a placeholder.
      setXml(parts, slide, setSlideNumber(slideXml(number), slideNumber));
      setXml(parts, slideRelations, relations);
    }
  });
}

/** Numbers the shapes of a slide: pptxgenjs gives pictures and placeholders ids that other shapes have. */
function withUniqueIds(slide: string): string {
  let id = 0;
  return slide.replace(/(<p:cNvPr id=")\d+/g, (_, start: string) => `${start}${++id}`);
}

/** Line breaks of filled-in texts: each line becomes a separate run. */
const withLineBreaks = (slide: string): string =>
  slide
    .split(runStart)
    .map((piece, index) => {
      const end = index === 0 ? -1 : piece.indexOf("</a:r>");
      const text = piece.lastIndexOf("<a:t>", end);
      if (end < 0 || text < 0 || !piece.slice(0, end).includes("\n")) return piece;
      const properties = piece.slice(0, text);
      return (
        piece
          .slice(0, end)
          .replaceAll("\n", `</a:t></a:r><a:br>${properties}</a:br>${runStart}${properties}<a:t>`) +
        piece.slice(end)
      );
    })
    .join(runStart);

const runStart = "<a:r>";

/** Sets the number of the slide: not every reader recalculates it. */
const setSlideNumber = (slide: string, slideNumber: number): string =>
  slide.replace(
    /(<a:fld\b[^>]*type="slidenum"[^>]*>(?:<a:rPr[^>]*\/>)?<a:t>)\d*(?=<\/a:t>)/g,
    `$1${slideNumber}`,
  );

/** The relationships of a slide drawn by the library, except to its notes. */
export const slideRelationsXml = (parts: ReadonlyMap<string, Part>, number: number): string =>
  xmlOf(parts, `ppt/slides/_rels/slide${number}.xml.rels`).replace(
    /<Relationship\b[^>]*\/notesSlide"[^>]*\/>/,
    "",
  );

/** Lists the slides in all parts that do so. */
function declareSlides(parts: Map<string, Part>, count: number): void {
  const xmlPerSlide = (entry: (slideNumber: number) => string) =>
    Array.from({ length: count }, (_, index) => entry(index + 1)).join("");
  const contentTypes = xmlOf(parts, "[Content_Types].xml").replace(
    /<Override\b[^>]*"\/ppt\/slides\/[^>]*\/>/g,
    "",
  );
  const overrides = xmlPerSlide(
    (number) => `<Override PartName="/ppt/slides/slide${number}.xml" ContentType="${slideType}"/>`,
  );
  setXml(
    parts,
    "[Content_Types].xml",
    contentTypes.replace("</Types>", () => `${overrides}</Types>`),
  );

  const relations = xmlOf(parts, "ppt/_rels/presentation.xml.rels").replace(
    /<Relationship\b[^>]*relationships\/slide"[^>]*\/>/g,
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
    // The schema has the notes master before the slides; pptxgenjs writes it after them.
    xmlOf(parts, "ppt/presentation.xml").replace(
      /<p:sldIdLst>.*?<\/p:sldIdLst>(<p:notesMasterIdLst>.*?<\/p:notesMasterIdLst>)?/s,
      (_, notesMaster = "") => `${notesMaster}<p:sldIdLst>${slideIds}</p:sldIdLst>`,
    ),
  );
}

/** pptxgenjs accepts a language for each text, but leaves American English at paragraph ends and on layouts. */
function setLanguage(xml: string, locale: string): string {
  return xml.replaceAll(' lang="en-US"', ` lang="${locale}"`);
}
