import { CheckCircleFillIcon, ClockIcon, PaintbrushIcon, TrashIcon } from "@primer/octicons-react";
import { IconButton, TextInput } from "@primer/react";
import { useContext } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { DraftMedia } from "../../../../../domain/capture/draft";
import { sizeText } from "../../../kit/numbers";
import { Note } from "../../../kit/text";
import { SettingsContext, useActions } from "./FormContext";
import { PhotoPicture } from "./PhotoPicture";

/** Characters of a comment (2§5). */
const longestComment = 255;

/** A photo with its name, comment and buttons. Photos already on the service cannot be removed. */
export function PhotoItem({ item }: { item: DraftMedia }) {
  const { t } = useTranslation("capture");
  const { t: review } = useTranslation("review");
  const { comment, mark, remove } = useActions();
  const { photoComments, photoDrawing } = useContext(SettingsContext);
  return (
    <Card>
      <PhotoPicture item={item} />
      <Line>
        <Name>
          {item.name}
          <Note as="div">{item.awaited ? t("handedOver.awaited") : sizeText(item.size)}</Note>
        </Name>
        {item.awaited ? (
          <ClockIcon aria-hidden />
        ) : item.confirmed ? (
          <CheckCircleFillIcon aria-label={t("sending.state.confirmed")} fill="var(--fgColor-success)" />
        ) : (
          <>
            {photoDrawing && (
              <IconButton
                size="small"
                variant="invisible"
                icon={PaintbrushIcon}
                aria-label={t("form.drawOn", { name: item.name })}
                onClick={() => mark(item)}
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
      {photoComments && (
        <div>
          <TextInput
            block
            size="small"
            autoComplete="off"
            maxLength={longestComment}
            disabled={item.confirmed}
            aria-label={t("form.commentOf", { name: item.name })}
            placeholder={t("form.comment")}
            value={item.comment}
            onChange={(event) => comment(item.id, event.target.value)}
          />
          {item.comment.length > longestComment - 50 && (
            <Note as="div">{review("counter", { count: item.comment.length, most: longestComment })}</Note>
          )}
        </div>
      )}
    </Card>
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
