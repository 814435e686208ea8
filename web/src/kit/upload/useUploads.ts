import { useEffect, useRef, useState } from "react";
import { isAbort } from "../../api/client";
import { Failure } from "../../api/failure";
import { type FileUpload, inProgress, type Step } from "./upload";

/** So many are on their way at once. */
const atATime = 3;

export interface Item {
  key: number;
  file: File;
  step: Step;
}

/**
 * Files that are chosen to be sent, and how far each has come. They are announced one after the other, so that names follow the order in
 * which they stand, and sent a few at a time.
 */
export function useUploads(uploadOf: (file: File) => FileUpload, onSettled: () => void) {
  const [items, setItems] = useState<readonly Item[]>([]);
  const [running, setRunning] = useState(false);
  const last = useRef(0);
  const uploads = useRef(new Map<number, FileUpload>());
  const stop = useRef(new AbortController());

  useEffect(() => {
    stop.current = new AbortController();
    return () => stop.current.abort();
  }, []);

  const tell = (key: number, step: Step) =>
    setItems((before) => before.map((item) => (item.key === key ? { ...item, step } : item)));

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
    for (const { key, file } of chosen) {
      if (signal.aborted) break;
      const upload = uploads.current.get(key) ?? uploadOf(file);
      uploads.current.set(key, upload);
      if (!(await attempt(key, () => upload.prepare((step) => tell(key, step))))) continue;
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
    setRunning(false);
    onSettled();
  }

  return {
    items,
    running,
    add: (files: readonly File[]) =>
      setItems((before) => [
        ...before,
        ...files
          .filter((file) => !before.some((item) => sameFile(item.file, file)))
          .map((file) => ({ key: ++last.current, file, step: { state: "waiting" } as Step })),
      ]),
    remove: (key: number) => setItems((before) => before.filter((item) => item.key !== key)),
    clear: () => setItems([]),
    /** Those that have not been taken in. */
    start: () => run(items.filter(({ step }) => step.state !== "done" && !inProgress(step))),
    retry: (item: Item) => run([item]),
  };
}

const sameFile = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;

/** The file on the disk was moved or changed after it had been chosen. */
const unreadable = (cause: unknown): Failure => new Failure({ status: 0, statusText: "file", cause });
