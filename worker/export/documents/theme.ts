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

/** Installed wherever Office documents are opened, or replaced there by a font with the same character widths. */
export const themeFont = "Arial";
