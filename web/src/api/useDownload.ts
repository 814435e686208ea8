import { useMutation } from "@tanstack/react-query";
import i18next from "i18next";
import { showAlert } from "../kit/alertStore";
import type { Query } from "./client";
import { startDownload } from "./downloads";

/** Starts a download with a message; a failure before it starts is an alert of the catalogue. */
export const useDownload = () =>
  useMutation({
    mutationFn: ({ path, query }: { path: string; query?: Query }) => startDownload(path, query),
    onSuccess: () => showAlert("success", i18next.t("alerts.downloadStarted")),
  });
