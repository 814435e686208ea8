import type { z } from "zod";
import { type SessionRecord, sessionRecord } from "#domain/endpoints/account/session.ts";
import {
  type DocumentationTask,
  documentationDetails,
  documentationTask,
  fileRow,
  type PhotoRow,
  photoRow,
} from "#domain/endpoints/documentation/details.ts";
import { documentationListRow } from "#domain/endpoints/documentation/list.ts";
import { type ExportEvent, exportEvent } from "#domain/endpoints/shared/exportEvents.ts";
import { documentationAlias, license } from "#domain/resources/index.ts";

/** Rows parsed by their contracts, so that no test relies on impossible data. */

let lastIdNumber = 0;
export const anId = (): string => {
  lastIdNumber += 1;
  return `00000000-0000-4000-8000-${String(lastIdNumber).padStart(12, "0")}`;
};

export const aSession = (changes: Partial<SessionRecord> = {}): SessionRecord =>
  sessionRecord.parse({
    access_token: "access-1",
    refresh_token: "refresh-1",
    userId: 1,
    username: "staff",
    customerId: 7,
    customerName: "Norrfiber",
    roles: ["ROLE_DOCUMENTATION_READ", "ROLE_FILE_READ"],
    products: ["FORM"],
    exportDocumentTypes: ["PHOTO_POWERPOINT_PRESENTATION", "PHOTO_WORD_DOCUMENT", "PHOTO_EXCEL_WORKBOOK"],
    documentationStatuses: [],
    ...changes,
  });

export const aSuperAdmin = () => aSession({ username: "super", roles: ["ROLE_SUPER_ADMIN"] });

const listRow = {
  customerId: 7,
  customerName: "Norrfiber",
  templateName: "Mast inspection",
  name: "NF-2041 Skellefteå",
  alias: null,
  creator: "Isak R",
  deviceId: "e05c9a77",
  dateCreated: "2026-05-04T09:30:00Z",
  dateUploaded: "2026-05-04T10:00:00Z",
  status: "COMPLETED",
  hidden: false,
  numberOfPhotos: 3,
  uploadedPhotos: 3,
  lat: 64.7681,
  lng: 20.9561,
  deleteAfter: null,
  exportEvents: [],
  waitingFileCount: 0,
};

export const aDocumentation = (changes: Partial<z.input<typeof documentationListRow>> = {}) =>
  documentationListRow.parse({ id: anId(), templateId: anId(), ...listRow, ...changes });

export const someDetails = (changes: Partial<z.input<typeof documentationDetails>> = {}) =>
  documentationDetails.parse({
    id: anId(),
    templateId: anId(),
    ...listRow,
    appVersion: "5.1.3",
    osVersion: "iOS 18.5",
    phoneModel: "iPhone14,5",
    accuracy: null,
    email: null,
    dateDeleted: null,
    numberOfTasks: 0,
    dataSize: 1_210_000,
    licenseId: null,
    customerProducts: [],
    customerStatuses: [],
    exportDocumentTypes: [],
    deletion: null,
    taskFilters: [],
    tags: [],
    linkedDocumentations: [],
    refusedUploads: [],
    openRetakeCount: 0,
    completedWithout: null,
    version: 1,
    ...changes,
  });

export const anExportEvent = (changes: Partial<ExportEvent> = {}): ExportEvent =>
  exportEvent.parse({
    id: anId(),
    documentation: anId(),
    dateCreated: "2026-05-05T10:00:00Z",
    exportConfigurationId: anId(),
    exportConfigurationName: "FTP",
    type: "FTP",
    username: "staff",
    success: true,
    errorStatusCode: null,
    errorMessage: null,
    delivery: null,
    ...changes,
  });

type Precondition = DocumentationTask["preconditions"][number];
export const aPrecondition = (changes: Pick<Precondition, "type" | "params">): Precondition => ({
  id: anId(),
  task: anId(),
  dateCreated: "2026-05-04T09:30:00Z",
  ...changes,
});

export const aTask = (changes: Partial<z.input<typeof documentationTask>> = {}): DocumentationTask =>
  documentationTask.parse({
    id: anId(),
    customerId: 7,
    documentation: anId(),
    parentId: null,
    templateTaskId: null,
    name: "Remark",
    key: null,
    description: null,
    type: "TEXT",
    options: null,
    answer: null,
    required: "NO",
    enabled: true,
    position: 0,
    level: 0,
    size: "normal",
    version: 1,
    params: {},
    dateCreated: "2026-05-04T09:30:00Z",
    preconditions: [],
    events: [],
    referencePhotos: [],
    unexpectedAnswerEvents: [],
    ...changes,
  });

export const aPhoto = (changes: Partial<z.input<typeof photoRow>> = {}): PhotoRow =>
  photoRow.parse({
    id: anId(),
    customerId: 7,
    documentationId: anId(),
    documentationTaskId: null,
    name: "Overview_01",
    alias: null,
    comment: null,
    reviewComment: null,
    rotation: 0,
    derivativeRevision: "made",
    creator: "Isak R",
    lat: 64.7681,
    lng: 20.9561,
    direction: 315,
    imported: false,
    dateCreated: "2026-05-04T09:30:00Z",
    dateSource: "DEVICE",
    dateUploaded: "2026-05-04T10:00:00Z",
    lastUpdated: "2026-05-04T10:00:00Z",
    hasData: true,
    hasOriginalData: true,
    dataSize: 111_290,
    width: 864,
    height: 1152,
    sha256: null,
    exportEvents: [],
    version: 1,
    ...changes,
  });

export const aFile = (changes: Partial<z.input<typeof fileRow>> = {}) =>
  fileRow.parse({
    id: anId(),
    customerId: 7,
    documentationId: anId(),
    documentationTaskId: null,
    name: "protocol.pdf",
    type: "application/pdf",
    creator: "Isak R",
    imported: false,
    dateCreated: "2026-05-04T09:30:00Z",
    dateUploaded: "2026-05-04T10:00:00Z",
    hasData: true,
    dataSize: 800,
    sha256: null,
    exportEvents: [],
    version: 1,
    ...changes,
  });

export const anAlias = (changes: Partial<z.input<typeof documentationAlias.row>> = {}) =>
  documentationAlias.row.parse({
    id: anId(),
    customerId: 7,
    customerName: "Norrfiber",
    name: "NF-2041",
    alias: "Skellefteå hamnmasten",
    dateCreated: "2026-05-04T09:30:00Z",
    version: 1,
    ...changes,
  });

export const aLicense = (changes: Partial<z.input<typeof license.row>> = {}) =>
  license.row.parse({
    id: anId(),
    customerId: 7,
    customerName: "Norrfiber",
    name: "Norrfiber fält",
    licenseCode: "NORR-1",
    dateCreated: "2026-05-04T09:30:00Z",
    version: 1,
    ...changes,
  });
