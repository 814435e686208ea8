import type { Texts, Translated } from "#i18n/texts.ts";

export default {
  user: {
    lead: "Du ser och kan göra det som användaren kan tills du byter tillbaka. Ändringsloggen visar att det var du.",
    label: "Användare",
    placeholder: "Sök bland användare…",
    submit: "Byt användare",
    submitting: "Byter användare",
  },
  account: {
    lead: "Välj den kund du vill arbeta för.",
    search: "Sök bland kunder",
    current: "Nuvarande",
    empty: "Det finns inga kunder att byta till",
    emptyText: "En administratör bestämmer vilka kundkonton du kan arbeta i.",
    submitting: "Byter till {name}",
  },
  switchingBack: "Byter tillbaka",
} satisfies Translated<Texts["switching"]>;
