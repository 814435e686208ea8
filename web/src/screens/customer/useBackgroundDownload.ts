import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { startDownload } from "#api/downloads.ts";
import type { ApiError } from "#api/failure.ts";
import { useCustomerId } from "#api/session.ts";
import type { JobStatus } from "#domain/endpoints/shared/job.ts";
import { isJobRunning, useJob } from "#features/job/useJob.ts";
import { useSessionState } from "./useSessionState.ts";

interface BackgroundDownloadOptions {
  /** What is prepared, e.g. `photoDump/7`: opened again, the dialog finds its work by it. */
  name: string;
  start: () => Promise<JobStatus>;
  download: (jobId: string) => { path: string; query: Record<string, string | number> };
}

export type DownloadState =
  | { step: "idle" }
  | { step: "working"; job: JobStatus | null; lost: boolean }
  | { step: "failed"; reason: ApiError | string | null }
  | { step: "ready"; job: JobStatus };

/** Something that the service prepares in the background and the browser then downloads by itself. */
export function useBackgroundDownload({ name, start, download }: BackgroundDownloadOptions) {
  const customerId = useCustomerId();
  const queries = useQueryClient();
  const [jobId, keep] = useSessionState<string>(`${name}/job`);
  const job = useJob(jobId);
  // Work that was watched ends in a download; what is found ready is downloaded when it is asked for.
  const watched = useRef<string | null>(null);
  const downloading = useMutation({
    mutationFn: (id: string) => {
      const { path, query } = download(id);
      return startDownload(path, query);
    },
    meta: { ownErrors: true },
  });
  const starting = useMutation({
    mutationFn: start,
    meta: { ownErrors: true },
    onSuccess: (answer) => {
      watched.current = answer.id;
      queries.setQueryData([customerId, "job", answer.id], answer);
      keep(answer.id);
    },
  });
  const answer = job.data ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each answer
  useEffect(() => {
    if (!answer) return;
    if (isJobRunning(answer)) watched.current = answer.id;
    else if (answer.state === "DONE" && watched.current === answer.id) {
      watched.current = null;
      downloading.mutate(answer.id);
    }
  }, [answer]);

  return {
    preparation: preparationOf(),
    begin: () => {
      keep(null);
      downloading.reset();
      starting.mutate();
    },
    forget: () => {
      keep(null);
      starting.reset();
      downloading.reset();
    },
    download: () => jobId && downloading.mutate(jobId),
    downloading: downloading.isPending,
    downloaded: downloading.isSuccess,
    downloadFailure: downloading.error,
  };

  function preparationOf(): DownloadState {
    if (starting.isPending) return { step: "working", job: null, lost: false };
    if (jobId === null) return starting.error ? { step: "failed", reason: starting.error } : { step: "idle" };
    const refused = job.error && !job.error.passing ? job.error : null;
    if (refused) return { step: "failed", reason: refused };
    if (answer?.state === "FAILED") return { step: "failed", reason: answer.error };
    if (answer?.state === "DONE") return { step: "ready", job: answer };
    return { step: "working", job: answer, lost: job.error !== null };
  }
}
