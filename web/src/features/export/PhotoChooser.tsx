import { CheckIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import { Pager } from "#features/photo/Pager.tsx";
import { PhotoImage } from "#features/photo/PhotoImage.tsx";
import { useGridFocus } from "#features/photo/useGridFocus.ts";
import { TileName } from "#ui/layout/typography.ts";
import type { ItemSelection } from "./useItemSelection.ts";

/** Thumbnails per page: rendering a thousand would freeze the dialog. */
const photosPerPage = 48;
const firstIndexOfPage = (index: number) => index - (index % photosPerPage);

/** Thumbnails to include or leave out. One is in the tab order; arrow keys move to the others. */
export function PhotoChooser({
  photos,
  choice: selection,
}: {
  photos: readonly PhotoRow[];
  choice: ItemSelection;
}) {
  const { t } = useTranslation("exporting");
  const { t: tDocumentation } = useTranslation("documentation");
  const { t: tCommon } = useTranslation();
  const { current, setCurrentIndex, gridProps } = useGridFocus(photos.length, firstIndexOfPage);
  const firstIndex = firstIndexOfPage(current);
  return (
    <>
      <Grid {...gridProps}>
        {photos.slice(firstIndex, firstIndex + photosPerPage).map((photo, index) => {
          const isIncluded = photo.hasData && selection.isSelected(photo.id);
          const name = photo.alias ?? photo.name;
          return (
            <li key={photo.id}>
              <Toggle
                type="button"
                tabIndex={firstIndex + index === current ? 0 : -1}
                aria-pressed={isIncluded}
                aria-disabled={!photo.hasData || undefined}
                aria-label={t("include", { name })}
                title={photo.hasData ? undefined : t("notArrived")}
                onFocus={() => setCurrentIndex(firstIndex + index)}
                onClick={() => photo.hasData && selection.set(photo.id, !isIncluded)}
              >
                <PhotoImage photo={photo} small />
                <Mark>{isIncluded && <CheckIcon size={12} />}</Mark>
              </Toggle>
              <TileName title={name}>{name}</TileName>
            </li>
          );
        })}
      </Grid>
      <Pager
        label={tDocumentation("gallery.pages")}
        previousLabel={tCommon("table.previous")}
        nextLabel={tCommon("table.next")}
        pageLabel={(number) => tDocumentation("gallery.page", { page: number })}
        page={firstIndex / photosPerPage + 1}
        pageCount={Math.ceil(photos.length / photosPerPage)}
        onPage={(number) => setCurrentIndex((number - 1) * photosPerPage)}
      />
    </>
  );
}

const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(88px, 1fr));
  gap: var(--base-size-8);
  max-height: 340px;
  margin-bottom: var(--base-size-8);
  padding: var(--base-size-4);
  overflow-y: auto;
  li {
    min-width: 0;
  }
`;

const Mark = styled.span`
  position: absolute;
  top: var(--base-size-4);
  right: var(--base-size-4);
  display: grid;
  place-items: center;
  width: 20px;
  height: 20px;
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-small);
  background: var(--bgColor-default);
`;

const Toggle = styled.button`
  position: relative;
  display: block;
  width: 100%;
  padding: 0;
  border: 0;
  border-radius: var(--borderRadius-medium);
  background: none;
  color: inherit;
  cursor: pointer;
  &[aria-pressed="true"] {
    outline: 2px solid var(--borderColor-accent-emphasis);
    outline-offset: 1px;
    ${Mark} {
      border-color: var(--bgColor-accent-emphasis);
      background: var(--bgColor-accent-emphasis);
      color: var(--fgColor-onEmphasis);
    }
  }
  &[aria-pressed="false"] img {
    opacity: 0.5;
  }
  &[aria-disabled="true"] {
    cursor: not-allowed;
  }
  &:focus-visible {
    outline: 3px solid var(--borderColor-accent-emphasis);
    outline-offset: 2px;
  }
`;
