import { statusTexts } from "../../../domain/statusTexts";
/** Every word a document says, in both languages. */
export interface DocumentTexts {
  /** BCP 47 tag of the language, for spelling and for screen readers. */
  locale: string;
  documentation: string;
  documentations: string;
  photoDocumentation: string;
  photos: string;
  photo: string;
  files: string;
  file: string;
  contents: string;
  answers: string;
  otherPhotos: string;
  name: string;
  alias: string;
  status: string;
  customer: string;
  template: string;
  creator: string;
  device: string;
  osVersion: string;
  appVersion: string;
  created: string;
  uploaded: string;
  taken: string;
  tags: string;
  position: string;
  latitude: string;
  longitude: string;
  noPosition: string;
  task: string;
  answer: string;
  group: string;
  notAnswered: string;
  comment: string;
  photographer: string;
  number: string;
  bytes: string;
  missing: string;
  reason: string;
  kind: string;
  state: string;
  included: string;
  /** State of a file, which documents name but do not hold. */
  inArchiveOnly: string;
  slides: string;
  page: string;
  of: string;
  form: string;
  projectMemo: string;
  siteReport: string;
  fieldReport: string;
  subject: string;
  date: string;
  author: string;
  /** Heading of a group that another interrupted, and of tasks outside groups. */
  continued: string;
  otherTasks: string;
  otherFiles: string;
  noPhoto: string;
  noFile: string;
  contactPersons: string;
  /** Marks what was answered before its preconditions ceased to hold. */
  lapsed: string;
  unanswered(tasks: string[]): string;
  unexpected(list: string, answer: string): string;
  yes: string;
  no: string;
  /** "Part 2 of 3". */
  part(number: number, count: number): string;
  /** States how many photos the documentation should hold and how many the export holds. */
  summary(included: number, expected: number, missing: number): string;
  /** Added to the summary when files are missing too. */
  missingFiles(count: number): string;
  /** Photos that were announced but that nothing names. */
  unnamed(count: number): string;
  photosInPart(from: number, to: number, total: number): string;
  photoCount(count: number): string;
  statuses: Record<string, string>;
  reasons: Record<string, string>;
}

const en: DocumentTexts = {
  locale: "en-GB",
  documentation: "Documentation",
  documentations: "Documentations",
  photoDocumentation: "Photo documentation",
  photos: "Photos",
  photo: "Photo",
  files: "Files",
  file: "File",
  contents: "Contents",
  answers: "Answers",
  otherPhotos: "Other photos",
  name: "Name",
  alias: "Alias",
  status: "Status",
  customer: "Customer",
  template: "Template",
  creator: "Created by",
  device: "Device",
  osVersion: "OS version",
  appVersion: "App version",
  created: "Created",
  uploaded: "Uploaded",
  taken: "Taken",
  tags: "Tags",
  position: "Position",
  latitude: "Latitude",
  longitude: "Longitude",
  noPosition: "No position",
  task: "Task",
  answer: "Answer",
  group: "Group",
  notAnswered: "Not answered",
  comment: "Comment",
  photographer: "Photographer",
  number: "No.",
  bytes: "Size (bytes)",
  missing: "Missing",
  reason: "Reason",
  kind: "Kind",
  state: "State",
  included: "Included",
  inArchiveOnly: "Not embedded, see the zip archive",
  slides: "Slides",
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
  noPhoto: "No photo",
  noFile: "No file",
  contactPersons: "Contact persons",
  lapsed: "Answered, but no longer asked for",
  unanswered: (tasks) => `Not answered: ${tasks.join("; ")}.`,
  unexpected: (list, answer) => `Unexpected answer. ${list} expects: ${answer}`,
  yes: "Yes",
  no: "No",
  part: (number, count) => `Part ${number} of ${count}`,
  summary: (included, expected, missing) =>
    `${included} ${included === 1 ? "photo" : "photos"} included, ${expected} expected, ${missing === 0 ? "nothing" : missing} missing.`,
  missingFiles: (count) => (count === 1 ? "1 file is missing." : `${count} files are missing.`),
  unnamed: (count) =>
    count === 1
      ? "1 more photo was announced when the documentation was completed, but never registered."
      : `${count} more photos were announced when the documentation was completed, but never registered.`,
  photosInPart: (from, to, total) => `Photos ${from}–${to} of ${total}`,
  photoCount: (count) => (count === 1 ? "1 photo" : `${count} photos`),
  statuses: statusTexts.en,
  reasons: {
    notUploaded: "not uploaded",
    forbidden: "left out, because you may not read files",
    uploadNotArrived: "the upload has not arrived",
    uploadMismatch: "what arrived is not what was sent",
    notJpeg: "the file is not a JPEG photo",
    photoTruncated: "the photo is cut off before its end",
    photoTooLarge: "the photo has more than 100 megapixels",
    photoCorrupt: "the photo can not be read",
    tooLarge: "the file is too large",
    storageChanged: "the stored file was changed",
    notFound: "the stored file is gone",
  },
};

const sv: DocumentTexts = {
  locale: "sv-SE",
  documentation: "Dokumentation",
  documentations: "Dokumentationer",
  photoDocumentation: "Fotodokumentation",
  photos: "Foton",
  photo: "Foto",
  files: "Filer",
  file: "Fil",
  contents: "Innehåll",
  answers: "Svar",
  otherPhotos: "Övriga foton",
  name: "Namn",
  alias: "Alias",
  status: "Status",
  customer: "Kund",
  template: "Mall",
  creator: "Skapad av",
  device: "Enhet",
  osVersion: "OS-version",
  appVersion: "Appversion",
  created: "Skapad",
  uploaded: "Uppladdad",
  taken: "Taget",
  tags: "Taggar",
  position: "Position",
  latitude: "Latitud",
  longitude: "Longitud",
  noPosition: "Position saknas",
  task: "Uppgift",
  answer: "Svar",
  group: "Grupp",
  notAnswered: "Ej besvarad",
  comment: "Kommentar",
  photographer: "Fotograf",
  number: "Nr",
  bytes: "Storlek (byte)",
  missing: "Saknas",
  reason: "Orsak",
  kind: "Typ",
  state: "Läge",
  included: "Ingår",
  inArchiveOnly: "Bifogas inte här, se zip-arkivet",
  slides: "Bilder",
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
  noPhoto: "Inget foto",
  noFile: "Ingen fil",
  contactPersons: "Kontaktpersoner",
  lapsed: "Besvarad, men efterfrågas inte längre",
  unanswered: (tasks) => `Ej besvarat: ${tasks.join("; ")}.`,
  unexpected: (list, answer) => `Oväntat svar. ${list} förväntar sig: ${answer}`,
  yes: "Ja",
  no: "Nej",
  part: (number, count) => `Del ${number} av ${count}`,
  summary: (included, expected, missing) =>
    `${included} ${included === 1 ? "foto ingår" : "foton ingår"}, ${expected} förväntade, ${missing === 0 ? "inget" : missing} saknas.`,
  missingFiles: (count) => (count === 1 ? "1 fil saknas." : `${count} filer saknas.`),
  unnamed: (count) =>
    count === 1
      ? "Ytterligare 1 foto angavs när dokumentationen slutfördes men har aldrig registrerats."
      : `Ytterligare ${count} foton angavs när dokumentationen slutfördes men har aldrig registrerats.`,
  photosInPart: (from, to, total) => `Foto ${from}–${to} av ${total}`,
  photoCount: (count) => (count === 1 ? "1 foto" : `${count} foton`),
  statuses: statusTexts.sv,
  reasons: {
    notUploaded: "har inte laddats upp",
    forbidden: "utelämnad, eftersom du inte får läsa filer",
    uploadNotArrived: "uppladdningen har inte kommit fram",
    uploadMismatch: "det som kom fram är inte det som skickades",
    notJpeg: "filen är inte ett JPEG-foto",
    photoTruncated: "fotot är avklippt före slutet",
    photoTooLarge: "fotot har fler än 100 megapixel",
    photoCorrupt: "fotot går inte att läsa",
    tooLarge: "filen är för stor",
    storageChanged: "den lagrade filen har ändrats",
    notFound: "den lagrade filen är borta",
  },
};

export const documentTexts = { en, sv };
