/** The state of a retake. LATE: unanswered after its day. */
export const retakeStates = ["SENT", "OPENED", "LATE", "ANSWERED", "WITHDRAWN"] as const;
type RetakeState = (typeof retakeStates)[number];

/** The state of a retake on a Swedish day, YYYY-MM-DD. */
export function retakeStateOf(
  { outcome, openedAt, dueDay }: { outcome: string | null; openedAt: string | null; dueDay: string | null },
  currentDay: string,
): RetakeState {
  if (outcome !== null) return outcome === "WITHDRAWN" ? "WITHDRAWN" : "ANSWERED";
  if (dueDay !== null && dueDay < currentDay) return "LATE";
  return openedAt === null ? "SENT" : "OPENED";
}
