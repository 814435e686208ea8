import { PeopleIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { call } from "#api/client.ts";
import { problemText } from "#api/errorTexts.ts";
import { ApiError } from "#api/failure.ts";
import { useCustomerId, useSession } from "#api/session.ts";
import type { Draft } from "#domain/capture/draft.ts";
import { getHandedOver, type HandedOver, handBackDocumentation } from "#domain/endpoints/capture/handover.ts";
import { requestPersistence, saveDraft } from "#features/captureForm/draft/draftStore.ts";
import { TouchTargets } from "#features/captureForm/TouchTargets.tsx";
import { isResumeState } from "#features/resume.ts";
import { useOnline } from "#offline/useOnline.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { ButtonRow, Stack } from "#ui/layout/boxes.ts";
import { Page } from "#ui/layout/Page.tsx";
import { FetchedByNote } from "./FetchedByNote.tsx";
import { fetchDraft } from "./handoverCalls.ts";

interface GoOnProps {
  id: string;
  /** Shown where there is nothing to go on with. */
  fallback: ReactNode;
  onFetched: (draft: Draft) => void;
}

/** A documentation that is not in this browser: goes on with it where it was handed over (2§4). */
export function ResumeDocumentation({ id, fallback, onFetched }: GoOnProps) {
  const customerId = useCustomerId();
  const found = useQuery({
    queryKey: [customerId, "handedOver", id],
    queryFn: ({ signal }) => call(getHandedOver, { params: { id }, signal }),
    meta: { ownErrors: true },
    retry: false,
  });
  const online = useOnline();
  if (found.isPending && online) return <Loading />;
  const row = found.data;
  if (!row || (row.status !== "PAUSED" && row.status !== "DOWNLOADED")) return fallback;
  return <Offer row={row} onChanged={() => void found.refetch()} onFetched={onFetched} />;
}

interface OfferProps {
  row: HandedOver;
  onChanged: () => void;
  onFetched: (draft: Draft) => void;
}

function Offer({ row, onChanged, onFetched }: OfferProps) {
  const { t } = useTranslation("capture");
  const { t: common } = useTranslation();
  const session = useSession();
  const { state } = useLocation();
  const [busy, setBusy] = useState<"fetch" | "letGo" | null>(null);
  const [failed, setFailed] = useState<string>();
  /** One for each time: repeating a fetch whose answer was lost is no second one. */
  const fetchId = useRef(crypto.randomUUID());
  const { fetched } = row;

  async function go(takeOver: boolean) {
    if (!session) return;
    setBusy("fetch");
    setFailed(undefined);
    try {
      const draft = await fetchDraft(row.id, { fetchId: fetchId.current, takeOver }, session);
      void requestPersistence();
      await saveDraft(draft);
      onFetched(draft);
    } catch (error) {
      setFailed(error instanceof ApiError ? problemText(error) : t("start.notKept"));
      onChanged();
    } finally {
      setBusy(null);
    }
  }

  async function giveBack() {
    if (!fetched) return;
    setBusy("letGo");
    setFailed(undefined);
    try {
      await call(handBackDocumentation, { params: { id: row.id }, body: { fetchId: fetched.id } });
    } catch (error) {
      setFailed(error instanceof ApiError ? problemText(error) : common("errors.noConnection"));
    } finally {
      setBusy(null);
      onChanged();
    }
  }

  // The button that leads here has been pressed already; a page that is opened or reloaded asks first.
  const atOnce = useRef(isResumeState(state) && !fetched);
  const start = useRef(go);
  start.current = go;
  useEffect(() => {
    if (atOnce.current) void start.current(false);
    atOnce.current = false;
  }, []);

  return (
    <Page title={row.alias ?? row.name} lead={row.templateName} width="text">
      <TouchTargets>
        <Stack as="div">
          {fetched ? (
            <Banner kind="warning" detail={t("handedOver.takeOverText")}>
              <FetchedByNote fetched={fetched} />
            </Banner>
          ) : (
            <p>{t("handedOver.offer", { creator: row.creator, count: row.uploadedPhotos })}</p>
          )}
          {failed && <Banner kind="danger">{failed}</Banner>}
          <ButtonRow>
            <Button
              variant={fetched ? "danger" : "primary"}
              size="large"
              leadingVisual={PeopleIcon}
              loading={busy === "fetch"}
              onClick={() => void go(fetched !== null)}
            >
              {t(fetched ? "handedOver.takeOver" : "handedOver.goOn")}
            </Button>
            {fetched && (
              <Button size="large" loading={busy === "letGo"} onClick={() => void giveBack()}>
                {t("handedOver.release")}
              </Button>
            )}
          </ButtonRow>
        </Stack>
      </TouchTargets>
    </Page>
  );
}
