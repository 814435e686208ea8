import { TrashIcon, UndoIcon } from "@primer/octicons-react";
import { Button, FormControl, Select } from "@primer/react";
import { useContext, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { pathOf, send } from "#api/client.ts";
import { isOneOf, keysOf } from "#domain/core/objects.ts";
import { displayGraphic } from "#domain/endpoints/configuration/images.ts";
import { isCanvasReadable } from "#lib/canvas.ts";
import { useConfirm } from "#ui/dialog/Confirm.tsx";
import { Modal } from "#ui/dialog/Modal.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { MediaContext, type MediaSource } from "../CaptureFormContext.ts";
import { withDescriptions } from "../photo/exif.ts";
import { jpegOf, readDescriptions } from "../photo/preparePhoto.ts";
import { TouchRow } from "../TouchTargets.tsx";
import { type Background, useDrawing } from "./useDrawing.ts";

interface DrawingPadProps {
  title: string;
  /** The photos that can be drawn on. */
  photos: readonly { id: string; name: string }[];
  /** The graphics of the template that can be drawn on (3§3). */
  graphics: readonly { id: string; name: string }[];
  /** Receives the drawing. Resolves to the reasons why it was refused, if any. */
  onDrawn: (jpeg: Blob) => Promise<string[]>;
  onClose: () => void;
}

const colours = ["#d1242f", "#1f2328", "#0969da", "#ffd33d"] as const;
const colourNames = ["red", "black", "blue", "yellow"] as const;
const widths = { thin: 3, medium: 6, thick: 14 } as const;
const widthNames = keysOf(widths);

/**
 * A drawing pad for finger, pen or mouse, on white, a graphic or a photo. The photo stays unchanged: the drawing is a new photo.
 */
export function DrawingPad({ title, photos, graphics, onDrawn, onClose }: DrawingPadProps) {
  const { t } = useTranslation("capture");
  const { t: tCommon } = useTranslation();
  const [backgroundId, setBackgroundId] = useState<string | null>(null);
  const [background, setBackground] = useState<Background | null>(null);
  const [isMissing, setIsMissing] = useState(false);
  const [colour, setColour] = useState<string>(colours[0]);
  const [width, setWidth] = useState<keyof typeof widths>("medium");
  const [isSaving, setIsSaving] = useState(false);
  const [refusals, setRefusals] = useState<readonly string[]>(() =>
    isCanvasReadable() ? [] : [t("drawing.unreadable")],
  );
  const confirm = useConfirm();
  const { bytes } = useContext(MediaContext);
  const drawing = useDrawing(background);
  const hasChosenGraphic = graphics.some(({ id }) => id === backgroundId);

  useEffect(() => {
    let isCurrent = true;
    setIsMissing(false);
    if (!backgroundId) setBackground(null);
    else
      loadBackground(backgroundId, hasChosenGraphic, bytes).then(
        (loadedBackground) =>
          isCurrent && (loadedBackground ? setBackground(loadedBackground) : setIsMissing(true)),
        () => isCurrent && setIsMissing(true),
      );
    return () => {
      isCurrent = false;
    };
  }, [backgroundId, hasChosenGraphic, bytes]);

  async function save() {
    if (!drawing.canvas.current) return;
    if (!isCanvasReadable()) return setRefusals([t("drawing.unreadable")]);
    setIsSaving(true);
    const photo = background?.isGraphic ? null : background;
    const descriptions = photo ? await readDescriptions(photo.bytes).catch(() => []) : [];
    const jpeg = withDescriptions(await jpegOf(drawing.canvas.current), descriptions);
    setRefusals(await onDrawn(jpeg));
    setIsSaving(false);
  }

  async function close() {
    const question = {
      title: t("drawing.discardTitle"),
      text: t("drawing.discardText"),
      confirm: t("drawing.discardConfirm"),
      danger: true,
    };
    if (drawing.count === 0 || (await confirm(question))) onClose();
  }

  return (
    <Modal
      title={title}
      width="1040px"
      narrow="fullscreen"
      onClose={() => void close()}
      footer={
        <TouchRow>
          <Button onClick={() => void close()}>{tCommon("actions.cancel")}</Button>
          <Button
            variant="primary"
            disabled={drawing.count === 0}
            loading={isSaving}
            onClick={() => void save()}
          >
            {t("drawing.add")}
          </Button>
        </TouchRow>
      }
    >
      <Tools>
        <FormControl>
          <FormControl.Label>{t("drawing.background")}</FormControl.Label>
          <Select
            value={backgroundId ?? ""}
            disabled={drawing.count > 0}
            onChange={({ target }) => setBackgroundId(target.value || null)}
          >
            <Select.Option value="">{t("drawing.blankSheet")}</Select.Option>
            {graphics.length > 0 && (
              <BackgroundOptions label={t("drawing.graphics")} backgrounds={graphics} />
            )}
            {photos.length > 0 && <BackgroundOptions label={t("drawing.photos")} backgrounds={photos} />}
          </Select>
        </FormControl>
        <Colours role="radiogroup" aria-label={t("drawing.colour")}>
          {colours.map((option, index) => (
            <label key={option}>
              <input
                type="radio"
                name="colour"
                aria-label={t(`drawing.${colourNames[index]!}`)}
                checked={colour === option}
                onChange={() => setColour(option)}
              />
              <Dot $colour={option} />
            </label>
          ))}
        </Colours>
        <FormControl>
          <FormControl.Label>{t("drawing.width")}</FormControl.Label>
          <Select
            value={width}
            onChange={({ target: { value } }) => isOneOf(widthNames, value) && setWidth(value)}
          >
            {widthNames.map((option) => (
              <Select.Option key={option} value={option}>
                {t(`drawing.${option}`)}
              </Select.Option>
            ))}
          </Select>
        </FormControl>
        <Button leadingVisual={UndoIcon} disabled={drawing.count === 0} onClick={drawing.undo}>
          {t("drawing.undo")}
        </Button>
        <Button leadingVisual={TrashIcon} disabled={drawing.count === 0} onClick={drawing.clear}>
          {t("drawing.clear")}
        </Button>
      </Tools>
      {(isMissing || drawing.hasFailed) && <Banner kind="danger">{t("sending.fileMissing")}</Banner>}
      {refusals.length > 0 && <Banner kind="danger">{refusals.join(" ")}</Banner>}
      <Sheet
        ref={drawing.canvas}
        role="img"
        aria-label={t("drawing.drawingArea")}
        {...drawing.handlers(colour, widths[width])}
      />
    </Modal>
  );
}

/** The bytes of a graphic from the service, or of a photo in this browser. */
async function loadBackground(
  id: string,
  isGraphic: boolean,
  readBytes: MediaSource["bytes"],
): Promise<Background | null> {
  const bytes = isGraphic ? await (await send(pathOf(displayGraphic, { id }))).blob() : await readBytes(id);
  return bytes ? { bytes, isGraphic } : null;
}

function BackgroundOptions({
  label,
  backgrounds,
}: {
  label: string;
  backgrounds: readonly { id: string; name: string }[];
}) {
  return (
    <Select.OptGroup label={label}>
      {backgrounds.map(({ id, name }) => (
        <Select.Option key={id} value={id}>
          {name}
        </Select.Option>
      ))}
    </Select.OptGroup>
  );
}

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  gap: var(--base-size-8) var(--base-size-12);
  margin-bottom: var(--base-size-12);
  @media (pointer: coarse), (max-width: 767px) {
    button,
    select {
      min-height: 44px;
    }
  }
`;

const Colours = styled.div`
  display: flex;
  gap: var(--base-size-4);
  label {
    position: relative;
    cursor: pointer;
  }
  input {
    position: absolute;
    inset: 0;
    opacity: 0;
    cursor: pointer;
  }
  input:checked + span {
    outline: 2px solid var(--borderColor-accent-emphasis);
    outline-offset: 1px;
  }
  input:focus-visible + span {
    outline: 3px solid var(--focus-outlineColor);
    outline-offset: 1px;
  }
`;

const Dot = styled.span<{ $colour: string }>`
  display: block;
  width: 32px;
  height: 32px;
  @media (pointer: coarse), (max-width: 767px) {
    width: 44px;
    height: 44px;
  }
  border: 1px solid var(--borderColor-default);
  border-radius: 50%;
  background: ${({ $colour }) => $colour};
`;

/** A finger draws here instead of scrolling. */
const Sheet = styled.canvas`
  display: block;
  max-width: 100%;
  max-height: 62vh;
  margin: 0 auto;
  border: 1px solid var(--borderColor-default);
  background: #ffffff;
  touch-action: none;
  cursor: crosshair;
`;
