import { lazy, type ReactNode, Suspense, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { useGrants } from "#api/session.ts";
import type { Draft } from "#domain/capture/draft.ts";
import type { DraftError } from "#domain/capture/draftValidation.ts";
import { canCall } from "#domain/contract/endpoint.ts";
import { displayGraphic, referencePhotoThumbnail } from "#domain/endpoints/configuration/images.ts";
import { ActionsContext, SettingsContext } from "./CaptureFormContext.ts";
import type { DraftController } from "./draft/useDraft.ts";
import { DrawingPad } from "./drawing/DrawingPad.tsx";
import { HeaderFields } from "./HeaderFields.tsx";
import { TaskFields } from "./TaskFields.tsx";
import { TouchTargets } from "./TouchTargets.tsx";
import { buildTaskNodes, type CaptureNode } from "./taskNodes.ts";
import { useCapture } from "./useCapture.ts";

const PhotoMarkup = lazy(() => import("./PhotoMarkup.tsx"));

/** The draft and the changes that its fields make. The component that renders the fields decides where changes are stored. */
export type CaptureFieldsController = Pick<
  DraftController,
  "draft" | "draftRef" | "change" | "addAll" | "addMedia" | "removeMedia"
>;

interface CaptureFieldsProps {
  controller: CaptureFieldsController;
  draftErrors: readonly DraftError[];
  /** Reduces photos when they are added. */
  reducesPhotos: boolean;
  /** The heading level of the tasks. */
  level?: number;
  /** Renders the phone layout. */
  phone?: boolean;
  /** Shown above the fields. */
  notices?: ReactNode;
  /** Shown between the header fields and the tasks. */
  settings?: ReactNode;
  foot: ReactNode;
}

/** All fields of a documentation (2§2, 2§4), in capture and in the template preview. */
export function CaptureFields({
  controller,
  draftErrors,
  reducesPhotos,
  level = 2,
  phone = false,
  notices,
  settings,
  foot,
}: CaptureFieldsProps) {
  const { t } = useTranslation("capture");
  const grants = useGrants();
  const { draft } = controller;
  const { template } = draft;
  const { actions, drawingTask, closeDrawing, markedUpPhoto, closeMarkup, saveMarkup } = useCapture(
    controller,
    reducesPhotos,
  );
  const errors = useMemo(
    () => new Map(draftErrors.map(({ elementId, reason }) => [elementId, reason])),
    [draftErrors],
  );
  const nodes = useNodes(draft, errors);
  const captureSettings = useCaptureSettings(template, phone);
  const title = draft.name || t("form.unnamed");
  return (
    <>
      <form noValidate aria-label={title} onSubmit={(event) => event.preventDefault()}>
        <TouchTargets>
          {template.description && <Prose>{template.description}</Prose>}
          {notices}
          <HeaderFields controller={controller} draftErrors={draftErrors} />
          {settings}
          <ActionsContext value={actions}>
            <SettingsContext value={captureSettings}>
              <TaskFields nodes={nodes} level={level} />
            </SettingsContext>
          </ActionsContext>
          {nodes.length === 0 && <Prose>{t("form.noTasks")}</Prose>}
          {foot}
        </TouchTargets>
      </form>
      {drawingTask && (
        <DrawingPad
          title={t("form.drawFor", { task: drawingTask.name })}
          photos={draft.media.filter(({ kind, onServer }) => kind === "PHOTO" && !onServer)}
          graphics={canCall(grants, displayGraphic) ? template.graphics : []}
          onClose={closeDrawing}
          onDrawn={async (jpeg) => {
            const refusals = await actions.addPhotos(drawingTask, [jpeg], true);
            if (refusals.length === 0) closeDrawing();
            return refusals;
          }}
        />
      )}
      {markedUpPhoto && (
        <Suspense fallback={null}>
          <PhotoMarkup
            key={markedUpPhoto.id}
            photo={markedUpPhoto}
            onSave={(markup) => saveMarkup(markedUpPhoto.id, markup)}
            onClose={closeMarkup}
          />
        </Suspense>
      )}
    </>
  );
}

/** The field nodes; an unchanged node keeps its identity. */
function useNodes(draft: Draft, errors: Parameters<typeof buildTaskNodes>[1]): readonly CaptureNode[] {
  const previousNodes = useRef<readonly CaptureNode[]>([]);
  const nodes = useMemo(() => buildTaskNodes(draft, errors, previousNodes.current), [draft, errors]);
  previousNodes.current = nodes;
  return nodes;
}

function useCaptureSettings(template: Draft["template"], phone: boolean) {
  const grants = useGrants();
  const { photoCommentEnabled, photoDrawingEnabled, referencePhotosEnabled } = template;
  return useMemo(
    () => ({
      hasPhotoComments: photoCommentEnabled,
      hasPhotoDrawing: photoDrawingEnabled,
      referencePhotos: referencePhotosEnabled && canCall(grants, referencePhotoThumbnail),
      phone,
    }),
    [photoCommentEnabled, photoDrawingEnabled, referencePhotosEnabled, grants, phone],
  );
}

const Prose = styled.p`
  max-width: 72ch;
  color: var(--fgColor-muted);
  white-space: pre-line;
`;
