const weekMs = 7 * 86_400_000;

/** Whether a documentation will be deleted automatically: "now", "soon" within a week, or null for later or never. */
export function deletionUrgencyOf(deleteAfter: string | null, nowMs = Date.now()): "now" | "soon" | null {
  if (deleteAfter === null) return null;
  const remainingMs = Date.parse(deleteAfter) - nowMs;
  if (remainingMs <= 0) return "now";
  return remainingMs <= weekMs ? "soon" : null;
}
