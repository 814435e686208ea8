import { PeopleIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
import { problemText } from "#api/errorTexts.ts";
import { useCustomerId, useSession } from "#api/session.ts";
import type { Draft } from "#domain/capture/draft.ts";
import {
  getHandedOver,
  type HandedOverDocumentation,
  handBackDocumentation,
} from "#domain/endpoints/capture/handover.ts";
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

interface ResumeDocumentationProps {
  id: string;
  /** Shown if there is nothing to resume. */
  fallback: ReactNode;
  onFetched: (draft: Draft) => void;
}

/** Offers to resume a handed-over documentation that has no draft in this browser (2§4). */
export function ResumeDocumentation({ id, fallback, onFetched }: ResumeDocumentationProps) {
  const customerId = useCustomerId();
  const query = useQuery({
    queryKey: [customerId, "handedOver", id],
    queryFn: ({ signal }) => call(getHandedOver, { params: { id }, signal }),
    meta: { handlesErrors: true },
    retry: false,
  });
  const isOnline = useOnline();
  if (query.isPending && isOnline) return <Loading />;
  const row = query.data;
  if (!row || (row.status !== "PAUSED" && row.status !== "DOWNLOADED")) return fallback;
  return <Offer row={row} onChanged={() => void query.refetch()} onFetched={onFetched} />;
}

interface OfferProps {
  row: HandedOverDocumentation;
  onChanged: () => void;
  onFetched: (draft: Draft) => void;
}

function Offer({ row, onChanged, onFetched }: OfferProps) {
  const { t } = useTranslation("capture");
  const { t: tCommon } = useTranslation();
  const session = useSession();
  const { state } = useLocation();
  const [busyAction, setBusyAction] = useState<"fetch" | "handBack" | null>(null);
  const [errorText, setErrorText] = useState<string>();
  /** One per offer: retrying a fetch whose response was lost must not fetch twice. */
  const fetchId = useRef(crypto.randomUUID());
  const { fetched } = row;

  async function resume(takeOver: boolean) {
    if (!session) return;
    setBusyAction("fetch");
    setErrorText(undefined);
    try {
      const draft = await fetchDraft(row.id, { fetchId: fetchId.current, takeOver }, session);
      void requestPersistence();
      await saveDraft(draft);
      onFetched(draft);
    } catch (error) {
      setErrorText(error instanceof ApiError ? problemText(error) : t("start.cannotSave"));
      onChanged();
    } finally {
      setBusyAction(null);
    }
  }

  async function handBack() {
    if (!fetched) return;
    setBusyAction("handBack");
    setErrorText(undefined);
    try {
      await call(handBackDocumentation, { params: { id: row.id }, body: { fetchId: fetched.id } });
    } catch (error) {
      setErrorText(error instanceof ApiError ? problemText(error) : tCommon("errors.noConnection"));
    } finally {
      setBusyAction(null);
      onChanged();
    }
  }

  // A Resume button that led here was already pressed; a page that is opened or reloaded asks first.
  const startsImmediately = useRef(isResumeState(state) && !fetched);
  const resumeRef = useRef(resume);
  resumeRef.current = resume;
  useEffect(() => {
    if (startsImmediately.current) void resumeRef.current(false);
    startsImmediately.current = false;
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
            <p>{t("handedOver.resumeText", { creator: row.creator, count: row.uploadedPhotos })}</p>
          )}
          {errorText && <Banner kind="danger">{errorText}</Banner>}
          <ButtonRow>
            <Button
              variant={fetched ? "danger" : "primary"}
              size="large"
              leadingVisual={PeopleIcon}
              loading={busyAction === "fetch"}
              onClick={() => void resume(fetched !== null)}
            >
              {t(fetched ? "handedOver.takeOver" : "handedOver.resume")}
            </Button>
            {fetched && (
              <Button size="large" loading={busyAction === "handBack"} onClick={() => void handBack()}>
                {t("handedOver.handOverAgain")}
              </Button>
            )}
          </ButtonRow>
        </Stack>
      </TouchTargets>
    </Page>
  );
}
