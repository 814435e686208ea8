import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { ApiError } from "#api/apiError.ts";
import { startDownload } from "#api/downloads.ts";
import { useCustomerId } from "#api/session.ts";
import type { JobStatus } from "#domain/endpoints/shared/job.ts";
import { isJobRunning, useJob } from "#features/job/useJob.ts";
import { useSessionState } from "./useSessionState.ts";

interface BackgroundDownloadOptions {
  /** Identifies the job, e.g. `photoDump/7`, so that a reopened dialog finds it. */
  name: string;
  start: () => Promise<JobStatus>;
  download: (jobId: string) => { path: string; query: Record<string, string | number> };
}

export type DownloadState =
  | { step: "idle" }
  | { step: "working"; job: JobStatus | null; isConnectionLost: boolean }
  | { step: "failed"; reason: ApiError | string | null }
  | { step: "ready"; job: JobStatus };

/** A file that the service prepares in the background and the browser then downloads automatically. */
export function useBackgroundDownload({ name, start, download }: BackgroundDownloadOptions) {
  const customerId = useCustomerId();
  const queryClient = useQueryClient();
  const [jobId, setJobId] = useSessionState<string>(`${name}/job`);
  const job = useJob(jobId);
  // A job seen running is downloaded automatically once it is done; a job that was already done waits for the button.
  const watchedJobId = useRef<string | null>(null);
  const downloadMutation = useMutation({
    mutationFn: (id: string) => {
      const { path, query } = download(id);
      return startDownload(path, query);
    },
    meta: { handlesErrors: true },
  });
  const startMutation = useMutation({
    mutationFn: start,
    meta: { handlesErrors: true },
    onSuccess: (createdJob) => {
      watchedJobId.current = createdJob.id;
      queryClient.setQueryData([customerId, "job", createdJob.id], createdJob);
      setJobId(createdJob.id);
    },
  });
  const status = job.data ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per status
  useEffect(() => {
    if (!status) return;
    if (isJobRunning(status)) watchedJobId.current = status.id;
    else if (status.state === "DONE" && watchedJobId.current === status.id) {
      watchedJobId.current = null;
      downloadMutation.mutate(status.id);
    }
  }, [status]);

  return {
    preparation: getState(),
    begin: () => {
      setJobId(null);
      downloadMutation.reset();
      startMutation.mutate();
    },
    reset: () => {
      setJobId(null);
      startMutation.reset();
      downloadMutation.reset();
    },
    download: () => jobId && downloadMutation.mutate(jobId),
    isDownloading: downloadMutation.isPending,
    hasDownloaded: downloadMutation.isSuccess,
    downloadFailure: downloadMutation.error,
  };

  function getState(): DownloadState {
    if (startMutation.isPending) return { step: "working", job: null, isConnectionLost: false };
    if (jobId === null)
      return startMutation.error ? { step: "failed", reason: startMutation.error } : { step: "idle" };
    const permanentError = job.error && !job.error.isTransient ? job.error : null;
    if (permanentError) return { step: "failed", reason: permanentError };
    if (status?.state === "FAILED") return { step: "failed", reason: status.error };
    if (status?.state === "DONE") return { step: "ready", job: status };
    return { step: "working", job: status, isConnectionLost: job.error !== null };
  }
}
