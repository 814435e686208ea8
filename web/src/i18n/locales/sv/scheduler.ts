import type { Texts, Translated } from "../../texts";

export default {
  lead: "Det som tjänsten gör enligt schema. Cron-tiderna är i UTC.",
  searchHint: "Sök namn",
  run: "Kör nu",
  runOf: "Kör nu: {name}",
  runTitle: "Köra {name} nu?",
  runText: "Jobbet körs genast, utöver de schemalagda tiderna.",
  ran: "{name} kördes på {duration}",
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
    lastRun: "Senaste utfall",
    started: "Startade",
    duration: "Tid",
    outcome: "Utfall",
    message: "Vad det gjorde",
  },
} satisfies Translated<Texts["scheduler"]>;
