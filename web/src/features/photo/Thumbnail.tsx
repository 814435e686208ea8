import type { TFunction } from "i18next";
import styled from "styled-components";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";

/** The label of the button around a thumbnail. Includes the text shown in place of a missing photo. */
export const openLabel = (t: TFunction<"documentation">, photo: PhotoRow): string => {
  const name = photo.alias ?? photo.name;
  return photo.hasData ? t("gallery.open", { name }) : `${t("gallery.notArrived")}: ${name}`;
};

/** The button around a thumbnail that opens the photo in large view. */
export const Thumbnail = styled.button`
  display: block;
  width: 100%;
  padding: 0;
  border: 0;
  border-radius: var(--borderRadius-medium);
  background: none;
  color: inherit;
  cursor: zoom-in;
  &:hover {
    opacity: 0.88;
  }
  &:focus-visible {
    outline-offset: 2px;
  }
`;
