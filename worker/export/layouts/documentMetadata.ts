import { zipDate } from "../dates.ts";
import type { Properties } from "../documents/properties.ts";
import type { ExportPlan } from "../exportPlanTypes.ts";
import type { RenderTree } from "./renderTree.ts";

/** Metadata that a renderer adds to a document. */
export interface DocumentMetadata {
  /** JSON list of the document's contents and of missing items, embedded so that programs can check the document. */
  manifest: string;
  /** DOS time of the document and the files in its package. It comes from the state, not the clock: the same state gives the same bytes (export/dates.ts, zipDate). */
  modified: number;
  title: string;
  customerName: string;
  subject: string;
  keywords: string;
  creator: string;
  /** Instants: when the documentation was created, and when its state last changed; "" if unknown. */
  created: string;
  asOf: string;
}

export const createMetadata = (
  { title }: Pick<RenderTree, "title">,
  { asOf, documentation: { customerName, templateName, creator, dateCreated, tags } }: ExportPlan,
  manifest: string,
): DocumentMetadata => ({
  ...{ manifest, modified: zipDate(asOf), title, customerName, creator, created: dateCreated, asOf },
  ...{ subject: templateName, keywords: tags.join(", ") },
});

/** The core properties of an Office document of a layout. */
export const layoutProperties = (
  { title, subject, creator, keywords, created, asOf }: DocumentMetadata,
  locale: string,
): Properties => ({ title, subject, creator, keywords, language: locale, created, modified: asOf });
