import { useMutation } from "@tanstack/react-query";
import i18next from "i18next";
import type { Query } from "#api/client.ts";
import { startDownload } from "#api/downloads.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";

/** Starts a download with a message; a failure before it starts is an alert of the catalogue. */
export const useDownload = () =>
  useMutation({
    mutationFn: ({ path, query }: { path: string; query?: Query }) => startDownload(path, query),
    onSuccess: () => showAlert("success", i18next.t("alerts.downloadStarted")),
  });
