export default {
  lead: "Vad statusarna betyder, vad varje sida är till för och vilka kortkommandon som sparar tid.",
  search: "Sök i hjälpen",
  noMatches: "Inget i hjälpen matchar ”{query}”",
  startTour: "Starta rundturen",
  scan: "Skanna koden med telefonen för att öppna formuläret där",
  held: "Du har den här rollen",
  sections: {
    start: "Kom igång",
    statuses: "Dokumentationens status",
    pages: "Sidor",
    keys: "Kortkommandon",
    roles: "Roller",
  },
  start: {
    template: {
      title: "Skapa en mall",
      text: "En mall anger vilka foton, svar och filer en dokumentation ska ha. Utgå från en färdig mall och ändra det du vill.",
    },
    license: {
      title: "Ge fältpersonalen en licens",
      text: "En licens kopplar telefoner till din organisation. Lägg till en och skriv in koden i appen på varje telefon.",
    },
    capture: {
      title: "Ta det första fotot",
      text: "Skapa en dokumentation här, eller i telefonens webbläsare. Foton laddas upp så snart det finns uppkoppling.",
    },
    review: {
      title: "Granska det som har kommit in",
      text: "Öppna ett foto och tryck på → för nästa. Godkänn dokumentationen, eller skicka tillbaka foton och svar med en anledning.",
    },
    report: {
      title: "Skicka den första rapporten",
      text: "Öppna en dokumentation och välj Ladda ner för PDF, Word, PowerPoint eller Excel, eller Exportera för att skicka den till en destination.",
    },
  },
  pages: {
    overview: "Det som väntar på granskning, det som behöver åtgärdas och gårdagens foton.",
    documentation:
      "Alla dokumentationer. Sök, filtrera, markera flera för att ändra eller ladda ner dem, och spara dina filter som vyer.",
    progress: "Hur lång tid granskningen tar, vad som har skickats tillbaka och hur veckorna skiljer sig.",
    activity: "Vem som gjorde vad, det senaste först. Filtrera på händelse, person och period.",
    documentationGroup: "Dokumentationer med samma namn eller tagg, samlade på en sida.",
    documentationComparison: "Foton av samma uppgift från flera besök, sida vid sida.",
    mergeDocumentations: "Slår ihop två dokumentationer som hör ihop till en.",
    formMonth: "En månads svar som tabell.",
    map: "Var dokumentationerna gjordes. Zooma in för att se dem en och en.",
    photo: "Alla foton dag för dag. Markera flera för att ladda ner dem.",
    delivery:
      "Vad som har skickats till era destinationer, vad som har kommit fram och vad som har misslyckats.",
    template: "Vad som ska dokumenteras i fält, och hur det exporteras.",
    graphic: "Bilder som mallar visar för fältpersonalen.",
    referencePhoto: "Exempel som visar hur ett foto ska se ut.",
    suggestionList: "Namn och svar som föreslås för fältpersonalen.",
    expectedAnswerList: "Svar som förväntas. Andra svar markeras för granskning.",
    profile: "Lösenord, tvåfaktorsinloggning, sessioner och aviseringar.",
    changeLog: "Nyheter i Siteproof.",
  },
  keys: {
    find: "Hitta sidor, dokumentationer och åtgärder",
  },
};
