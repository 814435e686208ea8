import type { Texts, Translated } from "../../texts";

export default {
  lead: "Jobb som körs enligt schema. Schemana är cron-uttryck i UTC.",
  searchHint: "Sök på namn",
  run: "Kör nu",
  runOf: "Kör nu: {name}",
  runTitle: "Vill du köra {name} nu?",
  runText: "Jobbet körs nu, utöver sitt schema.",
  ran: "{name} blev klart på {duration}",
  ranFailed: "{name} misslyckades",
  runsOf: "Senaste körningarna av {name}",
  running: "Körs",
  succeeded: "Lyckades",
  failed: "Misslyckades",
  unknown: "Okänt",
  columns: {
    cron: "Schema",
    previousFireTime: "Föregående körning",
    nextFireTime: "Nästa körning",
    lastRun: "Senaste resultat",
    started: "Startade",
    duration: "Körtid",
    outcome: "Resultat",
    message: "Meddelande",
  },
} satisfies Translated<Texts["scheduler"]>;
