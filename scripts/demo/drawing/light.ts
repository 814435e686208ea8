/** Season and light at a place and time: they make two photos of the same subject differ. */
export interface Light {
  season: "winter" | "summer" | "autumn";
  /** Snow on the ground. */
  snow: boolean;
  /** Clouds hide the sun. */
  isOvercast: boolean;
  /** Height of the sun above the horizon in degrees. */
  sunElevation: number;
  sky: { top: string; middle: string; bottom: string };
  /** Colour of the sun or moon, and of surfaces it lights. */
  glow: string;
  /** Colour and strength of the veil over everything. */
  veil: { colour: string; strength: number };
  /** Taken with a flash: bright in the foreground, dark behind. */
  usesFlash: boolean;
  ground: string;
  grass: string;
  foliage: readonly string[];
  distance: string;
}

const skies = {
  day: { top: "#3f7fc4", middle: "#86b6e0", bottom: "#d3e6f2" },
  grey: { top: "#8b98a4", middle: "#aeb8c0", bottom: "#d5dadd" },
  golden: { top: "#4d6fa8", middle: "#c9a98f", bottom: "#f6cf8f" },
  dusk: { top: "#27365f", middle: "#7a5d82", bottom: "#e0906a" },
  night: { top: "#0b1124", middle: "#141d35", bottom: "#27304a" },
} as const;

/** @param overcast whether clouds hide the sun. */
export function lightAt(time: Date, lat: number, lng: number, isOvercast: boolean): Light {
  const sunElevation = elevation(time, lat, lng);
  const month = time.getUTCMonth() + 1;
  const isWinter = month === 12 || month <= 3 || (month === 4 && lat > 62) || (month === 11 && lat > 62);
  const season = isWinter ? "winter" : month >= 9 ? "autumn" : "summer";
  // Some southern winters have no snow.
  const snow = isWinter && (lat > 58.5 || time.getUTCDate() % 3 === 0);
  const phase =
    sunElevation < -4
      ? "night"
      : sunElevation < 3
        ? "dusk"
        : isOvercast
          ? "grey"
          : sunElevation < 13
            ? "golden"
            : "day";
  const veils = {
    day: { colour: "#fff4d8", strength: 0.05 },
    grey: { colour: "#b8c4cc", strength: 0.1 },
    golden: { colour: "#ffb45c", strength: 0.15 },
    dusk: { colour: "#40305a", strength: 0.2 },
    night: { colour: "#060a18", strength: 0.55 },
  } as const;
  return {
    season,
    snow,
    isOvercast,
    sunElevation,
    sky: skies[phase],
    glow: { day: "#fffbe8", grey: "#f4f6f7", golden: "#ffdc9a", dusk: "#ffb27a", night: "#dfe6f5" }[phase],
    veil: veils[phase],
    usesFlash: phase === "night",
    ground: snow ? "#e6ecf2" : season === "autumn" ? "#7d6a48" : isWinter ? "#766c56" : "#6f7a45",
    grass: snow ? "#f4f7fa" : season === "autumn" ? "#a08a4c" : isWinter ? "#8d8160" : "#6f9440",
    foliage:
      season === "autumn"
        ? ["#c8742a", "#d9a032", "#a8462a", "#8c8a3c"]
        : season === "summer"
          ? ["#4f7d34", "#6a9a44", "#3f6b3a", "#86a94e"]
          : ["#6e6458", "#7f7468", "#5d564e"],
    distance: { day: "#7e9db5", grey: "#9aa6ae", golden: "#a48a86", dusk: "#4b4668", night: "#151c30" }[
      phase
    ],
  };
}

/** Height of the sun in degrees, accurate enough for a picture. */
function elevation(time: Date, lat: number, lng: number): number {
  const radians = Math.PI / 180;
  const day = (time.getTime() - Date.UTC(time.getUTCFullYear(), 0, 1)) / 86_400_000;
  const declination = -23.44 * Math.cos(((2 * Math.PI) / 365) * (day + 10)) * radians;
  const hour = time.getUTCHours() + time.getUTCMinutes() / 60 + lng / 15;
  const angle = (hour - 12) * 15 * radians;
  const sine =
    Math.sin(lat * radians) * Math.sin(declination) +
    Math.cos(lat * radians) * Math.cos(declination) * Math.cos(angle);
  return Math.asin(sine) / radians;
}
