import { AlertIcon, CheckCircleFillIcon, PencilIcon, TrashIcon } from "@primer/octicons-react";
import { IconButton, TextInput } from "@primer/react";
import { useContext, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { DraftMedia } from "../../../../../domain/capture/draft";
import type { DraftTask } from "../../../../../domain/capture/newDocumentation";
import { sizeText } from "../../../kit/numbers";
import { Note } from "../../../kit/text";
import { readMedia } from "../draft/draftStore";
import { SettingsContext, useActions } from "./FormContext";

/** Characters of a comment (2§5). */
const longestComment = 255;

/** A photo with its name, comment and buttons. Photos already on the service cannot be removed. */
export function PhotoItem({ task, item }: { task: DraftTask; item: DraftMedia }) {
  const { t } = useTranslation("capture");
  const { t: review } = useTranslation("review");
  const { comment, draw, remove } = useActions();
  const { photoComments, photoDrawing } = useContext(SettingsContext);
  const { url, gone } = useStoredMedia(item.id);
  return (
    <Card>
      <Picture>
        {url && <img src={url} alt={item.name} loading="lazy" />}
        {gone && <AlertIcon aria-label={t("sending.missingBytes")} />}
      </Picture>
      <Line>
        <Name>
          {item.name}
          <Note as="div">{sizeText(item.size)}</Note>
        </Name>
        {item.confirmed ? (
          <CheckCircleFillIcon aria-label={t("sending.state.confirmed")} fill="var(--fgColor-success)" />
        ) : (
          <>
            {photoDrawing && (
              <IconButton
                size="small"
                variant="invisible"
                icon={PencilIcon}
                aria-label={t("form.drawOn", { name: item.name })}
                onClick={() => draw(task, item)}
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

/** The stored bytes of a photo as an object URL; null while they are read, or when the browser has lost them. */
function useStoredMedia(id: string): { url: string | null; gone: boolean } {
  const [shown, setShown] = useState<{ url: string | null; gone: boolean }>({ url: null, gone: false });
  useEffect(() => {
    let url: string | null = null;
    let wanted = true;
    readMedia(id).then(
      (bytes) => {
        if (!wanted) return;
        url = bytes ? URL.createObjectURL(bytes) : null;
        setShown({ url, gone: !bytes });
      },
      () => wanted && setShown({ url: null, gone: true }),
    );
    return () => {
      wanted = false;
      if (url) URL.revokeObjectURL(url);
    };
  }, [id]);
  return shown;
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

const Picture = styled.div`
  display: grid;
  place-items: center;
  height: 160px;
  border-radius: var(--borderRadius-small);
  background: var(--bgColor-muted);
  overflow: hidden;
  img {
    width: 100%;
    height: 160px;
    object-fit: contain;
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
