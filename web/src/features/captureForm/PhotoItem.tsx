import {
  CheckCircleFillIcon,
  ClockIcon,
  DeviceCameraIcon,
  PaintbrushIcon,
  TrashIcon,
} from "@primer/octicons-react";
import { Button, IconButton, TextInput } from "@primer/react";
import { useContext, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { DraftMedia, DraftRetake } from "#domain/capture/draft.ts";
import { maxCommentLength } from "#domain/core/limits.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { formatBytes } from "#ui/format/numbers.ts";
import { Note } from "#ui/layout/typography.ts";
import { RetakesContext, SettingsContext, useActions } from "./CaptureFormContext.ts";
import { PhotoPicture } from "./PhotoPicture.tsx";
import { PhotoInput } from "./Picker.tsx";
import { useRefusals } from "./Refusals.tsx";
import { RetakeBanner } from "./RetakeBanner.tsx";

/** A photo with its name, comment and buttons. Photos already on the service cannot be removed. */
export function PhotoItem({ item }: { item: DraftMedia }) {
  const { t } = useTranslation("capture");
  const { t: tReview } = useTranslation("review");
  const { comment, openMarkup, remove } = useActions();
  const { hasPhotoComments, hasPhotoDrawing } = useContext(SettingsContext);
  const draftRetake = useContext(RetakesContext).get(item.id);
  const drawing = item.replaces ? null : draftRetake?.drawing;
  return (
    <Card data-drawn={Boolean(drawing)}>
      <PhotoPicture item={item} drawing={drawing} />
      <Line>
        <Name>
          {item.name}
          <Note as="div">{item.notYetArrived ? t("handedOver.notArrived") : formatBytes(item.size)}</Note>
        </Name>
        {item.notYetArrived ? (
          <ClockIcon aria-hidden />
        ) : item.confirmed ? (
          <CheckCircleFillIcon aria-label={t("sending.state.confirmed")} fill="var(--fgColor-success)" />
        ) : (
          <>
            {hasPhotoDrawing && !item.replaces && (
              <IconButton
                size="small"
                variant="invisible"
                icon={PaintbrushIcon}
                aria-label={t("form.drawOn", { name: item.name })}
                onClick={() => openMarkup(item)}
              />
            )}
            <IconButton
              size="small"
              variant="invisible"
              icon={TrashIcon}
              aria-label={t("form.remove", { name: item.name })}
              onClick={() => void remove(item)}
            />
          </>
        )}
      </Line>
      {draftRetake && !item.notYetArrived && <RetakeControls item={item} draftRetake={draftRetake} />}
      {hasPhotoComments && (
        <div>
          <TextInput
            block
            size="small"
            autoComplete="off"
            maxLength={maxCommentLength}
            disabled={item.confirmed}
            aria-label={t("form.commentOf", { name: item.name })}
            placeholder={t("form.comment")}
            value={item.comment}
            onChange={(event) => comment(item.id, event.target.value)}
          />
          {item.comment.length > maxCommentLength - 50 && (
            <Note as="div">{tReview("counter", { count: item.comment.length, max: maxCommentLength })}</Note>
          )}
        </div>
      )}
    </Card>
  );
}

/** The reason why a photo was sent back, and the button to replace it. */
function RetakeControls({ item, draftRetake }: { item: DraftMedia; draftRetake: DraftRetake }) {
  const { t } = useTranslation("capture");
  const { retake } = useActions();
  const fileInput = useRef<HTMLInputElement>(null);
  const [isReading, setIsReading] = useState(false);
  const { refusalBanner, setRefused: setRefusalTexts } = useRefusals();
  const label = t("handedOver.retakeOf", { name: item.name });
  const isReplacementSent = item.replaces !== undefined && item.confirmed;
  return (
    <>
      {item.replaces ? (
        <Banner kind="success">{t("handedOver.replacesSentBackPhoto")}</Banner>
      ) : (
        <RetakeBanner retake={draftRetake} />
      )}
      {refusalBanner}
      {!isReplacementSent && (
        <Button
          size="small"
          leadingVisual={DeviceCameraIcon}
          loading={isReading}
          aria-label={label}
          onClick={() => fileInput.current?.click()}
        >
          {t("handedOver.retake")}
        </Button>
      )}
      <PhotoInput
        input={fileInput}
        label={label}
        onFiles={async ([file]) => {
          if (!file) return;
          setIsReading(true);
          setRefusalTexts(await retake(item, file));
          setIsReading(false);
        }}
      />
    </>
  );
}

const Card = styled.li`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-8);
  min-width: 0;
  padding: var(--base-size-8);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  /* What is drawn must be seen without another tap. */
  &[data-drawn="true"] {
    --picture-height: 320px;
    grid-column: 1 / -1;
  }
`;

export const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  align-items: center;
  gap: var(--base-size-4);
`;

export const Name = styled.div`
  flex: 1 1 120px;
  min-width: 0;
  overflow-wrap: anywhere;
`;
