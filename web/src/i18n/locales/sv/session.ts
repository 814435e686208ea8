import type { Texts, Translated } from "../../texts";

export default {
  login: {
    title: "Logga in i Siteproof",
    username: "Användarnamn",
    password: "Lösenord",
    showPassword: "Visa lösenordet",
    hidePassword: "Dölj lösenordet",
    code: "Engångskod",
    codeHint: "Skriv koden från din autentiseringsapp eller e-post.",
    submit: "Logga in",
    submitting: "Loggar in",
    verify: "Verifiera",
    back: "Använd ett annat konto",
    forgot: "Glömt lösenordet?",
    tagline: "Det som lämnar Siteproof är bevis.",
  },
  forbidden: {
    title: "Du har inte behörighet att se den här sidan",
    advice: "Logga ut och logga in igen med rätt behörigheter.",
    needs: "Sidan kräver:",
    authority: "behörigheten {name}",
    product: "produkten {name}",
  },
  home: {
    title: "Välkommen, {name}",
    lead: "Det här kan du öppna.",
    nothing: "Inget är öppet för dig än",
    nothingText: "Be en administratör hos {customer} om de behörigheter du behöver.",
  },
  loggingOut: "Loggar ut",
} satisfies Translated<Texts["session"]>;
