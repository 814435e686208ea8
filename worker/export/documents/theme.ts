/** Colours (RRGGBB) and font shared by the three kinds of document. */
export const themeColors = {
  ink: "1B2733",
  muted: "57606A",
  accent: "1F5A94",
  navy: "17324D",
  rule: "D0D7DE",
  shade: "F3F5F7",
  alarm: "A4231A",
  alarmShade: "FDF1F0",
  white: "FFFFFF",
} as const;

/** Installed on every machine that opens Office documents, or replaced there by a font of the same widths. */
export const themeFont = "Arial";
