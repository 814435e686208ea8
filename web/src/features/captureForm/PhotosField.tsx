import { DeviceCameraIcon, ImageIcon, PencilIcon, UploadIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useContext, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { DraftMedia } from "#domain/capture/draft.ts";
import type { DraftTask } from "#domain/capture/newDocumentation.ts";
import { Buttons } from "#ui/layout/boxes.ts";
import { SettingsContext, useActions } from "./CaptureFormContext.ts";
import { PhotoItem } from "./PhotoItem.tsx";
import { PhotoInput } from "./Picker.tsx";
import { useRefusals } from "./Refusals.tsx";

interface PhotosFieldProps {
  task: DraftTask;
  media: readonly DraftMedia[];
}

/** A coarse pointer means a phone or tablet, which has a camera to hold up. */
const hasCamera = () => window.matchMedia?.("(pointer: coarse)").matches ?? false;

/** The photos of a task, with buttons to take, choose or draw one. */
export function PhotosField({ task, media }: PhotosFieldProps) {
  const { t } = useTranslation("capture");
  const { addPhotos, draw } = useActions();
  const { phone } = useContext(SettingsContext);
  const canTakePhotos = phone || hasCamera();
  const fileInput = useRef<HTMLInputElement>(null);
  const cameraInput = useRef<HTMLInputElement>(null);
  const [readingCount, setReadingCount] = useState(0);
  const { refusalBanner, setRefused: setRefusalTexts } = useRefusals();
  const add = async (files: readonly File[]) => {
    setReadingCount(files.length);
    setRefusalTexts(await addPhotos(task, files));
    setReadingCount(0);
  };
  const isDrawing = task.type === "DRAWING";
  return (
    <>
      {media.length > 0 && (
        <List aria-label={t("form.photosOf", { task: task.name })}>
          {media.map((item) => (
            <PhotoItem key={item.id} item={item} />
          ))}
        </List>
      )}
      {refusalBanner}
      <Buttons>
        {isDrawing && (
          <Button
            leadingVisual={PencilIcon}
            aria-label={t("form.drawFor", { task: task.name })}
            onClick={() => draw(task)}
          >
            {t("form.draw")}
          </Button>
        )}
        {canTakePhotos && (
          <Button
            leadingVisual={DeviceCameraIcon}
            loading={readingCount > 0}
            aria-label={t("form.takePhotoFor", { task: task.name })}
            onClick={() => cameraInput.current?.click()}
          >
            {t("form.takePhoto")}
          </Button>
        )}
        <Button
          leadingVisual={canTakePhotos ? ImageIcon : UploadIcon}
          loading={readingCount > 0}
          loadingAnnouncement={t("form.reading", { count: readingCount })}
          aria-label={t("form.choosePhotosFor", { task: task.name })}
          onClick={() => fileInput.current?.click()}
        >
          {t("form.choosePhotos")}
        </Button>
      </Buttons>
      <PhotoInput
        input={fileInput}
        label={t("form.choosePhotosFor", { task: task.name })}
        multiple
        onFiles={add}
      />
      <PhotoInput
        input={cameraInput}
        label={t("form.takePhotoFor", { task: task.name })}
        capture
        onFiles={add}
      />
    </>
  );
}

const List = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(150px, 100%), 1fr));
  gap: var(--base-size-12);
  list-style: none;
`;
