import type { Language } from "#domain/core/language.ts";
import type { ReviewGrouping } from "#domain/endpoints/documentation/progress.ts";

interface ProgressTexts {
  title: string;
  facts: string;
  weeks: string;
  sentBack: string;
  groupings: Record<ReviewGrouping, string>;
  period: string;
  queue: string;
  oldest: string;
  reviews: string;
  reviewsSince: string;
  medianHours: string;
  maxHours: string;
  sentBackItems: string;
  sentBackDocumentations: string;
  open: string;
  answered: string;
  withdrawn: string;
  deliveriesDone: string;
  deliveriesFailed: string;
  deliveriesUnderWay: string;
  deliveriesCancelled: string;
  unexpectedAnswers: string;
  week: string;
  created: string;
  reviewed: string;
  reason: string;
  count: string;
  none: string;
}

/** Texts of the workbook. */
export const progressTexts: Record<Language, ProgressTexts> = {
  en: {
    title: "Progress",
    facts: "Figures",
    weeks: "Weeks",
    sentBack: "Sent back",
    groupings: {
      creator: "Creators",
      license: "Licences",
      template: "Templates",
      place: "Places",
      reviewer: "Reviewers",
    },
    period: "Period",
    queue: "Awaiting review",
    oldest: "Oldest awaiting review",
    reviews: "Reviewed",
    reviewsSince: "Reviewed since",
    medianHours: "Median time to review, hours",
    maxHours: "Longest time to review, hours",
    sentBackItems: "Photos and tasks sent back",
    sentBackDocumentations: "Documentations sent back",
    open: "Not answered yet",
    answered: "Answered",
    withdrawn: "Withdrawn",
    deliveriesDone: "Deliveries that arrived",
    deliveriesFailed: "Deliveries that failed",
    deliveriesUnderWay: "Deliveries in progress",
    deliveriesCancelled: "Deliveries that were cancelled",
    unexpectedAnswers: "Unexpected answers",
    week: "Week from",
    created: "Captured",
    reviewed: "Reviewed",
    reason: "Reason",
    count: "Number",
    none: "(none)",
  },
  sv: {
    title: "Uppföljning",
    facts: "Siffror",
    weeks: "Veckor",
    sentBack: "Skickat tillbaka",
    groupings: {
      creator: "Skapare",
      license: "Licenser",
      template: "Mallar",
      place: "Platser",
      reviewer: "Granskare",
    },
    period: "Period",
    queue: "Väntar på granskning",
    oldest: "Äldst som väntar på granskning",
    reviews: "Granskade",
    reviewsSince: "Granskade sedan",
    medianHours: "Mediantid till granskning, timmar",
    maxHours: "Längsta tid till granskning, timmar",
    sentBackItems: "Foton och uppgifter som skickats tillbaka",
    sentBackDocumentations: "Dokumentationer som skickats tillbaka",
    open: "Inte åtgärdade än",
    answered: "Åtgärdade",
    withdrawn: "Återtagna",
    deliveriesDone: "Leveranser som kommit fram",
    deliveriesFailed: "Leveranser som misslyckats",
    deliveriesUnderWay: "Pågående leveranser",
    deliveriesCancelled: "Avbrutna leveranser",
    unexpectedAnswers: "Oväntade svar",
    week: "Vecka från",
    created: "Skapade",
    reviewed: "Granskade",
    reason: "Anledning",
    count: "Antal",
    none: "(ingen)",
  },
};
