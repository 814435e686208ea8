import { useEffect, useRef, useState } from "react";
import { isAbort } from "#api/client.ts";
import { ApiError } from "#api/failure.ts";
import { type FileUpload, inProgress, type UploadItem, type UploadStep } from "./upload.ts";

/** Simultaneous uploads. */
const concurrency = 3;
/** Files that are announced before it is their turn: few enough that their addresses do not expire, over a bad line too. */
const announceAhead = 10;

interface UploadOptions {
  uploadOf: (item: UploadItem) => FileUpload;
  /** Called when everything that was started has ended, well or not. */
  onSettled: (items: readonly UploadItem[]) => void;
  /** Whether two files are the same; by default compares name, size and date. */
  same?: (one: File, other: File) => boolean;
}

/**
 * Chosen files and their states. They are read and announced in their order, which names follow, some ahead of those that are sent, a
 * few at a time.
 */
export function useUploads({ uploadOf, onSettled, same = sameFile }: UploadOptions) {
  const [items, setItems] = useState<readonly UploadItem[]>([]);
  const [running, setRunning] = useState(false);
  // Running uploads read the current list, not the one they started with.
  const list = useRef(items);
  const settled = useRef(onSettled);
  settled.current = onSettled;
  const last = useRef(0);
  const uploads = useRef(new Map<number, FileUpload>());
  const stop = useRef(new AbortController());

  useEffect(() => {
    stop.current = new AbortController();
    return () => stop.current.abort();
  }, []);

  function change(next: readonly UploadItem[]) {
    list.current = next;
    setItems(next);
  }
  const tell = (key: number, step: UploadStep) =>
    change(list.current.map((item) => (item.key === key ? { ...item, step } : item)));

  async function attempt(key: number, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (isAbort(error)) return false;
      tell(key, { state: "failed", failure: error instanceof ApiError ? error : unreadable(error) });
      return false;
    }
  }

  async function sendBytes(key: number, upload: FileUpload, signal: AbortSignal) {
    await upload.send((step) => tell(key, step), signal);
    tell(key, { state: "done" });
  }

  async function run(chosen: readonly UploadItem[]) {
    const { signal } = stop.current;
    setRunning(true);
    const underway = new Set<Promise<void>>();
    const turn = createLimiter(concurrency);
    for (const item of chosen) {
      if (signal.aborted) break;
      const { key } = item;
      const upload = uploads.current.get(key) ?? uploadOf(item);
      uploads.current.set(key, upload);
      const say = (step: UploadStep) => tell(key, step);
      if (!(await attempt(key, () => upload.read(say, signal)))) continue;
      const announced = attempt(key, () => upload.announce(say, signal));
      const sent = announced
        .then((well) => well && turn(() => attempt(key, () => sendBytes(key, upload, signal))))
        .then(() => {
          underway.delete(sent);
        });
      underway.add(sent);
      if (underway.size >= announceAhead) await Promise.race(underway);
    }
    await Promise.all(underway);
    if (signal.aborted) return;
    setRunning(false);
    settled.current(list.current);
  }

  /** Adds new files and returns them; duplicates are skipped. */
  function add(files: readonly File[], place = ""): UploadItem[] {
    const before = list.current.filter((item) => item.place === place).map(({ file }) => file);
    const added: UploadItem[] = [];
    for (const file of files) {
      if (before.some((other) => same(other, file))) continue;
      before.push(file);
      added.push({ key: ++last.current, place, file, step: { state: "waiting" } });
    }
    change([...list.current, ...added]);
    return added;
  }

  return {
    items,
    running,
    add,
    remove: (key: number) => change(list.current.filter((item) => item.key !== key)),
    clear: () => change([]),
    /** Starts those that are not done. */
    start: (chosen: readonly UploadItem[] = list.current) =>
      run(chosen.filter(({ step }) => step.state !== "done" && !inProgress(step))),
    retry: (item: UploadItem) => run([item]),
  };
}

/** Runs work a few at a time, in the order in which it is asked for. */
function createLimiter(atOnce: number) {
  let free = atOnce;
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

const sameFile = (a: File, b: File): boolean =>
  a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;

/** The file was moved or changed on disk after it was chosen. */
const unreadable = (cause: unknown): ApiError => new ApiError({ status: 0, statusText: "file", cause });
