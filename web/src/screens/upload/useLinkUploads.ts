import { useEffect, useMemo, useRef, useState } from "react";
import type { ApiError } from "#api/apiError.ts";
import { withLock } from "#lib/locks.ts";
import { isRefused, type UploadItem } from "#ui/upload/upload.ts";
import { useUploads } from "#ui/upload/useUploads.ts";
import { type Digests, LinkUpload, type UploadTarget } from "./LinkUpload.ts";
import { createLinkCalls } from "./linkCalls.ts";
import {
  deletePendingFile,
  hashToken,
  type PendingFile,
  readPendingFiles,
  savePendingFile,
} from "./pendingFileStore.ts";

/** How the last run ended. */
interface UploadOutcome {
  kind: "success" | "error";
  /** The error that closed the link, if that ended the run. */
  closed: ApiError | null;
}

/**
 * The files of a link: selected, stored in the browser until they have arrived, and sent. A page that was closed while sending
 * resumes automatically.
 * @param slots the targets that files may be selected for: task ids, or "" for the documentation
 * @param toUploadTarget maps other targets, such as retakes, to the targets that the service knows
 */
export function useLinkUploads(
  token: string,
  slots: readonly string[],
  onSuccess: () => void,
  toUploadTarget?: (slot: string) => UploadTarget,
) {
  const link = useMemo(() => hashToken(token), [token]);
  const calls = useMemo(() => createLinkCalls(token), [token]);
  const [comments, setComments] = useState<Record<number, string>>({});
  /** The names that the service gave the files, by key. */
  const [names, setNames] = useState<Record<number, string>>({});
  /** Files whose upload was interrupted and which must be selected again. */
  const [filesToReselect, setFilesToReselect] = useState<readonly PendingFile[]>([]);
  const [hasResumed, setHasResumed] = useState(false);
  const [outcome, setOutcome] = useState<UploadOutcome | null>(null);
  /** SHA-256 digests the service has confirmed. */
  const [confirmedHashes, setConfirmedHashes] = useState<ReadonlySet<string>>(new Set());
  const commentsRef = useRef(comments);
  const digests = useRef(new Map<number, Digests>());
  const startedKeys = useRef(new Set<number>());
  const storedIds = useRef(new Map<number, string>());

  const idOf = ({ key }: UploadItem): string => {
    const id = storedIds.current.get(key) ?? crypto.randomUUID();
    storedIds.current.set(key, id);
    return id;
  };
  const store = (item: UploadItem) =>
    savePendingFile({
      id: idOf(item),
      link,
      slot: item.slot,
      name: item.file.name,
      size: item.file.size,
      file: item.file,
      lastModified: item.file.lastModified,
      comment: commentsRef.current[item.key] ?? "",
      isStarted: startedKeys.current.has(item.key),
      digests: digests.current.get(item.key) ?? null,
      // Preserves the order of selection.
      addedAt: pageOpenedAt + item.key,
    });
  const removeStored = (item: UploadItem) => deletePendingFile({ id: idOf(item) });

  const uploads = useUploads({
    createUpload: (item) => {
      const upload = new LinkUpload({
        token,
        calls,
        file: item.file,
        taskId: item.slot,
        ...(toUploadTarget && { announcedAs: toUploadTarget(item.slot) }),
        comment: () => commentsRef.current[item.key]?.trim() ?? "",
        digests: digests.current.get(item.key) ?? null,
        onRead: (computedDigests) => {
          digests.current.set(item.key, computedDigests);
          void store(item);
        },
        onNamed: (name) => setNames((current) => ({ ...current, [item.key]: name })),
      });
      return {
        read: (onStep, signal) => upload.read(onStep, signal),
        announce: (onStep, signal) => upload.announce(onStep, signal),
        send: async (onStep, signal) => {
          await upload.send(onStep, signal);
          setConfirmedHashes((current) => new Set(current).add(upload.receivedSha256!));
          await removeStored(item);
        },
      };
    },
    onSettled: (items) => {
      setHasResumed(false);
      // A refused file stays in the list with its reason, but is not sent again after a reload.
      for (const item of items) if (isRefused(item.step)) void removeStored(item);
      if (items.every(({ step }) => step.state === "done")) {
        setOutcome({ kind: "success", closed: null });
        uploads.clear();
        onSuccess();
        return;
      }
      const failures = items.flatMap(({ step }) => (step.state === "failed" ? [step.failure] : []));
      const closed = failures.find(({ code }) => code !== null && closingCodes.has(code)) ?? null;
      if (failures.length > 0) setOutcome({ kind: "error", closed });
    },
  });

  function setComment(item: UploadItem, text: string) {
    commentsRef.current = { ...commentsRef.current, [item.key]: text };
    setComments(commentsRef.current);
    void store(item);
  }

  const hasRestored = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the page opens
  useEffect(() => {
    if (hasRestored.current) return;
    hasRestored.current = true;
    void withTabLock(link, async () => {
      const pending = await readPendingFiles(link);
      const relevant = pending.filter(({ slot }) => slots.includes(slot));
      const restoredItems: UploadItem[] = [];
      for (const row of relevant) {
        if (!row.file) continue;
        // Some browsers return a Blob instead of a File.
        const { name, lastModified } = row;
        const file = new File([row.file], name, { type: row.file.type, lastModified });
        const [item] = await uploads.add([file], row.slot);
        if (!item) continue;
        storedIds.current.set(item.key, row.id);
        commentsRef.current = { ...commentsRef.current, [item.key]: row.comment };
        if (row.digests) digests.current.set(item.key, row.digests);
        if (row.isStarted) startedKeys.current.add(item.key);
        restoredItems.push(item);
      }
      setComments(commentsRef.current);
      setFilesToReselect(relevant.filter(({ file, isStarted: wasSending }) => !file && wasSending));
      const interruptedItems = restoredItems.filter(({ key }) => startedKeys.current.has(key));
      if (interruptedItems.length === 0) return;
      setHasResumed(true);
      void uploads.start(interruptedItems);
    });
  }, []);

  async function add(files: readonly File[], slot: string) {
    setOutcome(null);
    const missing = new Set(filesToReselect);
    for (const item of await uploads.add(files, slot)) {
      const { name, size, lastModified } = item.file;
      const candidates = [...missing].filter(
        (row) => row.slot === slot && row.name === name && row.size === size,
      );
      const pendingFile = candidates.find((row) => row.lastModified === lastModified) ?? candidates[0];
      if (pendingFile) {
        missing.delete(pendingFile);
        storedIds.current.set(item.key, pendingFile.id);
        setFilesToReselect((current) => current.filter((row) => row !== pendingFile));
        if (pendingFile.digests && pendingFile.lastModified === lastModified)
          digests.current.set(item.key, pendingFile.digests);
        commentsRef.current = { ...commentsRef.current, [item.key]: pendingFile.comment };
        setComments(commentsRef.current);
      }
      void store(item);
    }
  }

  return {
    items: uploads.items,
    isRunning: uploads.isRunning,
    comments,
    names,
    skipped: uploads.skipped,
    dismissSkipped: uploads.dismissSkipped,
    mustChooseAgain: filesToReselect,
    hasResumed,
    outcome,
    sent: confirmedHashes,
    add,
    comment: setComment,
    remove(item: UploadItem) {
      uploads.remove(item.key);
      void removeStored(item);
    },
    forget(row: PendingFile) {
      setFilesToReselect((current) => current.filter((pendingFile) => pendingFile !== row));
      void deletePendingFile(row);
    },
    start(selectedItems: readonly UploadItem[] = uploads.items) {
      setOutcome(null);
      for (const item of selectedItems) {
        startedKeys.current.add(item.key);
        if (item.step.state !== "done" && !isRefused(item.step)) void store(item);
      }
      void uploads.start(selectedItems);
    },
    dismiss: () => setOutcome(null),
  };
}

export type LinkUploads = ReturnType<typeof useLinkUploads>;

const pageOpenedAt = Date.now();

/** Two tabs of a link must not resume the same files: the second waits until the first is closed. */
const withTabLock = (link: string, work: () => Promise<void>): Promise<void> =>
  withLock(`siteproof-link-${link}`, {}, async () => {
    await work();
    await new Promise(() => {});
  });

/** Failures after which the link accepts nothing more. */
const closingCodes: ReadonlySet<string> = new Set(["linkUnknown", "linkExpired", "linkFull"]);
