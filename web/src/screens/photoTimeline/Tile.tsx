import { Checkbox } from "@primer/react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { PhotoImage } from "#features/photo/PhotoImage.tsx";
import { Thumbnail } from "#features/photo/Thumbnail.tsx";
import { formatDateTime } from "#ui/format/dates.ts";
import type { TimelinePhoto } from "./useTimeline.ts";

interface TileProps {
  photo: TimelinePhoto;
  total: number;
  selected: boolean;
  /** True for the tile in the tab order. */
  current: boolean;
  onFocus: (index: number) => void;
  onOpen: (photo: TimelinePhoto) => void;
  onSelect: (photo: TimelinePhoto, range: boolean) => void;
}

/** A photo of the timeline. The image opens it, the checkbox selects it; with Shift both select the range up to it. */
export const Tile = memo(function Tile({
  photo: timelinePhoto,
  total,
  selected,
  current,
  ...handlers
}: TileProps) {
  const { t } = useTranslation("timeline");
  const { photo, index, documentation } = timelinePhoto;
  const label = t("photo", {
    name: photo.alias ?? photo.name,
    documentation: documentation?.alias ?? documentation?.name ?? "",
    date: photo.dateSource === "ARRIVAL" ? t("unknownTime") : formatDateTime(photo.dateCreated),
  });
  return (
    <Frame data-selected={selected} aria-posinset={index + 1} aria-setsize={total}>
      <Thumbnail
        type="button"
        data-place={index}
        tabIndex={current ? 0 : -1}
        aria-label={t(selected ? "openSelected" : "open", { photo: label })}
        onFocus={() => handlers.onFocus(index)}
        onClick={(event) =>
          event.shiftKey ? handlers.onSelect(timelinePhoto, true) : handlers.onOpen(timelinePhoto)
        }
      >
        <PhotoImage photo={photo} small />
      </Thumbnail>
      <CheckboxLabel
        onClick={(event) => {
          // Browsers do not reliably toggle the checkbox on Shift+click on its label.
          if (!event.shiftKey || event.target instanceof HTMLInputElement) return;
          event.preventDefault();
          handlers.onSelect(timelinePhoto, true);
        }}
      >
        <Checkbox
          checked={selected}
          tabIndex={-1}
          aria-label={t("select", { photo: label })}
          onChange={({ nativeEvent }) =>
            handlers.onSelect(timelinePhoto, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      </CheckboxLabel>
      <Name title={photo.comment ?? photo.alias ?? photo.name}>
        {documentation?.alias ?? documentation?.name ?? photo.name}
      </Name>
    </Frame>
  );
});

/** The placeholder of a photo that is being fetched. */
export const PlaceholderTile = styled.li`
  aspect-ratio: 1;
  align-self: start;
  border-radius: var(--borderRadius-medium);
  background: var(--bgColor-neutral-muted);
`;

const CheckboxLabel = styled.label`
  position: absolute;
  top: 0;
  left: 0;
  display: grid;
  place-items: start;
  width: 44px;
  height: 44px;
  padding: 6px;
  cursor: pointer;
  input {
    margin: 0;
    width: 18px;
    height: 18px;
    opacity: 0;
    box-shadow: 0 0 0 1px var(--bgColor-default);
    transition: opacity 80ms;
  }
  &:hover input,
  input:checked,
  input:focus-visible {
    opacity: 1;
  }
  @media (hover: none) {
    input {
      opacity: 1;
    }
  }
`;

const Frame = styled.li`
  position: relative;
  min-width: 0;
  border-radius: var(--borderRadius-medium);
  user-select: none;
  &:hover ${CheckboxLabel} input {
    opacity: 1;
  }
  &[data-selected="true"] button > span {
    outline: 3px solid var(--borderColor-accent-emphasis);
    outline-offset: -3px;
  }
  &[data-selected="true"] img {
    transform: scale(0.88);
    border-radius: var(--borderRadius-small);
  }
`;

const Name = styled.div`
  height: 20px;
  margin-top: var(--base-size-2);
  overflow: hidden;
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  text-overflow: ellipsis;
  white-space: nowrap;
`;
