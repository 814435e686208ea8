import type { Texts, Translated } from "../../texts";

export default {
  user: {
    lead: "Du ser och gör det som användaren får, tills du byter tillbaka. Händelseloggen visar att det var du.",
    label: "Användare",
    placeholder: "Sök bland användare…",
    submit: "Byt användare",
    submitting: "Byter användare",
  },
  account: {
    lead: "Välj vilken kund du vill arbeta för.",
    search: "Sök bland kunder",
    current: "Nuvarande",
    none: "Det finns ingen kund att byta till",
    noneText: "En administratör bestämmer i vilka kunders konton du får arbeta.",
    submitting: "Byter till {name}",
  },
  back: "Byter tillbaka",
} satisfies Translated<Texts["switching"]>;
