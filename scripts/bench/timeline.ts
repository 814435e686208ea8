import type { ResponseOf } from "#domain/contract/endpoint.ts";
import type { getTimelineSpans, TimelineSpan } from "#domain/endpoints/documentation/photoTimeline.ts";
import { get, logInAs, medianMs, timed } from "./benchClient.ts";
import type { BenchServer } from "./benchServer.ts";
import { customersOf } from "./real/realCustomers.ts";
import { type Row, row } from "./table.ts";

/** Milliseconds after which a jump along the timeline feels slow. */
const maxJumpMs = 100;
/** Milliseconds within which the timeline must appear, as on other screens. */
const maxStartMs = 200;
/** Timed jumps, spread over the whole timeline. */
const jumpCount = 60;

type Spans = ResponseOf<typeof getTimelineSpans>;

/**
 * Measures the photo timeline of the largest customer with the calls of its screen: all pages of spans, then the photos of the
 * spans jumped to.
 */
export async function measureTimeline(
  say: (text: string) => void,
  _: BenchServer,
  documentationCount: number,
): Promise<Row[]> {
  const headers = await logInAs(customersOf(documentationCount)[0].username);
  const spans: TimelineSpan[] = [];
  const pageDurationsMs: number[] = [];
  const fetchPage = async (before: string | null) => {
    const query = before ? `?${new URLSearchParams({ before })}` : "";
    const spanPage: Spans = JSON.parse(await get(`/api/photo/timelineSpans${query}`, headers));
    return spanPage;
  };
  const firstPageMs = await medianMs(() => fetchPage(null));
  let before: string | null = null;
  do {
    const cursor: string | null = before;
    pageDurationsMs.push(
      await timed(async () => {
        const { items, next } = await fetchPage(cursor);
        spans.push(...items);
        before = next;
      }),
    );
  } while (before !== null);
  const photoCount = spans.reduce((sum, { count }) => sum + count, 0);
  const spanDurationsMs: number[] = [];
  for (let jump = 0; jump < jumpCount; jump += 1) {
    const { from, before: to } = spans[Math.floor((jump * spans.length) / jumpCount)]!;
    const query = new URLSearchParams({ from, before: to });
    spanDurationsMs.push(await timed(() => get(`/api/photo/timeline?${query}`, headers)));
  }
  spanDurationsMs.sort((a, b) => a - b);
  const percentile = (rank: number) => spanDurationsMs[Math.floor(rank * (jumpCount - 1))]!;
  const largest = spans.reduce((max, { count }) => Math.max(max, count), 0);
  say(
    `${photoCount} photos in ${spans.length} spans of at most ${largest}, counted in ${pageDurationsMs.length} calls`,
  );
  return [
    row("first spans", firstPageMs, maxStartMs, "ms", 1, "the limit for a screen to appear"),
    row("further pages of spans, slowest", Math.max(...pageDurationsMs), maxStartMs, "ms", 1, "the same"),
    row("photos of a span, median", percentile(0.5), maxJumpMs, "ms", 1, "the limit of a fluent jump"),
    row("photos of a span, p95", percentile(0.95), maxJumpMs, "ms", 1, "the limit of a fluent jump"),
  ];
}
