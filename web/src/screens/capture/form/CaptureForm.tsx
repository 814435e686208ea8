import { Button } from "@primer/react";
import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { Draft } from "../../../../../domain/capture/draft";
import { mayCall } from "../../../../../domain/endpoint";
import { displayGraphic, referencePhotoThumbnail } from "../../../../../domain/endpoints/image";
import { useGrants } from "../../../api/session";
import { Flash } from "../../../kit/Flash";
import { Page } from "../../../kit/Page";
import { useLeaveWarning } from "../../../kit/useLeaveWarning";
import { useDraft } from "../draft/useDraft";
import { DrawingPad } from "../drawing/DrawingPad";
import { AskedAgain } from "../handedOver/AskedAgain";
import { Conflicts } from "../handedOver/Conflicts";
import { TurnNotice } from "../handedOver/TurnNotice";
import { SendingDialog } from "../send/SendingDialog";
import { LicenseLogo } from "../start/LicenseLogo";
import { Touch } from "../Touch";
import { CaptureFoot } from "./CaptureFoot";
import { ActionsContext, OriginContext, SettingsContext } from "./FormContext";
import { OwnFields } from "./OwnFields";
import { PhotoOverview } from "./PhotoOverview";
import { PhotoSizeField, usePhotoSize } from "./PhotoSizeField";
import { TaskFields } from "./TaskFields";
import { type CaptureNode, taskNodes } from "./taskNodes";
import { useCapture } from "./useCapture";
import { useFinish } from "./useFinish";
import { usePredefined } from "./usePredefined";

/** A documentation being captured (2§2, 2§4, 2§5). */
export function CaptureForm({ given }: { given: Draft }) {
  const { t } = useTranslation("capture");
  const missingList = useRef<HTMLDivElement>(null);
  const work = useDraft(given);
  const { draft, keeping, adding } = work;
  const { template, license } = draft;
  const grants = useGrants();
  const silentSystem = usePredefined(work);
  const [smaller, setSmaller] = usePhotoSize();
  const { actions, drawing, closeDrawing } = useCapture(work, smaller);
  const conflicts = useRef<HTMLDivElement>(null);
  const ending = useFinish(work, given, { missingList, conflicts });
  const { missing, sending, finish, back, later, cancel, startOver, handBack } = ending;
  const origin = useMemo(
    () => ({ draftId: draft.id, licenseCode: license.licenseCode }),
    [draft.id, license.licenseCode],
  );
  useLeaveWarning(keeping === "failed" || adding > 0);

  const faults = useMemo(() => new Map(missing.map(({ at, what }) => [at, what])), [missing]);
  const nodes = useNodes(draft, faults);
  const settings = useSettings(draft);
  const title = draft.name || t("form.unnamed");

  return (
    <OriginContext value={origin}>
      <Page
        title={title}
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
        <form noValidate aria-label={title} onSubmit={(event) => event.preventDefault()}>
          <Touch>
            {template.description && <Prose>{template.description}</Prose>}
            {keeping === "failed" && <Flash kind="danger">{t("form.notKeptAny")}</Flash>}
            <TurnNotice work={work} />
            <AskedAgain asked={draft.handedOver?.asked ?? []} />
            <Conflicts work={work} ref={conflicts} />
            {silentSystem && (
              <Flash kind="warning">{t("form.systemSilent", { configuration: silentSystem })}</Flash>
            )}
            <OwnFields work={work} missing={missing} />
            <PhotoSizeField smaller={smaller} onChange={setSmaller} />
            <ActionsContext value={actions}>
              <SettingsContext value={settings}>
                <TaskFields nodes={nodes} level={2} />
              </SettingsContext>
            </ActionsContext>
            {nodes.length === 0 && <Prose>{t("form.noTasks")}</Prose>}
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
          </Touch>
        </form>
        {drawing && (
          <DrawingPad
            title={t("form.drawFor", { task: drawing.task.name })}
            photos={draft.media.filter(({ kind, there }) => kind === "PHOTO" && !there)}
            graphics={mayCall(grants, displayGraphic) ? template.graphics : []}
            on={drawing.on?.id ?? null}
            onClose={closeDrawing}
            onDrawn={async (jpeg) => {
              const refused = await actions.addPhotos(drawing.task, [jpeg], true);
              if (refused.length === 0) closeDrawing();
              return refused;
            }}
          />
        )}
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
    </OriginContext>
  );
}

/** The fields; each object stays the same while nothing of it changes. */
function useNodes(draft: Draft, faults: Parameters<typeof taskNodes>[1]): readonly CaptureNode[] {
  const before = useRef<readonly CaptureNode[]>([]);
  const nodes = useMemo(() => taskNodes(draft, faults, before.current), [draft, faults]);
  before.current = nodes;
  return nodes;
}

function useSettings({ template }: Draft) {
  const grants = useGrants();
  return useMemo(
    () => ({
      photoComments: template.photoCommentEnabled,
      photoDrawing: template.photoDrawingEnabled,
      referencePhotos: template.referencePhotosEnabled && mayCall(grants, referencePhotoThumbnail),
    }),
    [template, grants],
  );
}

const Prose = styled.p`
  max-width: 72ch;
  color: var(--fgColor-muted);
  white-space: pre-line;
`;
