import { ApiError } from "#api/apiError.ts";
import { type Draft, type DraftMedia, withConfirmed } from "#domain/capture/draft.ts";

/** The service's record of a photo or file. */
export interface StoredMedia {
  hasData: boolean;
  sha256: string | null;
}

/** The calls that sending a draft makes. */
export interface SendingApi {
  /** Merges changes made by others to a handed-over documentation. @throws if there are conflicts to resolve first */
  catchUp(draft: Draft): Promise<Draft>;
  /** Saves the documentation with its tasks and answers. Idempotent. */
  saveDocumentation(draft: Draft): Promise<unknown>;
  /** Announces a photo or file. Resolves to its state at the service. */
  announce(draft: Draft, media: DraftMedia): Promise<StoredMedia>;
  /**
   * Uploads the bytes. Resolves to a function that has the service inspect them, batched with others, and returns what it stored.
   */
  upload(
    draft: Draft,
    media: DraftMedia,
    bytes: Blob,
    onSent: (bytes: number) => void,
  ): Promise<() => Promise<StoredMedia>>;
  /** Completes or pauses, according to the draft's `finish`. */
  end(draft: Draft): Promise<unknown>;
  readBytes(mediaId: string): Promise<Blob | undefined>;
  /** Stores the changed draft. */
  storeDraft(draft: Draft): Promise<unknown>;
}

type ItemState = "waiting" | "sending" | "confirmed" | "failed";

export interface SendingItem {
  id: string;
  name: string;
  state: ItemState;
  /** Bytes passed to the network, at most the total. Does not mean that they have arrived. */
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

/** The browser no longer has the bytes: the user or the browser has cleared them. */
export class MissingBytesError extends Error {}
/** The service has different bytes under this id than were captured. */
export class ChecksumMismatchError extends Error {}

/**
 * Saves a draft in the order of 2§4: the documentation, each photo, each file, then complete or pause. While the service inspects
 * one item, the next is sent. Confirmations are stored at once, so that an interrupted run resumes where it was. A refused item
 * does not stop the others but prevents completion; a lost network ends the run, which can be repeated.
 * @returns the final state; `done` means that the service has confirmed every hash and ended the documentation.
 */
export async function sendDraft(
  initialDraft: Draft,
  io: SendingApi,
  onState: (snapshot: SendingState) => void,
  signal: AbortSignal,
): Promise<SendingState> {
  let draft = initialDraft;
  const pendingMedia = draft.media.filter(({ onServer }) => !onServer).toSorted((a, b) => rank(a) - rank(b));
  const items: SendingItem[] = pendingMedia.map(({ id, name, size, confirmed: isConfirmed }) => ({
    id,
    name,
    state: isConfirmed ? "confirmed" : "waiting",
    sent: isConfirmed ? size : 0,
    size,
  }));
  const createState = (step: SendingState["step"], failure?: unknown): SendingState => ({
    step,
    items: items.map((item) => ({ ...item })),
    ...(failure !== undefined && { failure }),
  });
  const report = (step: SendingState["step"]) => onState(createState(step));
  const inspections: Promise<void>[] = [];
  const fatalErrors: unknown[] = [];
  let storePromise: Promise<unknown> = Promise.resolve();
  const recordFailure = (item: SendingItem, failure: unknown) => {
    if (isFatal(failure) || signal.aborted) fatalErrors.push(failure);
    else Object.assign(item, { state: "failed", failure });
  };
  const confirm = async (item: SendingItem, media: DraftMedia, inspect: () => Promise<StoredMedia>) => {
    try {
      if ((await inspect()).sha256 !== media.sha256) throw new ChecksumMismatchError();
      draft = withConfirmed(draft, media.id);
      storePromise = storePromise.then(() => io.storeDraft(draft));
      await storePromise;
      Object.assign(item, { state: "confirmed", sentBytes: item.size });
    } catch (error) {
      recordFailure(item, error);
    }
    report("media");
  };
  try {
    report("documentation");
    draft = await io.catchUp(draft);
    await io.saveDocumentation(draft);
    for (const [index, media] of pendingMedia.entries()) {
      signal.throwIfAborted();
      if (fatalErrors.length > 0) break;
      const item = items[index]!;
      if (item.state === "confirmed") continue;
      item.state = "sending";
      report("media");
      try {
        const inspect = await sendOne(draft, media, io, (sent) => {
          item.sent = Math.min(sent, item.size);
          report("media");
        });
        inspections.push(confirm(item, media, inspect));
      } catch (error) {
        recordFailure(item, error);
        report("media");
      }
    }
    await Promise.all(inspections);
    if (fatalErrors.length > 0) throw fatalErrors[0];
    if (items.some((item) => item.state !== "confirmed")) return finish(createState("stopped"));
    signal.throwIfAborted();
    report("ending");
    await io.end(draft);
    return finish(createState("done"));
  } catch (error) {
    await Promise.all(inspections);
    for (const item of items)
      if (item.state === "sending") Object.assign(item, { state: "waiting", sentBytes: 0 });
    return finish(createState("stopped", error));
  }

  function finish(finalState: SendingState): SendingState {
    onState(finalState);
    return finalState;
  }
}

/** Photos before files (2§4). */
const rank = ({ kind }: DraftMedia) => (kind === "PHOTO" ? 0 : 1);

/** Uploads the bytes unless the service has them. Resolves to a function that returns what was stored. */
async function sendOne(
  draft: Draft,
  media: DraftMedia,
  io: SendingApi,
  onSent: (bytes: number) => void,
): Promise<() => Promise<StoredMedia>> {
  const bytes = await io.readBytes(media.id);
  const storedMedia = await io.announce(draft, media);
  if (storedMedia.hasData) return async () => storedMedia;
  if (!bytes) throw new MissingBytesError();
  return io.upload(draft, media, bytes, onSent);
}

/** Whether an error would affect every item: no network, a server error, a refused licence, too many requests. */
const isFatal = (error: unknown): boolean =>
  !(error instanceof MissingBytesError || error instanceof ChecksumMismatchError) &&
  (!(error instanceof ApiError) ||
    error.status === 0 ||
    error.status >= 500 ||
    error.status === 401 ||
    error.status === 429);

/** Whether sending stopped for a temporary reason: no network, or a server error. */
export const hasTransientFailure = (state: SendingState | null | undefined): boolean =>
  state?.step === "stopped" && state.failure instanceof ApiError && state.failure.isTransient;
