/** The eight points of the compass, clockwise from north. */
const compassPoints = {
  en: ["N", "NE", "E", "SE", "S", "SW", "W", "NW"],
  sv: ["N", "NO", "O", "SO", "S", "SV", "V", "NV"],
} as const;

/** "NW 315°" in English and "NV 315°" in Swedish. @param degrees clockwise from north, 0 to 360 */
export function formatDirection(degrees: number, language: keyof typeof compassPoints): string {
  const wholeDegrees = Math.round(degrees) % 360;
  return `${compassPoints[language][Math.round(wholeDegrees / 45) % 8]} ${wholeDegrees}°`;
}
