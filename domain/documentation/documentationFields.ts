import { z } from "zod";
import { documentationStatuses } from "#domain/core/documentationTypes.ts";
import {
  deviceTimeInput,
  email,
  instant,
  latitude,
  line,
  longitude,
  type Names,
  name,
  optionalName,
  uuid,
} from "#domain/core/fields.ts";
import { keysOf, mapValues, pick, pluck, recordOf } from "#domain/core/objects.ts";

/*
 * The fields of a documentation, each defined once. Everything else is derived: the contracts of devices and responses, what a
 * hand-over preserves, the list's columns, filters and workbook (columns.ts), the covering indexes, the details, the facts and
 * placeholders of documents, the values of merged documentations, and the displayed names. Contents, automation and computed values
 * are defined in the contracts (domain/endpoints/).
 */

/** A column of the documentation list (2§2). */
interface ListColumn {
  /** Whether the list can be sorted by it; each order has indexes on the documentation table. */
  sorts?: true;
  /** Its position in the workbook, its width in characters, and its name in exports if that differs from the field. */
  workbook?: { position: number; width: number; option?: string };
  /** A filter for one exact text, and the description of its parameter. */
  filter?: { description: string };
  /** Shown in the cell of the status instead of a column of its own. */
  isInStatus?: true;
}

interface FieldDefinition {
  /** The form in which devices send it. Unless drafts set it (domain/capture/draft.ts), a resumed documentation keeps it. */
  captured?: z.ZodType;
  /** The form in responses: in lists and groups, also in the documentation list, only in the details. */
  summary?: z.ZodType;
  list?: z.ZodType;
  details?: z.ZodType;
  column?: ListColumn;
  /** A merged documentation has the value that all originals share, otherwise none. */
  merge?: "agreed";
  names?: Names;
}

interface ReportedText {
  /** Without a column it is in the details only. The list cannot be sorted by it: that takes a Swedish sort key, as creators have. */
  column?: ListColumn & { sorts?: never };
  merge?: "agreed";
  /** The word for it in report layouts (3§4); stored layouts contain it. */
  placeholder?: string;
  names: Names;
}

const reportedValue = () => z.string().nullable().default(null);
/** An omitted field stays unchanged: apps and drafts from before the field existed must not clear it. */
const reportedInput = (maxLength: number) =>
  line(maxLength)
    .nullable()
    .transform((value) => value || null)
    .optional();

type Reported<O> = O & { reported: true; captured: ReturnType<typeof reportedInput> } & (O extends {
    column: ListColumn;
  }
    ? { list: ReturnType<typeof reportedValue> }
    : { details: ReturnType<typeof reportedValue> });

/** An optional line of text that devices report; it is stored and shown unchanged. */
export function reportedText<const O extends ReportedText>(maxLength: number, options: O): Reported<O>;
export function reportedText(maxLength: number, options: ReportedText) {
  const level = options.column ? "list" : "details";
  return { ...options, reported: true, captured: reportedInput(maxLength), [level]: reportedValue() };
}

/** Facts that devices report about themselves; they send all of them or none. */
const reportedByDevice = {
  reported: true,
  captured: optionalName(100),
  details: z.string().nullable(),
} as const;

/** In the order of the list's columns, of its filters and of the details. */
export const documentationFields = {
  id: { captured: uuid(), summary: uuid() },
  customerId: { summary: z.int() },
  name: {
    captured: name(),
    summary: z.string(),
    column: { sorts: true, workbook: { position: 20, width: 42 } },
    names: { en: "Name", sv: "Namn" },
  },
  alias: {
    captured: optionalName().meta({ description: "null keeps the alias configured for the name" }),
    summary: z.string().nullable(),
  },
  customerName: { list: z.string(), column: { sorts: true }, names: { en: "Customer", sv: "Kund" } },
  templateId: {
    captured: uuid(),
    summary: uuid(),
    column: { sorts: true, workbook: { position: 10, width: 30, option: "template" } },
    names: { en: "Template", sv: "Mall" },
  },
  templateName: { summary: z.string() },
  creator: {
    captured: name(),
    summary: z.string(),
    column: {
      sorts: true,
      workbook: { position: 50, width: 24 },
      filter: { description: "Creator, as returned by getCreators" },
    },
    names: { en: "Created by", sv: "Skapad av" },
  },
  dateUploaded: {
    summary: instant().nullable(),
    column: { sorts: true, workbook: { position: 30, width: 17 } },
    names: { en: "Uploaded", sv: "Uppladdad" },
  },
  dateCreated: {
    captured: deviceTimeInput(),
    summary: instant(),
    column: { sorts: true, workbook: { position: 40, width: 17 } },
    names: { en: "Created", sv: "Skapad" },
  },
  status: {
    summary: z.enum(documentationStatuses),
    column: { sorts: true, workbook: { position: 60, width: 22 } },
    names: { en: "Status", sv: "Status" },
  },
  /** The user who is to review it; null if unassigned. */
  assigneeId: { list: z.int().nullable().default(null), names: { en: "Assigned to", sv: "Tilldelad" } },
  assigneeName: {
    list: z.string().nullable().default(null),
    column: { workbook: { position: 70, width: 24 }, isInStatus: true },
    names: { en: "Assigned to", sv: "Tilldelad" },
  },
  /** The day by which the assignee should have reviewed it, YYYY-MM-DD. */
  dueDay: {
    list: z.string().nullable().default(null),
    column: { workbook: { position: 80, width: 14 }, isInStatus: true },
    names: { en: "Review by", sv: "Granskas senast" },
  },
  exportEvents: { column: {}, names: { en: "Exported to", sv: "Exporterad till" } },
  hidden: { list: z.boolean() },
  /** WGS84 degrees; 1000 if unknown. */
  lat: { captured: latitude(), list: z.number() },
  lng: { captured: longitude(), list: z.number() },
  accuracy: {
    captured: z
      .number()
      .min(0)
      .max(100_000_000)
      .nullable()
      .default(null)
      .meta({ description: "Accuracy of the position in metres. Discarded without a position" }),
    /** In metres; null if unknown. */
    details: z.number().nullable(),
  },
  email: {
    captured: email().meta({
      description:
        "Email address of the person who captured the documentation, if the licence asks for one (emailRequired)",
    }),
    details: z.string().nullable(),
    merge: "agreed",
  },
  deviceId: { captured: name(100).default("N/A"), summary: z.string() },
  phoneModel: { ...reportedByDevice, names: { en: "Phone model", sv: "Telefonmodell" } },
  osVersion: { ...reportedByDevice, names: { en: "Operating system", sv: "Operativsystem" } },
  appVersion: { ...reportedByDevice, names: { en: "App version", sv: "Appversion" } },
  numberOfPhotos: { captured: z.int().min(0).max(100_000).default(0), summary: z.int() },
  uploadedPhotos: { summary: z.int() },
  numberOfTasks: { details: z.int() },
  /** Bytes. */
  dataSize: { details: z.int() },
  licenseId: { details: uuid().nullable(), merge: "agreed" },
  dateDeleted: { details: instant().nullable() },
  /** The earliest time of automatic deletion; null if it is not deleted automatically. */
  deleteAfter: { list: instant().nullable() },
} as const satisfies Record<string, FieldDefinition>;

type Fields = typeof documentationFields;
/** The fields whose definition has certain properties. */
export type FieldWith<T> = { [F in keyof Fields]: Fields[F] extends T ? F : never }[keyof Fields];

export const listFieldsWith = <P extends string>(property: P) =>
  keysOf(documentationFields).filter(
    (field): field is FieldWith<Record<P, unknown>> => property in documentationFields[field],
  );

/** Texts that are stored and shown as devices report them. */
export type ReportedField = FieldWith<{ reported: true }>;
export const reportedFields = listFieldsWith("reported");
export const agreedFields = listFieldsWith("merge");

const names = pluck(documentationFields, "names");
type NamesOf<F extends string> = Record<"en" | "sv", Record<F, string>>;
/** The names of each field on the screen, in workbooks and in documents. */
export const fieldNames: NamesOf<keyof typeof names> = {
  en: mapValues(names, ({ en }) => en),
  sv: mapValues(names, ({ sv }) => sv),
};
export const reportedNames: NamesOf<ReportedField> = {
  en: pick(fieldNames.en, reportedFields),
  sv: pick(fieldNames.sv, reportedFields),
};

/** The placeholders of report layouts for reported texts. */
export type FieldPlaceholder = Fields[FieldWith<{ placeholder: string }>]["placeholder"];
const placeholders: Readonly<Record<string, FieldPlaceholder>> = pluck(documentationFields, "placeholder");
export const fieldPlaceholders: readonly FieldPlaceholder[] = Object.values(placeholders);
export const placeholderField = (placeholder: FieldPlaceholder): ReportedField =>
  reportedFields.find((field) => placeholders[field] === placeholder)!;
export const placeholderNames: NamesOf<FieldPlaceholder> = mapValues(reportedNames, (labels) =>
  recordOf(fieldPlaceholders, (placeholder) => labels[placeholderField(placeholder)]),
);
