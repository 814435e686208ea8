import { Button } from "@primer/react";
import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Draft } from "../../../../../domain/capture/draft";
import { Banner } from "../../../kit/Flash";
import { Page } from "../../../kit/Page";
import { useBeforeUnload } from "../../../kit/useLeaveWarning";
import { readMedia } from "../draft/draftStore";
import { useDraft } from "../draft/useDraft";
import { RetakeList } from "../handedOver/AskedAgain";
import { Conflicts } from "../handedOver/Conflicts";
import { loadPhotoPreview } from "../handedOver/handoverCalls";
import { TakenOverNotice } from "../handedOver/TurnNotice";
import { SendingDialog } from "../send/SendingDialog";
import { LicenseLogo } from "../start/LicenseLogo";
import { CaptureFields } from "./CaptureFields";
import { CaptureFoot } from "./CaptureFoot";
import { MediaContext, type MediaSource, RetakeReasonsContext } from "./FormContext";
import { PhotoOverview } from "./PhotoOverview";
import { PhotoSizeField, usePhotoSize } from "./PhotoSizeField";
import { useFinish } from "./useFinish";
import { usePredefined } from "./usePredefined";

/** A documentation being captured (2§2, 2§4, 2§5). */
export function CaptureForm({ given }: { given: Draft }) {
  const { t } = useTranslation("capture");
  const missingList = useRef<HTMLDivElement>(null);
  const work = useDraft(given);
  const { draft, keeping, adding } = work;
  const { template, license } = draft;
  const silentSystem = usePredefined(work);
  const [smaller, setSmaller] = usePhotoSize();
  const conflicts = useRef<HTMLDivElement>(null);
  const ending = useFinish(work, given, { missingList, conflicts });
  const { missing, sending, finish, back, later, cancel, startOver, handBack } = ending;
  const source = useMemo<MediaSource>(() => {
    const origin = { draftId: draft.id, licenseCode: license.licenseCode };
    return { picture: (item) => loadPhotoPreview(item, origin), bytes: readMedia };
  }, [draft.id, license.licenseCode]);
  const asked = draft.handedOver?.asked;
  const reasons = useMemo(
    () => new Map((asked ?? []).map(({ photoId, taskId, reason }) => [photoId ?? taskId ?? "", reason])),
    [asked],
  );
  useBeforeUnload(keeping === "failed" || adding > 0);

  return (
    <MediaContext value={source}>
      <RetakeReasonsContext value={reasons}>
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
            work={work}
            missing={missing}
            smaller={smaller}
            notices={
              <>
                {keeping === "failed" && <Banner kind="danger">{t("form.notKeptAny")}</Banner>}
                <TakenOverNotice work={work} />
                <RetakeList asked={asked ?? []} />
                <Conflicts work={work} ref={conflicts} />
                {silentSystem && (
                  <Banner kind="warning">{t("form.systemSilent", { configuration: silentSystem })}</Banner>
                )}
              </>
            }
            settings={<PhotoSizeField smaller={smaller} onChange={setSmaller} />}
            foot={
              <CaptureFoot
                keeping={keeping}
                adding={adding}
                finishing={ending.finishing}
                missing={missing}
                missingRef={missingList}
                onCancel={() => void cancel()}
                onPause={license.pauseDocumentations || draft.handedOver ? () => void finish("pause") : null}
                onComplete={() => void finish("complete")}
              />
            }
          />
          {ending.overview && (
            <PhotoOverview
              draft={draft}
              onBack={ending.closeOverview}
              onComplete={() => void finish("complete", { seen: true })}
            />
          )}
          {sending.state && (
            <SendingDialog
              name={draft.name}
              ending={draft.ending ?? "complete"}
              state={sending.state}
              waits={sending.waits}
              onRetry={() => void sending.start()}
              onBack={() => void back()}
              onLater={() => void later()}
            />
          )}
        </Page>
      </RetakeReasonsContext>
    </MediaContext>
  );
}
