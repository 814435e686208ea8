import { confirmed, type Draft, type DraftMedia } from "../../../../../domain/capture/draft";
import { Failure } from "../../../api/failure";

/** The calls that sending makes. */
export interface SendingIo {
  /** The draft with what others have done to a handed-over documentation meanwhile. @throws where the user has to decide first */
  catchUp(draft: Draft): Promise<Draft>;
  /** Saves the documentation with its tasks and answers; may be repeated. */
  saveDocumentation(draft: Draft): Promise<unknown>;
  /** Announces a photo or file. Resolves to what the service already has. */
  describe(draft: Draft, media: DraftMedia): Promise<{ hasData: boolean; sha256: string | null }>;
  /** Uploads the bytes and has the service inspect them. Resolves to what it stored. */
  upload(
    draft: Draft,
    media: DraftMedia,
    bytes: Blob,
    onSent: (bytes: number) => void,
  ): Promise<{ hasData: boolean; sha256: string | null }>;
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
export class MissingBytes extends Error {}
/** The service has different bytes under this id than were captured. */
export class OtherBytes extends Error {}

/**
 * Saves a draft in the order of 2§4: the documentation, each photo, each file, then complete or pause. Confirmations are stored
 * at once, so that an interrupted run resumes where it was. A refused item does not stop the others but prevents the ending; a
 * lost network ends the run, which may be repeated.
 * @returns how it ended; `done` means that the service has confirmed every hash and ended the documentation.
 */
export async function sendDraft(
  given: Draft,
  io: SendingIo,
  onState: (state: SendingState) => void,
  signal: AbortSignal,
): Promise<SendingState> {
  let draft = given;
  const order = draft.media.filter(({ there }) => !there).toSorted((a, b) => rank(a) - rank(b));
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
  try {
    say("documentation");
    draft = await io.catchUp(draft);
    await io.saveDocumentation(draft);
    for (const [index, media] of order.entries()) {
      signal.throwIfAborted();
      const item = items[index]!;
      if (item.state === "confirmed") continue;
      item.state = "sending";
      say("media");
      try {
        await sendOne(draft, media, io, (sent) => {
          item.sent = Math.min(sent, item.size);
          say("media");
        });
        draft = confirmed(draft, media.id);
        await io.keep(draft);
        item.state = "confirmed";
        item.sent = item.size;
      } catch (error) {
        if (stopsAll(error) || signal.aborted) throw error;
        item.state = "failed";
        item.failure = error;
      }
      say("media");
    }
    if (items.some((item) => item.state !== "confirmed")) return finish(state("stopped"));
    signal.throwIfAborted();
    say("ending");
    await io.end(draft);
    return finish(state("done"));
  } catch (error) {
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

async function sendOne(
  draft: Draft,
  media: DraftMedia,
  io: SendingIo,
  onSent: (bytes: number) => void,
): Promise<void> {
  const bytes = await io.bytesOf(media.id);
  const before = await io.describe(draft, media);
  const stored = before.hasData ? before : await uploaded();
  if (stored.sha256 !== media.sha256) throw new OtherBytes();

  async function uploaded() {
    if (!bytes) throw new MissingBytes();
    return io.upload(draft, media, bytes, onSent);
  }
}

/** Failures that would hit every item: no network, a server in trouble, a refused licence. */
const stopsAll = (error: unknown): boolean =>
  !(error instanceof MissingBytes || error instanceof OtherBytes) &&
  (!(error instanceof Failure) ||
    error.status === 0 ||
    error.status >= 500 ||
    error.status === 401 ||
    error.status === 429);

/** Stopped by something temporary: no network, or a service in trouble. */
export const isWaiting = (state: SendingState | null | undefined): boolean =>
  state?.step === "stopped" && state.failure instanceof Failure && state.failure.passing;
