import type { Language } from "#domain/core/language.ts";

/** The texts of the sample files (officeSamples.ts). */
interface SampleTexts {
  fileName: string;
  title: string;
  intro: string;
  created: string;
  page: string;
  conditionsTitle: string;
  approved: string;
  notApproved: string;
  answered: string;
  tasksTitle: string;
  task: string;
  answer: string;
  tasksHint: string;
  groupsTitle: string;
  groupsHint: string;
  photosTitle: string;
  photosHint: string;
  noPhotos: string;
  pictureText: string;
  sheetName: string;
  sheetHint: string;
}

export const sampleTexts: Readonly<Record<Language, SampleTexts>> = {
  en: {
    fileName: "Sample layout",
    title: "Report: {DOCUMENTATION_NAME}",
    intro:
      "Design this file as you like. Words in braces are replaced with the values of the documentation; pictures with the alternative text “photo” are replaced with photos of at most that size. Delete what you do not need.",
    created: "{TEMPLATE_NAME}, {CREATOR}, {DATE_CREATED}",
    page: "Page {PAGE} of {PAGES}",
    conditionsTitle: "Conditions",
    approved: "The documentation is approved.",
    notApproved: "The documentation is not approved yet.",
    answered: "Comment of a task: {TASK_ANSWER:comment}",
    tasksTitle: "Rows for tasks",
    task: "Task",
    answer: "Answer",
    tasksHint: "A loop that begins in the first cell of a row and ends in its last cell repeats the row.",
    groupsTitle: "Groups",
    groupsHint: "A loop whose tags stand alone in their paragraphs repeats everything in between.",
    photosTitle: "Photos",
    photosHint: "The first condition is met if there are photos.",
    noPhotos: "There are no photos.",
    pictureText: "Photo",
    sheetName: "Report",
    sheetHint:
      "A loop that begins and ends in a row repeats the row. Formulas, merged cells and the print area move with it.",
  },
  sv: {
    fileName: "Exempellayout",
    title: "Rapport: {DOCUMENTATION_NAME}",
    intro:
      "Utforma filen som du vill. Ord inom klamrar ersätts med dokumentationens värden, och bilder med alternativtexten ”photo” ersätts med foton i högst samma storlek. Ta bort det du inte behöver.",
    created: "{TEMPLATE_NAME}, {CREATOR}, {DATE_CREATED}",
    page: "Sida {PAGE} av {PAGES}",
    conditionsTitle: "Villkor",
    approved: "Dokumentationen är godkänd.",
    notApproved: "Dokumentationen är inte godkänd än.",
    answered: "Kommentar i en uppgift: {TASK_ANSWER:comment}",
    tasksTitle: "Rader för uppgifter",
    task: "Uppgift",
    answer: "Svar",
    tasksHint: "En upprepning som börjar i radens första cell och slutar i den sista gäller hela raden.",
    groupsTitle: "Grupper",
    groupsHint: "En upprepning vars klamrar står ensamma i sina stycken gäller allt däremellan.",
    photosTitle: "Foton",
    photosHint: "Det första villkoret är uppfyllt om det finns foton.",
    noPhotos: "Det finns inga foton.",
    pictureText: "Foto",
    sheetName: "Rapport",
    sheetHint:
      "En upprepning som börjar och slutar i en rad gäller hela raden. Formler, sammanfogade celler och utskriftsområde följer med.",
  },
};
