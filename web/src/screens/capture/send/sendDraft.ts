import { ApiError } from "#api/failure.ts";
import { type Draft, type DraftMedia, withConfirmed } from "#domain/capture/draft.ts";

/** What the service has of a photo or file. */
export interface Stored {
  hasData: boolean;
  sha256: string | null;
}

/** The calls that sending makes. */
export interface SendingApi {
  /** The draft with what others have done to a handed-over documentation meanwhile. @throws where the user has to decide first */
  catchUp(draft: Draft): Promise<Draft>;
  /** Saves the documentation with its tasks and answers; may be repeated. */
  saveDocumentation(draft: Draft): Promise<unknown>;
  /** Announces a photo or file. Resolves to what the service already has. */
  describe(draft: Draft, media: DraftMedia): Promise<Stored>;
  /** Uploads the bytes. What it resolves to has the service inspect them, together with others, and resolves to what it stored. */
  upload(
    draft: Draft,
    media: DraftMedia,
    bytes: Blob,
    onSent: (bytes: number) => void,
  ): Promise<() => Promise<Stored>>;
  /** Completes or pauses, whichever the draft asks for. */
  end(draft: Draft): Promise<unknown>;
  bytesOf(mediaId: string): Promise<Blob | undefined>;
  /** Stores the changed draft. */
  keep(draft: Draft): Promise<unknown>;
}

type ItemState = "waiting" | "sending" | "confirmed" | "failed";

export interface SendingItem {
  id: string;
  name: string;
  state: ItemState;
  /** Bytes handed to the network; never above the total, and no sign of success. */
  sent: number;
  size: number;
  failure?: unknown;
}

export interface SendingState {
  step: "documentation" | "media" | "ending" | "done" | "stopped";
  items: SendingItem[];
  /** Why sending stopped; absent when single items failed. */
  failure?: unknown;
}

/** The browser no longer has the bytes: cleared by the user or by itself. */
export class MissingBytesError extends Error {}
/** The service has different bytes under this id than were captured. */
export class ChecksumMismatchError extends Error {}

/**
 * Saves a draft in the order of 2§4: the documentation, each photo, each file, then complete or pause. While the service inspects one,
 * the next is sent. Confirmations are stored at once, so that an interrupted run resumes where it was. A refused item does not stop the
 * others but prevents the ending; a lost network ends the run, which may be repeated.
 * @returns how it ended; `done` means that the service has confirmed every hash and ended the documentation.
 */
export async function sendDraft(
  given: Draft,
  io: SendingApi,
  onState: (state: SendingState) => void,
  signal: AbortSignal,
): Promise<SendingState> {
  let draft = given;
  const order = draft.media.filter(({ onServer }) => !onServer).toSorted((a, b) => rank(a) - rank(b));
  const items: SendingItem[] = order.map(({ id, name, size, confirmed: there }) => ({
    id,
    name,
    state: there ? "confirmed" : "waiting",
    sent: there ? size : 0,
    size,
  }));
  const state = (step: SendingState["step"], failure?: unknown): SendingState => ({
    step,
    items: items.map((item) => ({ ...item })),
    ...(failure !== undefined && { failure }),
  });
  const say = (step: SendingState["step"]) => onState(state(step));
  const inspected: Promise<void>[] = [];
  const stops: unknown[] = [];
  let keeping: Promise<unknown> = Promise.resolve();
  const failed = (item: SendingItem, failure: unknown) => {
    if (isFatal(failure) || signal.aborted) stops.push(failure);
    else Object.assign(item, { state: "failed", failure });
  };
  const confirm = async (item: SendingItem, media: DraftMedia, inspect: () => Promise<Stored>) => {
    try {
      if ((await inspect()).sha256 !== media.sha256) throw new ChecksumMismatchError();
      draft = withConfirmed(draft, media.id);
      keeping = keeping.then(() => io.keep(draft));
      await keeping;
      Object.assign(item, { state: "confirmed", sent: item.size });
    } catch (error) {
      failed(item, error);
    }
    say("media");
  };
  try {
    say("documentation");
    draft = await io.catchUp(draft);
    await io.saveDocumentation(draft);
    for (const [index, media] of order.entries()) {
      signal.throwIfAborted();
      if (stops.length > 0) break;
      const item = items[index]!;
      if (item.state === "confirmed") continue;
      item.state = "sending";
      say("media");
      try {
        const inspect = await sendOne(draft, media, io, (sent) => {
          item.sent = Math.min(sent, item.size);
          say("media");
        });
        inspected.push(confirm(item, media, inspect));
      } catch (error) {
        failed(item, error);
        say("media");
      }
    }
    await Promise.all(inspected);
    if (stops.length > 0) throw stops[0];
    if (items.some((item) => item.state !== "confirmed")) return finish(state("stopped"));
    signal.throwIfAborted();
    say("ending");
    await io.end(draft);
    return finish(state("done"));
  } catch (error) {
    await Promise.all(inspected);
    for (const item of items)
      if (item.state === "sending") Object.assign(item, { state: "waiting", sent: 0 });
    return finish(state("stopped", error));
  }

  function finish(last: SendingState): SendingState {
    onState(last);
    return last;
  }
}

/** Photos before files (2§4). */
const rank = ({ kind }: DraftMedia) => (kind === "PHOTO" ? 0 : 1);

/** Sends the bytes, unless the service has them. What it resolves to asks what is stored. */
async function sendOne(
  draft: Draft,
  media: DraftMedia,
  io: SendingApi,
  onSent: (bytes: number) => void,
): Promise<() => Promise<Stored>> {
  const bytes = await io.bytesOf(media.id);
  const before = await io.describe(draft, media);
  if (before.hasData) return async () => before;
  if (!bytes) throw new MissingBytesError();
  return io.upload(draft, media, bytes, onSent);
}

/** Failures that would hit every item: no network, a server in trouble, a refused licence. */
const isFatal = (error: unknown): boolean =>
  !(error instanceof MissingBytesError || error instanceof ChecksumMismatchError) &&
  (!(error instanceof ApiError) ||
    error.status === 0 ||
    error.status >= 500 ||
    error.status === 401 ||
    error.status === 429);

/** Stopped by something temporary: no network, or a service in trouble. */
export const isWaitingForNetwork = (state: SendingState | null | undefined): boolean =>
  state?.step === "stopped" && state.failure instanceof ApiError && state.failure.passing;
