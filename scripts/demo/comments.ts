import type { SceneKind } from "./demoPictures.ts";

/** Typical comments on a kind of photo, in the language of the template. */
export const photoComments: Record<"sv" | "en", Partial<Record<SceneKind, readonly string[]>>> = {
  sv: {
    trench: [
      "Djup 0,56 m till slang.",
      "Markeringsnät lagt 30 cm under ytan.",
      "Berg i botten, sand lagd runt slangen.",
      "Korsar befintlig elkabel, skyddsrör lagt.",
    ],
    facade: [
      "Infart före start, sprickan fanns redan.",
      "Fasadgenomföring tätad.",
      "Gräsmatta orörd öster om häcken.",
    ],
    forestRoad: [
      "Vägen före schakt.",
      "Återställt, packat och städat.",
      "Vändplanen används som upplag till fredag.",
    ],
    cabinet: ["Dörr och lås hela.", "Märkning saknas, ny beställd.", "Lutar något mot vägen."],
    splice: ["Kassett 1, tolv fibrer.", "Dämpning under 0,05 dB i alla skarvar.", "Överlängd inlagd."],
    manhole: ["Vatten i brunnen, länspumpad.", "Locket är oskadat.", "Dragtråd kvar i rör 2."],
    sign: ["Skylten är läsbar från vägen.", "Skylten utbytt."],
    pole: ["Stolpe med röta 40 cm över mark.", "Ny stolpe rest, stag spänt."],
  },
  en: {
    mast: [
      "Seen from the road.",
      "All guy wires in place.",
      "Ice on the upper third.",
      "Obstruction light works.",
    ],
    rooftop: ["Sector 2 after realignment.", "Cable ladder is tight."],
    sign: ["Site sign is readable.", "RF warning sign replaced."],
    meter: ["Reading when we arrived.", "Reading when we left."],
    pole: ["Rust around the clamp.", "Brushed and painted."],
    turbine: ["Nacelle seen from the south.", "Blade B, chip near the tip.", "Stopped during the service."],
    forestRoad: ["Road ploughed.", "Soft shoulder after the bend."],
    facade: ["View from the office."],
  },
};
