import type { Texts, Translated } from "../../texts";

export default {
  person: "Om dig",
  username: "Användarnamn",
  roles: "Roller",
  noRoles: "Inga roller",
  switched: "Du agerar som {name}. Bara användaren själv kan ändra lösenordet och tvåfaktorsinloggningen.",
  password: {
    title: "Lösenord",
    lead: "När du byter det loggas du ut överallt utom här.",
    submit: "Byt lösenord",
  },
  secondFactor: {
    title: "Tvåfaktorsinloggning",
    active: "Autentiseringsappen är aktiv",
    activeHint:
      "Koderna kommer från din autentiseringsapp. Tappar du bort enheten kan en administratör återställa den.",
    waiting: "Autentiseringsappen är inte aktiverad",
    waitingHint: "Tills du aktiverar den mejlas koderna till {email} när du loggar in.",
    mail: "Koder via e-post",
    mailHint: "När du loggar in mejlas en kod till {email}.",
    ownAddress: "din adress",
    activate: "Aktivera autentiseringsapp",
    instead: "Använd en autentiseringsapp i stället",
  },
  activate: {
    title: "Aktivera autentiseringsapp",
    scan: "Skanna QR-koden med din autentiseringsapp.",
    qrCode: "QR-kod för din autentiseringsapp. Samma hemlighet står som text nedanför.",
    open: "Öppna i en app på den här enheten",
    type: "Eller ange den här hemligheten i appen:",
    secret: "Hemlighet",
    copy: "Kopiera hemligheten",
    copyFailed: "Det gick inte att kopiera. Markera hemligheten och kopiera den.",
    code: "Kod från appen",
    codeHint: "De {count} siffror som appen visar nu.",
    submit: "OK",
    submitting: "Kontrollerar koden",
  },
} satisfies Translated<Texts["profile"]>;
