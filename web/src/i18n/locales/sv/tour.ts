export default {
  title: "Rundtur",
  progress: "{step} av {total}",
  leave: "Avsluta rundturen",
  back: "Tillbaka",
  next: "Nästa",
  end: "Klar",
  open: "Öppna: {page}",
  steps: {
    overview: {
      title: "Börja dagen här",
      text: "Översikten visar vad som väntar på granskning, vad som behöver åtgärdas och gårdagens foton.",
    },
    documentation: {
      title: "Alla dokumentationer",
      text: "Sök, filtrera och spara vyer. Granska öppnar dem en efter en, och varje beslut går att ångra.",
    },
    template: {
      title: "Det som ska dokumenteras i fält",
      text: "En mall anger vilka foton och svar ett jobb ska ha. Utgå från en färdig mall.",
    },
    find: {
      title: "Hitta allt",
      text: "Förstoringsglaset, eller Ctrl+K, hittar sidor, dokumentationer och åtgärder var du än är.",
    },
    notices: {
      title: "Aviseringar",
      text: "Klockan räknar det som är nytt för dig: omnämnanden, tilldelningar, mottagna filer och exporter.",
    },
    help: {
      title: "Hjälp",
      text: "Hjälpen förklarar statusar, sidor och kortkommandon. Den finns i din meny, och där kan du starta rundturen igen.",
    },
  },
};
