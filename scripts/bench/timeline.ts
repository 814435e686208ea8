import type { ResponseOf } from "#domain/contract/endpoint.ts";
import type { getTimelineSpans, TimelineSpan } from "#domain/endpoints/documentation/photoTimeline.ts";
import { get, logInAs, median, timed } from "./benchClient.ts";
import type { BenchServer } from "./benchServer.ts";
import { customersOf } from "./real/realCustomers.ts";
import { type Row, row } from "./table.ts";

/** Milliseconds after which a jump along the timeline feels slow. */
const lateAfterMs = 100;
/** Milliseconds within which the timeline must appear, as on other screens. */
const startWithinMs = 200;
/** Timed jumps, spread over the whole timeline. */
const jumps = 60;

type Spans = ResponseOf<typeof getTimelineSpans>;

/**
 * Measures the photo timeline of the largest customer with the calls of its screen: all pages of spans, then the photos of the
 * spans jumped to.
 */
export async function measureTimeline(
  say: (text: string) => void,
  _: BenchServer,
  documentations: number,
): Promise<Row[]> {
  const headers = await logInAs(customersOf(documentations)[0].username);
  const spans: TimelineSpan[] = [];
  const ranges: number[] = [];
  const fetchPage = async (before: string | null) => {
    const query = before ? `?${new URLSearchParams({ before })}` : "";
    const spanPage: Spans = JSON.parse(await get(`/api/photo/timelineSpans${query}`, headers));
    return spanPage;
  };
  const first = await median(() => fetchPage(null));
  let before: string | null = null;
  do {
    const cursor: string | null = before;
    ranges.push(
      await timed(async () => {
        const { items, next } = await fetchPage(cursor);
        spans.push(...items);
        before = next;
      }),
    );
  } while (before !== null);
  const photos = spans.reduce((sum, { count }) => sum + count, 0);
  const fetched: number[] = [];
  for (let jump = 0; jump < jumps; jump += 1) {
    const { from, before: to } = spans[Math.floor((jump * spans.length) / jumps)]!;
    const query = new URLSearchParams({ from, before: to });
    fetched.push(await timed(() => get(`/api/photo/timeline?${query}`, headers)));
  }
  fetched.sort((a, b) => a - b);
  const percentile = (rank: number) => fetched[Math.floor(rank * (jumps - 1))]!;
  const largest = spans.reduce((max, { count }) => Math.max(max, count), 0);
  say(`${photos} photos in ${spans.length} spans of at most ${largest}, counted in ${ranges.length} calls`);
  return [
    row("first spans", first, startWithinMs, "ms", 1, "the limit for a screen to appear"),
    row("further pages of spans, slowest", Math.max(...ranges), startWithinMs, "ms", 1, "the same"),
    row("photos of a span, median", percentile(0.5), lateAfterMs, "ms", 1, "what is seen as late"),
    row("photos of a span, 95 of 100", percentile(0.95), lateAfterMs, "ms", 1, "what is seen as late"),
  ];
}
