const week = 7 * 86_400_000;

/** Whether a documentation is deleted by itself now, or within a week; null for later or never. */
export function upcomingDeletion(deleteAfter: string | null, now = Date.now()): "now" | "soon" | null {
  if (deleteAfter === null) return null;
  const left = Date.parse(deleteAfter) - now;
  if (left <= 0) return "now";
  return left <= week ? "soon" : null;
}
