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
import { Picker } from "./Picker.tsx";
import { useRefusals } from "./Refusals.tsx";

interface PhotosFieldProps {
  task: DraftTask;
  media: readonly DraftMedia[];
}

/** Coarse pointers mean phones and tablets, which have a camera one holds up. */
const hasCamera = () => window.matchMedia?.("(pointer: coarse)").matches ?? false;

/** The photos of a task: taken, chosen or drawn. */
export function PhotosField({ task, media }: PhotosFieldProps) {
  const { t } = useTranslation("capture");
  const { addPhotos, draw } = useActions();
  const { phone } = useContext(SettingsContext);
  const takes = phone || hasCamera();
  const choose = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const [reading, setReading] = useState(0);
  const { refusals, setRefused } = useRefusals();
  const add = async (files: readonly File[]) => {
    setReading(files.length);
    setRefused(await addPhotos(task, files));
    setReading(0);
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
      {refusals}
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
        {takes && (
          <Button
            leadingVisual={DeviceCameraIcon}
            loading={reading > 0}
            aria-label={t("form.takeFor", { task: task.name })}
            onClick={() => camera.current?.click()}
          >
            {t("form.take")}
          </Button>
        )}
        <Button
          leadingVisual={takes ? ImageIcon : UploadIcon}
          loading={reading > 0}
          loadingAnnouncement={t("form.reading", { count: reading })}
          aria-label={t("form.chooseFor", { task: task.name })}
          onClick={() => choose.current?.click()}
        >
          {t("form.choose")}
        </Button>
      </Buttons>
      <Picker input={choose} label={t("form.chooseFor", { task: task.name })} multiple onFiles={add} />
      <Picker input={camera} label={t("form.takeFor", { task: task.name })} capture onFiles={add} />
    </>
  );
}

const List = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(150px, 100%), 1fr));
  gap: var(--base-size-12);
  list-style: none;
`;
