import { Button } from "@primer/react";
import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Draft } from "#domain/capture/draft.ts";
import { CaptureFields } from "#features/captureForm/CaptureFields.tsx";
import { CaptureFoot } from "#features/captureForm/CaptureFoot.tsx";
import { MediaContext, type MediaSource, RetakesContext } from "#features/captureForm/CaptureFormContext.ts";
import { readMedia } from "#features/captureForm/draft/draftStore.ts";
import { useDraft } from "#features/captureForm/draft/useDraft.ts";
import { PhotoOverview } from "#features/captureForm/PhotoOverview.tsx";
import { useBeforeUnload } from "#ui/dialog/useBeforeUnload.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { Conflicts } from "../handedOver/Conflicts.tsx";
import { loadPhotoPreview } from "../handedOver/handoverCalls.ts";
import { MessageList } from "../handedOver/MessageList.tsx";
import { RetakeList } from "../handedOver/RetakeList.tsx";
import { TakenOverNotice } from "../handedOver/TakenOverNotice.tsx";
import { SendingDialog } from "../send/SendingDialog.tsx";
import { LicenseLogo } from "../start/LicenseLogo.tsx";
import { PhotoSizeField, usePhotoSize } from "./PhotoSizeField.tsx";
import { useFinish } from "./useFinish.ts";
import { usePredefined } from "./usePredefined.ts";

/** A documentation being captured (2§2, 2§4, 2§5). */
export function CaptureForm({ initialDraft }: { initialDraft: Draft }) {
  const { t } = useTranslation("capture");
  const missingListRef = useRef<HTMLDivElement>(null);
  const work = useDraft(initialDraft);
  const { draft, saveState, addingCount } = work;
  const { template, license } = draft;
  const unreachableSystem = usePredefined(work);
  const [isSizeReduced, setIsSizeReduced] = usePhotoSize();
  const conflictsRef = useRef<HTMLDivElement>(null);
  const finishActions = useFinish(work, initialDraft, {
    missingList: missingListRef,
    conflicts: conflictsRef,
  });
  const { errors, sending, finish, stopSending, sendLater, cancel, startOver, handBack } = finishActions;
  const source = useMemo<MediaSource>(() => {
    const origin = { draftId: draft.id, licenseCode: license.licenseCode };
    return { picture: (item) => loadPhotoPreview(item, origin), bytes: readMedia };
  }, [draft.id, license.licenseCode]);
  const retakes = draft.handedOver?.retakes;
  const retakeById = useMemo(
    () => new Map((retakes ?? []).map((retake) => [retake.photoId ?? retake.taskId ?? "", retake])),
    [retakes],
  );
  const isUnsaved = saveState !== "saved" && saveState !== "saving";
  useBeforeUnload(isUnsaved || addingCount > 0);

  return (
    <MediaContext value={source}>
      <RetakesContext value={retakeById}>
        <Page
          title={draft.name || t("form.unnamed")}
          lead={`${template.name} · ${license.name}`}
          width="text"
          context={license.hasLogo && <LicenseLogo license={license} />}
          actions={
            draft.handedOver ? (
              <Button variant="invisible" onClick={() => void handBack()}>
                {t("handedOver.handBack")}
              </Button>
            ) : (
              <Button variant="invisible" onClick={() => void startOver()}>
                {t("form.change")}
              </Button>
            )
          }
        >
          <CaptureFields
            controller={work}
            draftErrors={errors}
            reducesPhotos={isSizeReduced}
            notices={
              <>
                {isUnsaved && (
                  <Banner kind="danger">
                    {t(saveState === "full" ? "form.storageFull" : "form.storageDisabled")}
                  </Banner>
                )}
                <TakenOverNotice work={work} />
                <RetakeList retakes={retakes ?? []} />
                <MessageList messages={draft.handedOver?.messages ?? []} />
                <Conflicts work={work} ref={conflictsRef} />
                {unreachableSystem && (
                  <Banner kind="warning">
                    {t("form.systemUnreachable", { configuration: unreachableSystem })}
                  </Banner>
                )}
              </>
            }
            settings={<PhotoSizeField isSizeReduced={isSizeReduced} onChange={setIsSizeReduced} />}
            foot={
              <CaptureFoot
                saveState={saveState}
                addingCount={addingCount}
                requestedFinish={finishActions.pendingFinish}
                draftErrors={errors}
                errorListRef={missingListRef}
                onCancel={() => void cancel()}
                onPause={license.pauseDocumentations || draft.handedOver ? () => void finish("pause") : null}
                onComplete={() => void finish("complete")}
              />
            }
          />
          {finishActions.isOverviewOpen && (
            <PhotoOverview
              draft={draft}
              onBack={finishActions.closeOverview}
              onComplete={() => void finish("complete", { seen: true })}
            />
          )}
          {sending.state && (
            <SendingDialog
              name={draft.name}
              finish={draft.finish ?? "complete"}
              state={sending.state}
              isWaiting={sending.isWaiting}
              onRetry={() => void sending.start()}
              onBack={() => void stopSending()}
              onLater={() => void sendLater()}
            />
          )}
        </Page>
      </RetakesContext>
    </MediaContext>
  );
}
