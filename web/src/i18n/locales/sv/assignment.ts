import type { Texts, Translated } from "#i18n/texts.ts";

export default {
  title: "Tilldela",
  person: "Granskare",
  hint: "Du kan välja alla som får granska. De får en avisering.",
  me: "Tilldela mig",
  day: "Granskas senast",
  assigned: "{name}: tilldelad {person}",
  unassigned: "{name}: inte längre tilldelad",
  people: "En eller flera personer",
  nobody: "Ingen",
  to: "Till",
  share:
    "Flera personer får lika många dokumentationer var. Det som någon av dem redan har eller granskar just nu behåller den personen.",
  present_one: "Lägg till den som granskar nu",
  present_other: "Lägg till de {count} som granskar nu",
} satisfies Translated<Texts["assignment"]>;
