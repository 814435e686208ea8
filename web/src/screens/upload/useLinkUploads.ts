import { useEffect, useMemo, useRef, useState } from "react";
import type { ApiError } from "#api/failure.ts";
import type { UploadItem } from "#ui/upload/upload.ts";
import { useUploads } from "#ui/upload/useUploads.ts";
import { type Digests, LinkUpload, type UploadTarget } from "./LinkUpload.ts";
import { linkCalls } from "./linkCalls.ts";
import {
  deletePendingFile,
  linkName,
  type PendingFile,
  readPendingFiles,
  savePendingFile,
} from "./pendingFileStore.ts";

/** How the last run ended. */
interface Outcome {
  kind: "success" | "error";
  /** Why the link accepts nothing more, if that ended the run. */
  closed: ApiError | null;
}

/**
 * The files of a link: chosen, kept in the browser until they have arrived, sent. A page that was closed while sending resumes by
 * itself.
 * @param places what files may be chosen for: the ids of tasks, or "" for the documentation
 * @param announcedAs for places that are neither, but what is to be taken again
 */
export function useLinkUploads(
  token: string,
  places: readonly string[],
  onSuccess: () => void,
  announcedAs?: (place: string) => UploadTarget,
) {
  const link = useMemo(() => linkName(token), [token]);
  const calls = useMemo(() => linkCalls(token), [token]);
  const [comments, setComments] = useState<Record<number, string>>({});
  const [ignored, setIgnored] = useState<readonly string[]>([]);
  /** Files that were being sent and must be chosen again. */
  const [mustChooseAgain, setAgain] = useState<readonly PendingFile[]>([]);
  const [resumed, setWentOn] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  /** SHA-256 digests the service has confirmed. */
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set());
  const said = useRef(comments);
  const digests = useRef(new Map<number, Digests>());
  const begun = useRef(new Set<number>());

  const keep = (item: UploadItem) =>
    savePendingFile({
      link,
      place: item.place,
      name: item.file.name,
      size: item.file.size,
      file: item.file,
      lastModified: item.file.lastModified,
      comment: said.current[item.key] ?? "",
      begun: begun.current.has(item.key),
      digests: digests.current.get(item.key) ?? null,
      // Keeps the order in which they were chosen.
      at: startedAt + item.key,
    });
  const drop = ({ place, file }: UploadItem) => deletePendingFile({ link, place, name: file.name });

  const uploads = useUploads({
    same: (a, b) => a.name === b.name,
    uploadOf: (item) => {
      const upload = new LinkUpload({
        token,
        calls,
        file: item.file,
        taskId: item.place,
        ...(announcedAs && { announcedAs: announcedAs(item.place) }),
        comment: () => said.current[item.key]?.trim() ?? "",
        digests: digests.current.get(item.key) ?? null,
        onRead: (read) => {
          digests.current.set(item.key, read);
          void keep(item);
        },
      });
      return {
        read: (tell, signal) => upload.read(tell, signal),
        announce: (tell, signal) => upload.announce(tell, signal),
        send: async (tell, signal) => {
          await upload.send(tell, signal);
          setSent((before) => new Set(before).add(upload.receivedSha256!));
          await drop(item);
        },
      };
    },
    onSettled: (items) => {
      setWentOn(false);
      if (items.every(({ step }) => step.state === "done")) {
        setOutcome({ kind: "success", closed: null });
        uploads.clear();
        setIgnored([]);
        onSuccess();
        return;
      }
      const failures = items.flatMap(({ step }) => (step.state === "failed" ? [step.failure] : []));
      const closed = failures.find(({ code }) => code !== null && closingCodes.has(code)) ?? null;
      if (failures.length > 0) setOutcome({ kind: "error", closed });
    },
  });

  function comment(item: UploadItem, text: string) {
    said.current = { ...said.current, [item.key]: text };
    setComments(said.current);
    void keep(item);
  }

  const restored = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page is opened
  useEffect(() => {
    if (restored.current) return;
    restored.current = true;
    void withTabLock(link, async () => {
      const kept = await readPendingFiles(link);
      const here = kept.filter(({ place }) => places.includes(place));
      const back = here.flatMap((row) => {
        if (!row.file) return [];
        // Some browsers return a Blob instead of a File.
        const { name, lastModified } = row;
        const file = new File([row.file], name, { type: row.file.type, lastModified });
        const [item] = uploads.add([file], row.place);
        if (!item) return [];
        said.current = { ...said.current, [item.key]: row.comment };
        if (row.digests) digests.current.set(item.key, row.digests);
        if (row.begun) begun.current.add(item.key);
        return [item];
      });
      setComments(said.current);
      setAgain(here.filter(({ file, begun: onItsWay }) => !file && onItsWay));
      const going = back.filter(({ key }) => begun.current.has(key));
      if (going.length === 0) return;
      setWentOn(true);
      void uploads.start(going);
    });
  }, []);

  function add(files: readonly File[], place: string) {
    setOutcome(null);
    const added = uploads.add(files, place);
    setIgnored(files.filter((file) => !added.some((item) => item.file === file)).map(({ name }) => name));
    for (const item of added) {
      const { name, size, lastModified } = item.file;
      const known = mustChooseAgain.find(
        (row) => row.place === place && row.name === name && row.size === size,
      );
      if (known) {
        setAgain((before) => before.filter((row) => row !== known));
        if (known.digests && known.lastModified === lastModified)
          digests.current.set(item.key, known.digests);
        said.current = { ...said.current, [item.key]: known.comment };
        setComments(said.current);
      }
      void keep(item);
    }
  }

  return {
    items: uploads.items,
    running: uploads.running,
    comments,
    ignored,
    mustChooseAgain,
    resumed,
    outcome,
    sent,
    add,
    comment,
    remove(item: UploadItem) {
      uploads.remove(item.key);
      void drop(item);
    },
    forget(row: PendingFile) {
      setAgain((before) => before.filter((other) => other !== row));
      void deletePendingFile(row);
    },
    start(chosen: readonly UploadItem[] = uploads.items) {
      setOutcome(null);
      setIgnored([]);
      for (const item of chosen) {
        begun.current.add(item.key);
        if (item.step.state !== "done") void keep(item);
      }
      void uploads.start(chosen);
    },
    dismiss: () => setOutcome(null),
    dismissIgnored: () => setIgnored([]),
  };
}

export type LinkUploads = ReturnType<typeof useLinkUploads>;

const startedAt = Date.now();

/** Two tabs of one link must not resume the same files: the second waits until the first is closed. */
async function withTabLock(link: string, work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work();
  await navigator.locks.request(`siteproof-link-${link}`, async () => {
    await work();
    await new Promise(() => {});
  });
}

/** After these failures the link accepts nothing more. */
const closingCodes: ReadonlySet<string> = new Set(["linkUnknown", "linkExpired", "linkFull"]);
