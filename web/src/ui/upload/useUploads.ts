import { useEffect, useRef, useState } from "react";
import { ApiError } from "#api/apiError.ts";
import { isAbort } from "#api/fetchWithTimeout.ts";
import { haveSameBytes } from "./sameBytes.ts";
import { type FileUpload, isInProgress, isRefused, type UploadItem, type UploadStep } from "./upload.ts";

/** Simultaneous uploads. */
const concurrency = 3;
/** Files announced ahead of sending. Kept low so that signed URLs do not expire on a slow line. */
const maxFilesInFlight = 10;

interface UploadOptions {
  createUpload: (item: UploadItem) => FileUpload;
  /** Called when all started uploads have ended, successfully or not. */
  onSettled: (items: readonly UploadItem[]) => void;
}

/**
 * Selected files and their states. Files are read and announced in order, because their names depend on it, some of them before
 * they can be sent; a few are sent concurrently.
 */
export function useUploads({ createUpload, onSettled }: UploadOptions) {
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  const [isRunning, setIsRunning] = useState(false);
  // Running uploads must see the current list, not the one they started with.
  const currentItems = useRef(items);
  const onSettledRef = useRef(onSettled);
  onSettledRef.current = onSettled;
  const lastKey = useRef(0);
  const uploads = useRef(new Map<number, FileUpload>());
  const abortController = useRef(new AbortController());
  const adding = useRef<Promise<unknown>>(Promise.resolve());
  const [skippedNames, setSkippedNames] = useState<readonly string[]>([]);

  useEffect(() => {
    abortController.current = new AbortController();
    return () => abortController.current.abort();
  }, []);

  function change(next: readonly UploadItem[]) {
    currentItems.current = next;
    setItems(next);
  }
  const setStep = (key: number, step: UploadStep) =>
    change(currentItems.current.map((item) => (item.key === key ? { ...item, step } : item)));

  async function attempt(key: number, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (isAbort(error)) return false;
      setStep(key, {
        state: "failed",
        failure: error instanceof ApiError ? error : createUnreadableError(error),
      });
      return false;
    }
  }

  async function sendBytes(key: number, upload: FileUpload, signal: AbortSignal) {
    await upload.send((step) => setStep(key, step), signal);
    setStep(key, { state: "done" });
  }

  async function run(selected: readonly UploadItem[]) {
    const { signal } = abortController.current;
    setIsRunning(true);
    const inFlight = new Set<Promise<void>>();
    const limit = createLimiter(concurrency);
    for (const item of selected) {
      if (signal.aborted) break;
      const { key } = item;
      const upload = uploads.current.get(key) ?? createUpload(item);
      uploads.current.set(key, upload);
      const onStep = (step: UploadStep) => setStep(key, step);
      if (!(await attempt(key, () => upload.read(onStep, signal)))) continue;
      const announcement = attempt(key, () => upload.announce(onStep, signal));
      const sending = announcement
        .then((isAnnounced) => isAnnounced && limit(() => attempt(key, () => sendBytes(key, upload, signal))))
        .then(() => {
          inFlight.delete(sending);
        });
      inFlight.add(sending);
      if (inFlight.size >= maxFilesInFlight) await Promise.race(inFlight);
    }
    await Promise.all(inFlight);
    if (signal.aborted) return;
    setIsRunning(false);
    onSettledRef.current(currentItems.current);
  }

  /**
   * Adds new files and returns them. A file of the same name and bytes as another is skipped and named in `skipped`; phones call
   * every photo image.jpg, so the name alone says nothing.
   */
  function add(files: readonly File[], slot = ""): Promise<UploadItem[]> {
    const addition = adding.current.then(async () => {
      const newItems: UploadItem[] = [];
      for (const file of files) {
        const sameNamedItems = currentItems.current.filter(
          (item) => item.slot === slot && item.file.name === file.name,
        );
        if (await anySameBytes(sameNamedItems, file)) {
          setSkippedNames((names) => [...new Set([...names, file.name])]);
          continue;
        }
        const item: UploadItem = { key: ++lastKey.current, slot, file, step: { state: "waiting" } };
        newItems.push(item);
        change([...currentItems.current, item]);
      }
      return newItems;
    });
    adding.current = addition;
    return addition;
  }

  return {
    items,
    isRunning,
    /** Names of files that were skipped, until they are dismissed. */
    skipped: skippedNames,
    dismissSkipped: () => setSkippedNames([]),
    add,
    remove: (key: number) => change(currentItems.current.filter((item) => item.key !== key)),
    clear: () => change([]),
    /** Starts the uploads that are neither done, in progress nor refused. */
    start: (selected: readonly UploadItem[] = currentItems.current) =>
      run(selected.filter(({ step }) => step.state !== "done" && !isInProgress(step) && !isRefused(step))),
    retry: (item: UploadItem) => run([item]),
  };
}

/** Limits concurrency. Queued work starts in order. */
function createLimiter(maxConcurrent: number) {
  let free = maxConcurrent;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

async function anySameBytes(items: readonly UploadItem[], file: File): Promise<boolean> {
  for (const item of items) if (await haveSameBytes(item.file, file)) return true;
  return false;
}

/** The error for a file that was moved or changed on disk after it was selected. */
const createUnreadableError = (cause: unknown): ApiError =>
  new ApiError({ status: 0, statusText: "file", cause });
