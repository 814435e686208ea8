import { useQuery } from "@tanstack/react-query";
import { call } from "#api/client.ts";
import { useCustomerId } from "#api/session.ts";
import { getJob, type JobStatus } from "#domain/endpoints/shared/job.ts";

/** Milliseconds between polls. */
const pollIntervalMs = 1000;

export const isJobRunning = ({ state }: Pick<JobStatus, "state">): boolean =>
  state === "PENDING" || state === "RUNNING";

/** Polls a background job until it ends. A failed poll is retried: the job runs regardless. */
export function useJob(id: string | null) {
  const customerId = useCustomerId();
  return useQuery({
    queryKey: [customerId, "job", id],
    queryFn: ({ signal }) => call(getJob, { params: { id: id! }, signal }),
    enabled: id !== null,
    staleTime: 0,
    retry: false,
    refetchInterval: ({ state }) => {
      if (state.error && !state.error.isTransient) return false;
      return !state.data || isJobRunning(state.data) ? pollIntervalMs : false;
    },
    refetchIntervalInBackground: true,
    meta: { handlesErrors: true },
  });
}
