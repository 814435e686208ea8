import { describe, expect, it } from "vitest";
import { ApiError } from "#api/apiError.ts";
import type { Draft, DraftMedia } from "#domain/capture/draft.ts";
import {
  ChecksumMismatchError,
  MissingBytesError,
  type SendingApi,
  type SendingState,
  sendDraft,
} from "./sendDraft.ts";

const aMedia = (
  name: string,
  kind: DraftMedia["kind"] = "PHOTO",
  changes: Partial<DraftMedia> = {},
): DraftMedia => ({
  id: name,
  kind,
  taskId: "t",
  name,
  comment: "",
  type: "",
  size: 4,
  sha256: `hash of ${name}`,
  md5: "",
  dateCreated: "2026-05-04T10:00:00Z",
  confirmed: false,
  ...changes,
});
const aDraft = (...items: DraftMedia[]) =>
  ({ id: "d", media: items, finish: "complete" }) as unknown as Draft;

/** A fake service; `failures` makes single calls fail. */
function aService(failures: Partial<Record<string, () => unknown>> = {}) {
  const calls: string[] = [];
  const storedHashes = new Map<string, string>();
  let storedDraft: Draft | undefined;
  const runStep = <T>(name: string, result: () => T): Promise<T> => {
    calls.push(name);
    return Promise.resolve().then(() => {
      failures[name]?.();
      return result();
    });
  };
  const storedMediaOf = (id: string) => ({
    hasData: storedHashes.has(id),
    sha256: storedHashes.get(id) ?? null,
  });
  const io: SendingApi = {
    catchUp: async (draft) => draft,
    saveDocumentation: () => runStep("save", () => undefined),
    announce: (_, { id }) => runStep(`announce ${id}`, () => storedMediaOf(id)),
    upload: (_, { id, sha256 }, _bytes, onSent) =>
      runStep(`upload ${id}`, () => {
        onSent(4);
        return () =>
          runStep(`settle ${id}`, () => {
            storedHashes.set(id, sha256);
            return storedMediaOf(id);
          });
      }),
    end: () => runStep("end", () => undefined),
    readBytes: async (id) => (id === "gone" ? undefined : new Blob(["1234"])),
    storeDraft: async (draft) => {
      storedDraft = draft;
    },
  };
  return { io, calls, storedHashes, storedDraft: () => storedDraft };
}
const run = (draft: Draft, io: SendingApi, states: SendingState[] = []) =>
  sendDraft(draft, io, (state) => states.push(state), new AbortController().signal);
const failOffline = () => {
  throw new ApiError({ status: 0 });
};

describe("sending a draft", () => {
  it("2§4 saves the documentation, then each photo, then each file, and completes once all are confirmed", async () => {
    const { io, calls } = aService();
    const states: SendingState[] = [];
    const draft = aDraft(aMedia("plan", "FILE"), aMedia("a"), aMedia("b"));
    expect((await run(draft, io, states)).step).toBe("done");
    expect(calls).toEqual([
      "save",
      ...["announce a", "upload a", "settle a"],
      ...["announce b", "upload b", "settle b"],
      ...["announce plan", "upload plan", "settle plan", "end"],
    ]);
    for (const { step, items } of states.filter((state) => state.step === "ending" || state.step === "done"))
      expect([step, items.map(({ state }) => state)]).toEqual([
        step,
        ["confirmed", "confirmed", "confirmed"],
      ]);
  });

  it("design§Capture resumes after a lost network, and checks what is stored before sending again", async () => {
    let isOffline = true;
    const service = aService({ "upload b": () => isOffline && failOffline() });
    const draft = aDraft(aMedia("a"), aMedia("b"));
    const stoppedState = await run(draft, service.io);
    expect([stoppedState.step, stoppedState.items.map(({ state }) => state)]).toEqual([
      "stopped",
      ["confirmed", "waiting"],
    ]);
    expect(service.calls).not.toContain("end");
    isOffline = false;
    service.calls.length = 0;
    // The response may have been lost although the upload was stored.
    service.storedHashes.set("b", "hash of b");
    expect((await run(service.storedDraft()!, service.io)).step).toBe("done");
    expect(service.calls).toEqual(["save", "announce b", "end"]);
  });

  it("design§Capture sends the other items after a refusal, but does not complete the documentation", async () => {
    const { io, calls } = aService({
      "upload a": () => {
        throw new ApiError({ status: 422, body: { error: { code: "notJpeg", message: "" } } });
      },
    });
    const state = await run(aDraft(aMedia("a"), aMedia("b")), io);
    expect([state.step, state.items.map((item) => item.state)]).toEqual(["stopped", ["failed", "confirmed"]]);
    expect(state.items[0]!.failure).toMatchObject({ code: "notJpeg" });
    expect(calls).not.toContain("end");
  });

  it("design§Capture never confirms lost bytes, or different bytes under the same id", async () => {
    const { io, storedHashes } = aService();
    storedHashes.set("other", "hash of something else");
    const state = await run(aDraft(aMedia("gone"), aMedia("other")), io);
    expect(state.items.map((item) => [item.state, item.failure?.constructor])).toEqual([
      ["failed", MissingBytesError],
      ["failed", ChecksumMismatchError],
    ]);
    // Missing bytes are not an error if the service has them.
    storedHashes.set("gone", "hash of gone");
    expect((await run(aDraft(aMedia("gone")), io)).step).toBe("done");
  });
});
