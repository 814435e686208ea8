import type { ResponseOf } from "#domain/contract/endpoint.ts";
import type { getTimelineSpans, TimelineSpan } from "#domain/endpoints/documentation/photoTimeline.ts";
import { get, logInAs, median, timed } from "./benchClient.ts";
import type { BenchServer } from "./benchServer.ts";
import { customersOf } from "./real/realCustomers.ts";
import { type Row, row } from "./table.ts";

/** Milliseconds after which somebody who jumps along the timeline sees an answer as late. */
const lateAfterMs = 100;
/** Milliseconds within which the timeline has begun, as other screens. */
const startWithinMs = 200;
/** Jumps that are timed, spread over the whole timeline. */
const jumps = 60;

type Spans = ResponseOf<typeof getTimelineSpans>;

/**
 * The photo timeline of the largest customer, as its screen asks for it: spans stretch by stretch until all are counted, then the photos
 * of the spans that somebody jumps to.
 */
export async function measureTimeline(
  say: (text: string) => void,
  _: BenchServer,
  documentations: number,
): Promise<Row[]> {
  const headers = await logInAs(customersOf(documentations)[0].username);
  const spans: TimelineSpan[] = [];
  const ranges: number[] = [];
  const ask = async (before: string | null) => {
    const query = before ? `?${new URLSearchParams({ before })}` : "";
    const answer: Spans = JSON.parse(await get(`/api/photo/timelineSpans${query}`, headers));
    return answer;
  };
  const first = await median(() => ask(null));
  let before: string | null = null;
  do {
    const at: string | null = before;
    ranges.push(
      await timed(async () => {
        const { items, next } = await ask(at);
        spans.push(...items);
        before = next;
      }),
    );
  } while (before !== null);
  const photos = spans.reduce((sum, { count }) => sum + count, 0);
  const fetched: number[] = [];
  for (let jump = 0; jump < jumps; jump += 1) {
    const { from, before: until } = spans[Math.floor((jump * spans.length) / jumps)]!;
    const query = new URLSearchParams({ from, before: until });
    fetched.push(await timed(() => get(`/api/photo/timeline?${query}`, headers)));
  }
  fetched.sort((a, b) => a - b);
  const share = (of: number) => fetched[Math.floor(of * (jumps - 1))]!;
  const largest = spans.reduce((max, { count }) => Math.max(max, count), 0);
  say(`${photos} photos in ${spans.length} spans of at most ${largest}, counted in ${ranges.length} calls`);
  return [
    row("first spans", first, startWithinMs, "ms", 1, "what a screen may take to begin"),
    row("a further stretch of spans, slowest", Math.max(...ranges), startWithinMs, "ms", 1, "the same"),
    row("photos of a span, median", share(0.5), lateAfterMs, "ms", 1, "what is seen as late"),
    row("photos of a span, 95 of 100", share(0.95), lateAfterMs, "ms", 1, "what is seen as late"),
  ];
}
