import { DownloadIcon, InfoIcon, QuestionIcon, XIcon, ZoomInIcon, ZoomOutIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { pathOf } from "#api/client.ts";
import { type PhotoRow, photoDownloadOriginal } from "#domain/endpoints/documentation/details.ts";
import { useDownload } from "#features/useDownload.ts";
import { MutedDigits, TruncatedLine } from "#ui/layout/typography.ts";
import type { PhotoActions, ViewerAction } from "./PhotoActions.ts";
import { RotateLeftIcon, RotateRightIcon } from "./RotateIcon.tsx";
import { useCanSeeUnblurred } from "./useCanSeeUnblurred.ts";
import type { useZoom } from "./useZoom.ts";
import { ViewerTool } from "./ViewerTool.tsx";
import { zoomStep } from "./zoom.ts";

interface ViewerBarProps {
  photo: PhotoRow;
  /** The position among all photos, as text. */
  positionText: string;
  actions: PhotoActions;
  zoom: ReturnType<typeof useZoom>;
  isDetailsOpen: boolean;
  isHelpOpen: boolean;
  /** The tools of the large view itself. */
  tools: readonly ViewerAction[];
  onToggleDetails: () => void;
  onToggleHelp: () => void;
  onClose: () => void;
}

/** The photo's name and the toolbar of the large view, with the screen's own tools first. */
export function ViewerBar(props: ViewerBarProps) {
  const {
    photo,
    positionText,
    actions,
    zoom,
    isDetailsOpen,
    isHelpOpen,
    tools,
    onToggleDetails,
    onToggleHelp,
    onClose,
  } = props;
  const { t } = useTranslation("documentation");
  const download = useDownload();
  const canSeeUnblurred = useCanSeeUnblurred()(photo);
  return (
    <Top>
      <Title aria-live="polite">
        {actions.context}
        <Name as="strong" title={photo.alias ?? photo.name}>
          {photo.alias ?? photo.name}
        </Name>
        <MutedDigits>{positionText}</MutedDigits>
      </Title>
      <Tools>
        {[...(actions.shortcuts ?? []).filter(({ variant }) => !variant), ...tools].map(
          ({ key, icon, label, disabled = false, act }) => (
            <ViewerTool
              key={key}
              icon={icon}
              label={label}
              shortcut={key.toUpperCase()}
              disabled={disabled}
              onClick={() => act(photo)}
            />
          ),
        )}
        {actions.rotate && <RotateTools onTurn={(quarterTurns) => actions.rotate?.(photo, quarterTurns)} />}
        <ViewerTool
          wideOnly
          icon={ZoomOutIcon}
          label={t("gallery.zoomOut")}
          shortcut="-"
          disabled={zoom.zoom.scale <= 1}
          onClick={() => zoom.zoomBy(1 / zoomStep)}
        />
        <ViewerTool
          wideOnly
          icon={ZoomInIcon}
          label={t("gallery.zoomIn")}
          shortcut="+"
          onClick={() => zoom.zoomBy(zoomStep)}
        />
        <ViewerTool
          icon={DownloadIcon}
          label={canSeeUnblurred ? t("gallery.original") : t("gallery.originalBlurred")}
          disabled={!photo.hasData || !canSeeUnblurred || download.isPending}
          onClick={() => download.mutate({ path: pathOf(photoDownloadOriginal, { id: photo.id }) })}
        />
        <ViewerTool
          icon={InfoIcon}
          label={isDetailsOpen ? t("gallery.hideInfo") : t("gallery.info")}
          shortcut="I"
          pressed={isDetailsOpen}
          onClick={onToggleDetails}
        />
        <ViewerTool
          wideOnly
          icon={QuestionIcon}
          label={t("gallery.keys.title")}
          shortcut="?"
          pressed={isHelpOpen}
          onClick={onToggleHelp}
        />
      </Tools>
      <ViewerTool icon={XIcon} label={t("gallery.close")} onClick={onClose} />
    </Top>
  );
}

/** Buttons for quarter turns, counterclockwise and clockwise. */
function RotateTools({ onTurn }: { onTurn: (direction: 1 | -1) => void }) {
  const { t } = useTranslation("documentation");
  return (
    <>
      <ViewerTool
        icon={RotateLeftIcon}
        label={t("gallery.rotateLeft")}
        shortcut="Shift+T"
        onClick={() => onTurn(-1)}
      />
      <ViewerTool
        icon={RotateRightIcon}
        label={t("gallery.rotateRight")}
        shortcut="T"
        onClick={() => onTurn(1)}
      />
    </>
  );
}

const Top = styled.div`
  display: flex;
  align-items: center;
  gap: var(--base-size-4);
  padding: var(--base-size-8) var(--base-size-8) var(--base-size-8) var(--base-size-16);
  @media (max-width: 767px) {
    flex-wrap: wrap;
    padding-bottom: 0;
  }
`;

/** On a phone in a separate row below the title, as wide as fits. */
const Tools = styled.div`
  display: flex;
  gap: var(--base-size-4);
  @media (max-width: 767px) {
    order: 1;
    flex: 1 1 100%;
    justify-content: space-between;
    gap: 0;
    margin-left: calc(-1 * var(--base-size-8));
    > * {
      flex: 0 1 44px;
      min-width: 32px;
      height: 44px;
    }
  }
`;

/** As tall for a long name as for a short one. */
const Title = styled.div`
  display: flex;
  flex: 1;
  flex-wrap: wrap;
  gap: 0 var(--base-size-12);
  min-width: 0;
  overflow-wrap: anywhere;
`;

const Name = styled(TruncatedLine)`
  flex: 0 1 auto;
  max-width: calc(100% - 8ch);
`;
