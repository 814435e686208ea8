import { Checkbox } from "@primer/react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { PhotoImage } from "#features/photo/PhotoImage.tsx";
import { Thumbnail } from "#features/photo/Thumbnail.tsx";
import { formatDateTime } from "#ui/format/dates.ts";
import type { TimelinePhoto } from "./useTimeline.ts";

interface TileProps {
  one: TimelinePhoto;
  total: number;
  selected: boolean;
  /** Whether it is in the tab order. */
  current: boolean;
  onFocus: (index: number) => void;
  onOpen: (one: TimelinePhoto) => void;
  onSelect: (one: TimelinePhoto, range: boolean) => void;
}

/** A photo of the timeline: the picture opens it, the box in its corner selects it; with Shift both select all up to it. */
export const Tile = memo(function Tile({ one, total, selected, current, ...on }: TileProps) {
  const { t } = useTranslation("timeline");
  const { photo, place: index, documentation } = one;
  const said = t("photo", {
    name: photo.alias ?? photo.name,
    documentation: documentation?.alias ?? documentation?.name ?? "",
    date: formatDateTime(photo.dateCreated),
  });
  return (
    <Frame data-selected={selected} aria-posinset={index + 1} aria-setsize={total}>
      <Thumbnail
        type="button"
        data-place={index}
        tabIndex={current ? 0 : -1}
        aria-label={t(selected ? "openSelected" : "open", { photo: said })}
        onFocus={() => on.onFocus(index)}
        onClick={(event) => (event.shiftKey ? on.onSelect(one, true) : on.onOpen(one))}
      >
        <PhotoImage photo={photo} small />
      </Thumbnail>
      <Tick
        onClick={(event) => {
          // No browser ticks by Shift and a click on a label, or not all do.
          if (!event.shiftKey || event.target instanceof HTMLInputElement) return;
          event.preventDefault();
          on.onSelect(one, true);
        }}
      >
        <Checkbox
          checked={selected}
          tabIndex={-1}
          aria-label={t("select", { photo: said })}
          onChange={({ nativeEvent }) =>
            on.onSelect(one, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }
        />
      </Tick>
      <Name title={photo.comment ?? photo.alias ?? photo.name}>
        {documentation?.alias ?? documentation?.name ?? photo.name}
      </Name>
    </Frame>
  );
});

/** The place of a photo that is being fetched. */
export const PlaceholderTile = styled.li`
  aspect-ratio: 1;
  align-self: start;
  border-radius: var(--borderRadius-medium);
  background: var(--bgColor-neutral-muted);
`;

const Tick = styled.label`
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
  &:hover ${Tick} input {
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
