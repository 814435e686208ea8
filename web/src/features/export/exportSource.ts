import type { z } from "zod";
import { call } from "#api/client.ts";
import type { DocumentationStatus } from "#domain/core/documentationTypes.ts";
import type { FileRow, PhotoRow } from "#domain/endpoints/documentation/details.ts";
import {
  findExportEventsByDocumentationId,
  findExportEventsByDocumentationName,
} from "#domain/endpoints/documentation/groups.ts";
import {
  getComparisonExportOptions,
  getExportOptions,
  manualExport,
  manualExportComparison,
  planExport,
  planExportComparison,
} from "#domain/endpoints/exports/manualExport.ts";
import { getLanguage } from "#i18n/language.ts";

/** The source of an export: a documentation, or the photos selected in a comparison. */
export type ExportSource =
  | {
      kind: "documentation";
      id: string;
      name: string;
      templateId: string;
      status: DocumentationStatus;
      photos: readonly PhotoRow[];
      /** Undefined if the user cannot read files: then all are sent. */
      files: readonly FileRow[] | undefined;
      hasThreads: boolean;
    }
  | {
      kind: "comparison";
      name: string;
      customerId: number;
      photoIds: readonly string[];
      /** Whether any of the photos has markup. */
      hasMarkup: boolean;
    };

/** The user's request. Null means all. */
export interface ExportRequest {
  destinations: readonly string[];
  photoIds: readonly string[] | null;
  fileIds: readonly string[] | null;
  params: Readonly<Record<string, string>>;
  /** Whether photos include their markup. */
  markup: boolean;
  /** Whether the discussion is included. */
  threads: boolean;
}

type ExternalFiles = NonNullable<z.input<NonNullable<typeof manualExport.body>>["externalFiles"]>;

const createCommonFields = ({ destinations, params, markup }: ExportRequest) => ({
  templateExportConfigurationIds: [...destinations],
  params: { ...params },
  language: getLanguage(),
  ...(!markup && { markup }),
});

const copyIds = (ids: readonly string[] | null) => ids && [...ids];

const documentationBody = (id: string, request: ExportRequest) => ({
  ...createCommonFields(request),
  documentationId: id,
  photoIds: copyIds(request.photoIds),
  fileIds: copyIds(request.fileIds),
  ...(request.threads && { threads: true }),
});

const comparisonBody = (
  { name, customerId, photoIds }: Extract<ExportSource, { kind: "comparison" }>,
  request: ExportRequest,
) => ({ ...createCommonFields(request), documentationName: name, customerId, photoIds: [...photoIds] });

/** The part of the query keys that identifies the source. */
export const sourceKeyOf = (source: ExportSource) =>
  source.kind === "documentation"
    ? ["documentation", source.id]
    : ["comparison", source.customerId, source.name];

export const fetchExportOptions = (source: ExportSource, signal: AbortSignal) =>
  source.kind === "documentation"
    ? call(getExportOptions, { params: { id: source.id }, signal })
    : call(getComparisonExportOptions, {
        params: { name: source.name },
        query: { customerId: source.customerId },
        signal,
      });

export const fetchExportPlan = (source: ExportSource, request: ExportRequest, signal: AbortSignal) =>
  source.kind === "documentation"
    ? call(planExport, { body: documentationBody(source.id, request), signal })
    : call(planExportComparison, { body: comparisonBody(source, request), signal });

export const startExport = (source: ExportSource, request: ExportRequest, externalFiles: ExternalFiles) =>
  source.kind === "documentation"
    ? call(manualExport, { body: { ...documentationBody(source.id, request), externalFiles } })
    : call(manualExportComparison, { body: { ...comparisonBody(source, request), externalFiles } });

export const fetchExportEvents = async (source: ExportSource, signal: AbortSignal) =>
  source.kind === "documentation"
    ? (await call(findExportEventsByDocumentationId, { params: { id: source.id }, signal })).items
    : (
        await call(findExportEventsByDocumentationName, {
          params: { name: source.name },
          query: { customerId: source.customerId },
          signal,
        })
      ).items;
