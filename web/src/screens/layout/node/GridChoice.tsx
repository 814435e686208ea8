import { useId } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { fieldErrorText } from "#api/errorTexts.ts";
import type { FieldError } from "#domain/core/problem.ts";
import { type GridShape, gridShapeOf, photosPerPage } from "#domain/layout/photoGrid.ts";
import { BareFieldset, Inline } from "#ui/layout/boxes.ts";
import { FieldErrorText } from "#ui/layout/typography.ts";

interface GridChoiceProps {
  label: string;
  /** One of `photosPerPage`; "" for none. */
  value: string;
  error: FieldError | undefined;
  /** Pages are higher than wide. */
  portrait: boolean;
  onChange: (value: string) => void;
}

/** The photos of a page, chosen by a picture of the grid. */
export function GridChoice({ label, value, error, portrait, onChange }: GridChoiceProps) {
  const { t } = useTranslation("layout");
  const name = useId();
  return (
    <BareFieldset data-wide="">
      <legend>{label}</legend>
      <Inline>
        {["", ...photosPerPage].map((count) => (
          <Option key={count} title={count ? undefined : t("grid.automatic")}>
            <input
              type="radio"
              name={name}
              checked={value === count}
              aria-label={count ? t("grid.perPage", { count: Number(count) }) : t("grid.automatic")}
              onChange={() => onChange(count)}
            />
            <GridPicture count={count} portrait={portrait} />
            <span aria-hidden="true">{count || t("grid.auto")}</span>
          </Option>
        ))}
      </Inline>
      {error && <FieldErrorText>{fieldErrorText(error)}</FieldErrorText>}
    </BareFieldset>
  );
}

const [shortSide, longSide, gap] = [28, 38, 3];

function GridPicture({ count, portrait }: { count: string; portrait: boolean }) {
  const [width, height] = portrait ? [shortSide, longSide] : [longSide, shortSide];
  const size = photosPerPage.find((option) => option === count);
  return (
    <svg width={width} height={height} aria-hidden="true">
      <Paper x={0.5} y={0.5} width={width - 1} height={height - 1} />
      {size && <Cells shape={gridShapeOf(size, { portrait })} width={width} height={height} />}
    </svg>
  );
}

function Cells({ shape, width, height }: { shape: GridShape; width: number; height: number }) {
  const cellWidth = (width - gap) / shape.columns - gap;
  const cellHeight = (height - gap) / shape.rows - gap;
  return Array.from({ length: shape.columns * shape.rows }, (_, index) => index).map((index) => (
    <Cell
      key={index}
      x={gap + (index % shape.columns) * (cellWidth + gap)}
      y={gap + Math.floor(index / shape.columns) * (cellHeight + gap)}
      width={cellWidth}
      height={cellHeight}
    />
  ));
}

const Option = styled.label`
  display: flex;
  flex-direction: column;
  align-items: center;
  gap: var(--base-size-4);
  padding: var(--base-size-8);
  border: 1px solid transparent;
  border-radius: var(--borderRadius-medium);
  font-size: var(--text-body-size-small);
  cursor: pointer;
  &:has(:checked) {
    border-color: var(--borderColor-accent-emphasis);
    background: var(--bgColor-accent-muted);
  }
  &:has(:focus-visible) {
    outline: 2px solid var(--focus-outlineColor);
  }
  > input {
    position: absolute;
    opacity: 0;
  }
`;

const Paper = styled.rect`
  fill: var(--bgColor-default);
  stroke: var(--borderColor-emphasis);
`;

const Cell = styled.rect`
  fill: var(--fgColor-muted);
`;
