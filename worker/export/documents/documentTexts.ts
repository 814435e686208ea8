import type { Language } from "#domain/core/language.ts";
import { type ReportedField, reportedNames } from "#domain/documentation/documentationFields.ts";
import { eventTexts, statusTexts } from "#domain/documentation/texts.ts";
import { checkboxTexts } from "#domain/task/answers.ts";

/** All texts of documents, in both languages. */
export interface DocumentTexts {
  language: Language;
  /** BCP 47 tag of the language, for spelling and for screen readers. */
  locale: string;
  documentation: string;
  documentations: string;
  photoDocumentation: string;
  photos: string;
  photo: string;
  files: string;
  file: string;
  fileSize: string;
  qrCode: string;
  /** The folder of files uploaded through links that wait for staff. */
  received: string;
  /** Earlier versions of photos that were taken again. */
  earlier: string;
  contents: string;
  /** Every photo with its checksum. */
  photoList: string;
  answers: string;
  otherPhotos: string;
  name: string;
  /** Before a name or path that was shortened. */
  fullName: string;
  alias: string;
  logo: string;
  /** In place of a logo that cannot be read. */
  logoLeftOut: string;
  status: string;
  customer: string;
  template: string;
  creator: string;
  device: string;
  /** Names of what devices report. */
  fields: Record<ReportedField, string>;
  created: string;
  uploaded: string;
  takenAt: string;
  /** In place of the time when a photo was taken. */
  unknownTime: string;
  tags: string;
  position: string;
  latitude: string;
  longitude: string;
  noPosition: string;
  map: string;
  withoutPosition: (count: number, total: number) => string;
  task: string;
  answer: string;
  group: string;
  notAnswered: string;
  comment: string;
  reviewComment: string;
  discussion: string;
  /** What a thread is about. */
  about: string;
  /** Followed by a name. */
  resolvedBy: string;
  /** Followed by a time. */
  edited: string;
  photographer: string;
  number: string;
  bytes: string;
  missing: string;
  reason: string;
  kind: string;
  state: string;
  included: string;
  /** State of a file that documents list but do not contain. */
  inArchiveOnly: string;
  /** The title of the slides or pages of a layout with the texts that did not fit their boxes. */
  textsInFull: string;
  slides: string;
  slide: string;
  page: string;
  of: string;
  form: string;
  projectMemo: string;
  siteReport: string;
  fieldReport: string;
  subject: string;
  date: string;
  author: string;
  /** Headings of a group resumed after another one, and of tasks and files outside groups. */
  continued: string;
  otherTasks: string;
  otherFiles: string;
  /** Of a task that a documentation does not have. */
  notIncluded: string;
  noTasks: string;
  noPhoto: string;
  noFile: string;
  contactPersons: string;
  /** Marks answers given before their preconditions ceased to apply. */
  lapsed: string;
  unanswered(tasks: string[]): string;
  unexpected(list: string, answer: string): string;
  yes: string;
  no: string;
  /** "Part 2 of 3". */
  part(number: number, count: number): string;
  /** States how many photos are expected and how many are included. */
  summary(includedCount: number, expectedCount: number, missingCount: number): string;
  /** Added to the summary when files are missing too. */
  missingFiles(count: number): string;
  /** Announced photos that were never received. */
  neverReceived(count: number): string;
  photosInPart(from: number, to: number, total: number): string;
  photoCount(count: number): string;
  statuses: Record<string, string>;
  /** By type of event. */
  events: Record<string, string>;
  reasons: Record<string, string>;
}

const en: DocumentTexts = {
  language: "en",
  locale: "en-GB",
  documentation: "Documentation",
  documentations: "Documentations",
  photoDocumentation: "Photo documentation",
  photos: "Photos",
  photo: "Photo",
  files: "Files",
  file: "File",
  fileSize: "Size",
  qrCode: "QR code",
  received: "Received",
  earlier: "Earlier",
  contents: "Contents",
  photoList: "List of photos",
  answers: "Answers",
  otherPhotos: "Other photos",
  name: "Name",
  fullName: "Full name",
  alias: "Alias",
  logo: "Logo",
  logoLeftOut: "The licence's logo is damaged and left out",
  status: "Status",
  customer: "Customer",
  template: "Template",
  creator: "Created by",
  device: "Device",
  fields: { ...reportedNames.en, osVersion: "OS version" },
  created: "Created",
  uploaded: "Uploaded",
  takenAt: "Taken",
  unknownTime: "time unknown",
  tags: "Tags",
  position: "Position",
  latitude: "Latitude",
  longitude: "Longitude",
  noPosition: "No position",
  map: "Map",
  withoutPosition: (count, total) =>
    `${count} of ${total} photos ${count === 1 ? "has" : "have"} no position.`,
  task: "Task",
  answer: "Answer",
  group: "Group",
  notAnswered: "Not answered",
  comment: "Comment",
  reviewComment: "Reviewer's comment",
  discussion: "Discussion",
  about: "About",
  resolvedBy: "resolved by",
  edited: "edited",
  photographer: "Photographer",
  number: "No.",
  bytes: "Size (bytes)",
  missing: "Missing",
  reason: "Reason",
  kind: "Kind",
  state: "State",
  included: "Included",
  inArchiveOnly: "In the zip file only",
  textsInFull: "Texts in full",
  slides: "Slides",
  slide: "Slide",
  page: "Page",
  of: "of",
  form: "Form",
  projectMemo: "Project memo",
  siteReport: "Site report",
  fieldReport: "Field report",
  subject: "Subject",
  date: "Date",
  author: "Author",
  continued: "continued",
  otherTasks: "Other tasks",
  otherFiles: "Other files",
  notIncluded: "Not included",
  noTasks: "No tasks",
  noPhoto: "No photo",
  noFile: "No file",
  contactPersons: "Contact persons",
  lapsed: "Answered, but no longer applies",
  unanswered: (tasks) => `Not answered: ${tasks.join("; ")}.`,
  unexpected: (list, answer) => `Unexpected answer. ${list} expects: ${answer}`,
  ...checkboxTexts.en,
  part: (number, count) => `Part ${number} of ${count}`,
  summary: (includedCount, expectedCount, missingCount) =>
    `${includedCount} ${includedCount === 1 ? "photo" : "photos"} included, ${expectedCount} expected, ${missingCount === 0 ? "none" : missingCount} missing.`,
  missingFiles: (count) => (count === 1 ? "1 file is missing." : `${count} files are missing.`),
  neverReceived: (count) =>
    count === 1
      ? "1 more photo was reported when the documentation was completed, but never received."
      : `${count} more photos were reported when the documentation was completed, but never received.`,
  photosInPart: (from, to, total) => `Photos ${from}–${to} of ${total}`,
  photoCount: (count) => (count === 1 ? "1 photo" : `${count} photos`),
  statuses: statusTexts.en,
  events: eventTexts.en,
  reasons: {
    notUploaded: "not uploaded",
    forbidden: "not included because you do not have access to files",
    uploadNotArrived: "the upload has not arrived",
    uploadMismatch: "the uploaded file does not match the original",
    notJpeg: "the file is not a JPEG photo",
    photoTruncated: "the photo is incomplete",
    photoTooLarge: "the photo is larger than 250 megapixels, or than 100 with colours for print (CMYK)",
    photoCorrupt: "the photo is damaged and cannot be read",
    tooLarge: "the file is too large",
    storageChanged: "the stored file has changed",
    notFound: "the stored file is missing",
    exportRefused: "has been handed over or fetched and is not exported",
    gone: "has been deleted since it was selected",
  },
};

const sv: DocumentTexts = {
  language: "sv",
  locale: "sv-SE",
  documentation: "Dokumentation",
  documentations: "Dokumentationer",
  photoDocumentation: "Fotodokumentation",
  photos: "Foton",
  photo: "Foto",
  files: "Filer",
  file: "Fil",
  fileSize: "Storlek",
  qrCode: "QR-kod",
  received: "Mottaget",
  earlier: "Tidigare",
  contents: "Innehåll",
  photoList: "Fotoförteckning",
  answers: "Svar",
  otherPhotos: "Övriga foton",
  name: "Namn",
  fullName: "Hela namnet",
  alias: "Alias",
  logo: "Logotyp",
  logoLeftOut: "Licensens logotyp är skadad och visas inte",
  status: "Status",
  customer: "Kund",
  template: "Mall",
  creator: "Skapad av",
  device: "Enhet",
  fields: { ...reportedNames.sv, osVersion: "OS-version" },
  created: "Skapad",
  uploaded: "Uppladdad",
  takenAt: "Taget",
  unknownTime: "okänd tid",
  tags: "Taggar",
  position: "Position",
  latitude: "Latitud",
  longitude: "Longitud",
  noPosition: "Position saknas",
  map: "Karta",
  withoutPosition: (count, total) => `${count} av ${total} foton saknar position.`,
  task: "Uppgift",
  answer: "Svar",
  group: "Grupp",
  notAnswered: "Inte besvarad",
  comment: "Kommentar",
  reviewComment: "Granskarens kommentar",
  discussion: "Diskussion",
  about: "Om",
  resolvedBy: "löst av",
  edited: "redigerad",
  photographer: "Fotograf",
  number: "Nr",
  bytes: "Storlek (byte)",
  missing: "Saknas",
  reason: "Orsak",
  kind: "Typ",
  state: "Läge",
  included: "Ingår",
  inArchiveOnly: "Finns bara i zip-filen",
  textsInFull: "Texter i sin helhet",
  slides: "Bilder",
  slide: "Bild",
  page: "Sida",
  of: "av",
  form: "Formulär",
  projectMemo: "Projekt-PM",
  siteReport: "Platsrapport",
  fieldReport: "Fältrapport",
  subject: "Ärende",
  date: "Datum",
  author: "Författare",
  continued: "fortsättning",
  otherTasks: "Övriga uppgifter",
  otherFiles: "Övriga filer",
  notIncluded: "Ingår inte",
  noTasks: "Inga uppgifter",
  noPhoto: "Inget foto",
  noFile: "Ingen fil",
  contactPersons: "Kontaktpersoner",
  lapsed: "Besvarad, men gäller inte längre",
  unanswered: (tasks) => `Inte besvarat: ${tasks.join("; ")}.`,
  unexpected: (list, answer) => `Oväntat svar. Enligt ${list} förväntas: ${answer}`,
  ...checkboxTexts.sv,
  part: (number, count) => `Del ${number} av ${count}`,
  summary: (includedCount, expectedCount, missingCount) =>
    `${includedCount} ${includedCount === 1 ? "foto ingår" : "foton ingår"}, ${expectedCount} förväntade, ${missingCount === 0 ? "inget" : missingCount} saknas.`,
  missingFiles: (count) => (count === 1 ? "1 fil saknas." : `${count} filer saknas.`),
  neverReceived: (count) =>
    count === 1
      ? "Ytterligare 1 foto anmäldes när dokumentationen slutfördes men har aldrig tagits emot."
      : `Ytterligare ${count} foton anmäldes när dokumentationen slutfördes men har aldrig tagits emot.`,
  photosInPart: (from, to, total) => `Foto ${from}–${to} av ${total}`,
  photoCount: (count) => (count === 1 ? "1 foto" : `${count} foton`),
  statuses: statusTexts.sv,
  events: eventTexts.sv,
  reasons: {
    notUploaded: "har inte laddats upp",
    forbidden: "ingår inte eftersom du inte har behörighet till filer",
    uploadNotArrived: "uppladdningen har inte kommit fram",
    uploadMismatch: "den uppladdade filen stämmer inte med originalet",
    notJpeg: "filen är inte ett JPEG-foto",
    photoTruncated: "fotot är ofullständigt",
    photoTooLarge: "fotot är större än 250 megapixel, eller än 100 med färger för tryck (CMYK)",
    photoCorrupt: "fotot är skadat och går inte att läsa",
    tooLarge: "filen är för stor",
    storageChanged: "den lagrade filen har ändrats",
    notFound: "den lagrade filen saknas",
    exportRefused: "är överlämnad eller hämtad och exporteras inte",
    gone: "har tagits bort sedan den valdes",
  },
};

export const documentTexts = { en, sv };
