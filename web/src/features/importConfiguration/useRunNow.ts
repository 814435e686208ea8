import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useCustomerId } from "#api/session.ts";
import { useConfirm } from "#ui/dialog/Confirm.tsx";
import type { ImportKind } from "./importKind.ts";

/** Starts an import after confirmation (3§2), or restarts one that needs a second confirmation. Failures are alerts. */
export function useRunNow(kind: ImportKind, onStarted: (eventId: string) => void) {
  const { t } = useTranslation("imports");
  const confirm = useConfirm();
  const queryClient = useQueryClient();
  const customerId = useCustomerId();
  const run = useMutation({
    mutationFn: ({ id, isConfirmed }: { id: string; isConfirmed: boolean }) => kind.run(id, isConfirmed),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: [customerId, kind.events.name] });
      onStarted(id);
    },
  });
  const start = async (id: string, isConfirmed: boolean) => {
    const question = isConfirmed ? "runAnyway" : "run";
    const isAccepted = await confirm({
      title: t(`${question}.title`),
      text: t(`${question}.text`),
      confirm: t(`${question}.title`),
      ...(isConfirmed && { danger: true }),
    });
    if (isAccepted && !run.isPending) run.mutate({ id, isConfirmed });
  };
  return {
    isPending: run.isPending,
    confirmAndRun: (id: string) => start(id, false),
    confirmAndRunAnyway: (id: string) => start(id, true),
  };
}
