import { embedManifest } from "#worker/export/documents/manifestPart.ts";
import { createDeflatedPart, createOfficePackage } from "#worker/export/documents/officePackage.ts";
import type { ExportPlan } from "#worker/export/exportPlanTypes.ts";
import { xmlDeclaration } from "#worker/export/ooxml.ts";
import type { Segment } from "#worker/export/segments.ts";
import { addDiscussionSection } from "../discussionSection.ts";
import type { DocumentMetadata } from "../documentMetadata.ts";
import type { VolumePhoto } from "../layoutVolumes.ts";
import { addMissingSection } from "../missingSection.ts";
import { PackagePictures } from "../packagePictures.ts";
import { flowPage } from "../pageMetrics.ts";
import type { RenderTree } from "../renderTree.ts";
import type { LayoutNodeDrawer } from "../resolve/drawNode.ts";
import type { Scope } from "../resolve/resolveScope.ts";
import { WordBookmarks } from "../word/wordBookmarks.ts";
import { flowXml } from "../word/wordLayoutFlow.ts";
import { DocumentPictures, PartPictures } from "../word/wordPictures.ts";
import { minSeparatorMm, runsXml, separatorXml } from "../word/wordText.ts";
import {
  addDefaultType,
  addRelationships,
  findFreeName,
  prepareParts,
  setCoreProperties,
} from "./filledPackage.ts";
import { ProgramFiller } from "./fillProgram.ts";
import type { OfficeFile } from "./officeFile.ts";
import { attributeOf, descendantsOf } from "./officeXml.ts";
import { stylesOf } from "./wordOutline.ts";
import { photoDrawingXml } from "./wordPhoto.ts";
import { compileStory, isParagraphLast, type WordTemplate } from "./wordTemplate.ts";

/** The content that an uploaded file is filled with. */
export interface FillInput {
  drawer: LayoutNodeDrawer;
  scope: Scope;
  plan: ExportPlan;
  tree: Pick<RenderTree, "title" | "locale">;
  /** Made once the photos are known. */
  createMetadata(photos: readonly VolumePhoto[]): DocumentMetadata;
}

/** Fills in a Word file: parts with tags are rewritten, all others are copied unchanged. */
export function fillWord(file: OfficeFile, template: WordTemplate, input: FillInput): Segment[] {
  const { drawer, scope, plan, tree } = input;
  const parts = prepareParts(file);
  const media = new PackagePictures(findFreeName(parts, "word/media/photos"));
  const photos = new Map<string, VolumePhoto>();
  let drawingCount = 0;
  for (const story of template.stories) {
    const program = compileStory(story, template.nodes);
    const relationships = addRelationships(parts, story.part);
    const filler = new ProgramFiller(drawer, {
      text: runsXml,
      picture(picture, indexedPhoto) {
        const drawn = drawer.photo(picture.node, indexedPhoto);
        photos.set(`${drawn.photo.id} ${drawn.variant}`, { photo: drawn.photo, variant: drawn.variant });
        const name = media.addPhoto(drawn.photo[drawn.variant]);
        drawingCount++;
        return photoDrawingXml(picture, drawn, { relation: relationships.idOf(name), number: drawingCount });
      },
      nextDrawingNumber: () => ++drawingCount,
      appendix: () => createAppendix(tree, plan, file),
      isParagraphLast,
      filler: "<w:p/>",
      tableSeparator: separatorXml(minSeparatorMm),
    });
    parts.set(story.part, createDeflatedPart(story.part, withDeclaration(filler.fill(program, scope))));
    relationships.write(media.folder);
  }
  media.addTo(parts);
  addDefaultType(parts, "jpeg", "image/jpeg");
  const metadata = input.createMetadata([...photos.values()]);
  setCoreProperties(parts, metadata, tree.locale);
  embedManifest(parts, file.main, metadata.manifest);
  return createOfficePackage(parts, metadata.modified);
}

function* withDeclaration(chunks: Iterable<string>): Generator<string> {
  yield xmlDeclaration;
  yield* chunks;
}

/** The discussion if it is included, and what is missing, on new pages after the text; empty without either. */
function* createAppendix(
  { title, locale }: Pick<RenderTree, "title" | "locale">,
  plan: ExportPlan,
  file: OfficeFile,
): Generator<string> {
  const empty = { type: "WORD", title, locale, header: [], footer: [], blocks: [] } as const;
  const tree = addMissingSection(addDiscussionSection(empty, plan), plan);
  if (tree === empty || tree.type !== "WORD") return;
  yield separatorXml(minSeparatorMm, { pageBreakBefore: true });
  const section = {
    properties: "",
    space: {
      width: flowPage.textWidth,
      height: flowPage.height - 2 * flowPage.margin,
      pictures: new PartPictures(new DocumentPictures()),
      bookmarks: new WordBookmarks(findLastBookmarkId(file)),
      headingStyleOf: (level: number) => stylesOf(file).headingIdOf(level),
    },
  };
  yield* flowXml(tree.blocks, { portrait: section, landscape: section });
}

/** 0 without bookmarks. */
const findLastBookmarkId = ({ trees }: OfficeFile): number => {
  let last = 0;
  for (const tree of trees.values())
    for (const element of descendantsOf(tree))
      if (element.name === "w:bookmarkStart")
        last = Math.max(last, Number(attributeOf(element, "w:id")) || 0);
  return last;
};
