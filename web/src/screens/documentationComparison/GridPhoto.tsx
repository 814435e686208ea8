import { ScreenFullIcon } from "@primer/octicons-react";
import { Checkbox } from "@primer/react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import type { DocumentationSummary } from "#domain/endpoints/documentation/list.ts";
import { PhotoImage } from "#features/photo/PhotoImage.tsx";
import { formatDateTime } from "#ui/format/dates.ts";
import type { RangeSelectionProps } from "#ui/select/rangeSelection.ts";

interface GridPhotoProps {
  photo: PhotoRow;
  documentation: DocumentationSummary;
  selected: boolean;
  range: RangeSelectionProps;
  onEnlarge: (id: string) => void;
}

/**
 * A photo of the grid: the picture selects it, the button in its corner enlarges it. Memoized, so that a click re-renders one
 * photo.
 */
export const GridPhoto = memo(function GridPhoto(props: GridPhotoProps) {
  const { photo, documentation, selected, range, onEnlarge } = props;
  const { t } = useTranslation("comparison");
  const photoLabel = t("photoLabel", {
    name: photo.alias ?? photo.name,
    template: documentation.templateName,
    date: formatDateTime(documentation.dateCreated),
  });
  return (
    <Frame data-selected={selected} title={photo.comment ?? photo.alias ?? photo.name}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: it contains the checkbox, whose label names the photo */}
      <label {...range.label(photo.id)}>
        <CheckboxCorner>
          <Checkbox
            checked={selected}
            aria-label={t("select", { photo: photoLabel })}
            {...range.box(photo.id)}
          />
        </CheckboxCorner>
        <PhotoImage photo={photo} small />
      </label>
      <EnlargeButton
        type="button"
        aria-label={t("enlarge", { photo: photoLabel })}
        onClick={() => onEnlarge(photo.id)}
      >
        <ScreenFullIcon size={14} />
      </EnlargeButton>
    </Frame>
  );
});

const Frame = styled.div`
  position: relative;
  width: 104px;
  border-radius: var(--borderRadius-medium);
  label {
    display: block;
    cursor: pointer;
  }
  &[data-selected="true"] {
    outline: 2px solid var(--borderColor-accent-emphasis);
    outline-offset: 1px;
  }
`;

const CheckboxCorner = styled.span`
  position: absolute;
  z-index: 1;
  top: 0;
  left: 0;
  display: grid;
  place-items: center;
  width: 28px;
  height: 28px;
  input {
    margin: 0;
    box-shadow: 0 0 0 1px var(--bgColor-default);
  }
`;

const EnlargeButton = styled.button`
  position: absolute;
  right: 4px;
  bottom: 4px;
  display: grid;
  place-items: center;
  width: 28px;
  height: 28px;
  border: 0;
  border-radius: var(--borderRadius-medium);
  background: var(--overlay-bgColor);
  color: var(--fgColor-default);
  box-shadow: var(--shadow-resting-small);
  cursor: zoom-in;
  &:hover {
    background: var(--bgColor-muted);
  }
`;
