import { useMutation } from "@tanstack/react-query";
import i18next from "i18next";
import type { Query } from "#api/client.ts";
import { startDownload } from "#api/downloads.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";

/** Starts a download and shows a message; a failure to start is shown as a standard alert. */
export const useDownload = () =>
  useMutation({
    mutationFn: ({ path, query }: { path: string; query?: Query }) => startDownload(path, query),
    onSuccess: () => showAlert("success", i18next.t("alerts.downloadStarted")),
  });
