import { Button } from "@primer/react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
import { problemText } from "#api/errorTexts.ts";
import { useCustomerId } from "#api/session.ts";
import { now } from "#domain/core/fields.ts";
import { getHandedOver } from "#domain/endpoints/capture/handover.ts";
import type { DraftController } from "#features/captureForm/draft/useDraft.ts";
import { useOnline } from "#offline/useOnline.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { FetchedByNote } from "./FetchedByNote.tsx";
import { pullServerChanges } from "./handoverCalls.ts";

/** Interval between checks whether someone else has taken the documentation over. */
const pollIntervalMs = 30_000;

/** Warns that someone else has taken the documentation over. */
export function TakenOverNotice({ work: { draft, draftRef, saveWithoutEdit } }: { work: DraftController }) {
  const { t } = useTranslation("capture");
  const customerId = useCustomerId();
  const isOnline = useOnline();
  const [errorText, setErrorText] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const { id, handedOver } = draft;
  const query = useQuery({
    queryKey: [customerId, "handedOver", id],
    queryFn: ({ signal }) => call(getHandedOver, { params: { id }, signal }),
    enabled: isOnline && handedOver !== undefined,
    refetchInterval: pollIntervalMs,
    meta: { handlesErrors: true },
  });
  const currentFetch = query.data?.status === "DOWNLOADED" ? query.data.fetched : null;
  if (!handedOver || !currentFetch || currentFetch.id === handedOver.fetchId) return null;

  async function takeBack() {
    setIsBusy(true);
    setErrorText(undefined);
    try {
      const next = await pullServerChanges(draftRef.current, { takeOver: true });
      await saveWithoutEdit({ ...next, lastChanged: now() });
      await query.refetch();
    } catch (error) {
      setErrorText(error instanceof ApiError ? problemText(error) : t("sending.failed"));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Banner
      kind="warning"
      detail={errorText ?? t("handedOver.takeBackText")}
      action={
        <Button loading={isBusy} onClick={() => void takeBack()}>
          {t("handedOver.takeBack")}
        </Button>
      }
    >
      <FetchedByNote fetched={currentFetch} />
    </Banner>
  );
}
