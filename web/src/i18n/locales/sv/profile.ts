import type { Texts, Translated } from "#i18n/texts.ts";

export default {
  person: "Om dig",
  username: "Användarnamn",
  roles: "Roller",
  noRoles: "Inga roller",
  switched: "Du agerar som {name}. Bara användaren själv kan ändra lösenordet och tvåfaktorsautentiseringen.",
  password: {
    title: "Lösenord",
    lead: "När du byter lösenord loggas du ut överallt utom här.",
    current: "Nuvarande lösenord",
    wrong: "Det är inte ditt nuvarande lösenord",
    submit: "Byt lösenord",
  },
  secondFactor: {
    title: "Tvåfaktorsautentisering",
    active: "Autentiseringsappen är aktiv",
    activeHint:
      "Koderna kommer från din autentiseringsapp. Om du tappar bort enheten kan en administratör återställa appen.",
    waiting: "Autentiseringsappen är inte aktiverad",
    waitingHint: "Tills du aktiverar den får du koder via e-post till {email} när du loggar in.",
    mail: "Koder via e-post",
    mailHint: "När du loggar in får du en kod via e-post till {email}.",
    ownAddress: "din adress",
    activate: "Aktivera autentiseringsapp",
    instead: "Använd en autentiseringsapp i stället",
  },
  notices: {
    title: "Aviseringar",
    dailyMail: "Mejla mig olästa aviseringar en gång om dagen",
    dailyMailHint: "På morgonen, till {email}, och bara när det finns något nytt.",
    noAddress: "Du har ingen e-postadress. Be en administratör lägga till en.",
  },
  activate: {
    title: "Aktivera autentiseringsapp",
    scan: "Skanna QR-koden med din autentiseringsapp.",
    qrCode: "QR-kod för din autentiseringsapp. Samma nyckel visas som text nedanför.",
    open: "Öppna i en app på den här enheten",
    type: "Eller ange den här hemliga nyckeln i appen:",
    secret: "Hemlig nyckel",
    copy: "Kopiera den hemliga nyckeln",
    copyFailed: "Det gick inte att kopiera. Markera nyckeln och kopiera den själv.",
    code: "Kod från appen",
    codeHint: "De {count} siffrorna som visas i appen.",
    submit: "OK",
    submitting: "Kontrollerar koden",
  },
} satisfies Translated<Texts["profile"]>;
