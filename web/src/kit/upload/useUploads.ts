import { useEffect, useRef, useState } from "react";
import { isAbort } from "../../api/client";
import { Failure } from "../../api/failure";
import { type FileUpload, type Item, inProgress, type Step } from "./upload";

/** Simultaneous uploads. */
const atATime = 3;

interface Wishes {
  uploadOf: (item: Item) => FileUpload;
  /** Called when everything that was started has ended, well or not. */
  onSettled: (items: readonly Item[]) => void;
  /** Whether two files are the same; by default compares name, size and date. */
  same?: (one: File, other: File) => boolean;
}

/**
 * Chosen files and their states. They are announced one after the other, so that names follow their order, and sent a few at a
 * time.
 */
export function useUploads({ uploadOf, onSettled, same = sameFile }: Wishes) {
  const [items, setItems] = useState<readonly Item[]>([]);
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

  function change(next: readonly Item[]) {
    list.current = next;
    setItems(next);
  }
  const tell = (key: number, step: Step) =>
    change(list.current.map((item) => (item.key === key ? { ...item, step } : item)));

  async function attempt(key: number, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (isAbort(error)) return false;
      tell(key, { state: "failed", failure: error instanceof Failure ? error : unreadable(error) });
      return false;
    }
  }

  async function run(chosen: readonly Item[]) {
    const { signal } = stop.current;
    setRunning(true);
    const sending = new Set<Promise<void>>();
    for (const item of chosen) {
      if (signal.aborted) break;
      const { key } = item;
      const upload = uploads.current.get(key) ?? uploadOf(item);
      uploads.current.set(key, upload);
      if (!(await attempt(key, () => upload.prepare((step) => tell(key, step), signal)))) continue;
      const sent = attempt(key, async () => {
        await upload.send((step) => tell(key, step), signal);
        tell(key, { state: "done" });
      }).then(() => {
        sending.delete(sent);
      });
      sending.add(sent);
      if (sending.size >= atATime) await Promise.race(sending);
    }
    await Promise.all(sending);
    if (signal.aborted) return;
    setRunning(false);
    settled.current(list.current);
  }

  /** Adds new files and returns them; duplicates are skipped. */
  function add(files: readonly File[], place = ""): Item[] {
    const before = list.current.filter((item) => item.place === place).map(({ file }) => file);
    const added: Item[] = [];
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
    start: (chosen: readonly Item[] = list.current) =>
      run(chosen.filter(({ step }) => step.state !== "done" && !inProgress(step))),
    retry: (item: Item) => run([item]),
  };
}

const sameFile = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/** The file was moved or changed on disk after it was chosen. */
const unreadable = (cause: unknown): Failure => new Failure({ status: 0, statusText: "file", cause });
