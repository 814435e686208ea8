import { ArrowSwitchIcon } from "@primer/octicons-react";
import { FormControl, IconButton, Select } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { Modal } from "#ui/dialog/Modal.tsx";
import { formatDateTime } from "#ui/format/dates.ts";
import { Footnote } from "#ui/layout/typography.ts";
import type { ComparedPhoto, ComparedTask } from "./compareTasks.ts";
import { SliderStage } from "./SliderStage.tsx";

interface BeforeAfterProps {
  task: ComparedTask;
  onClose: () => void;
}

/** Compares any two photos of a task, one over the other; initially the oldest and the newest. */
export function BeforeAfter({ task, onClose }: BeforeAfterProps) {
  const { t } = useTranslation("comparison");
  const photos = task.photos.filter(({ photo }) => photo.hasData);
  const [pair, setPair] = useState({ before: 0, after: findNewestIndex(photos) });
  const selectPhoto = (side: keyof typeof pair) => (index: number) => setPair({ ...pair, [side]: index });
  return (
    <Modal
      title={t("slider.title", { task: task.name })}
      description={t("slider.hint")}
      width="1040px"
      narrow="fullscreen"
      onClose={onClose}
    >
      <SliderStage beforePhoto={photos[pair.before]!} afterPhoto={photos[pair.after]!} />
      <Choices>
        <Side
          label={t("slider.before")}
          photos={photos}
          selectedIndex={pair.before}
          onSelect={selectPhoto("before")}
        />
        <IconButton
          icon={ArrowSwitchIcon}
          aria-label={t("slider.swap")}
          onClick={() => setPair({ before: pair.after, after: pair.before })}
        />
        <Side
          label={t("slider.after")}
          photos={photos}
          selectedIndex={pair.after}
          onSelect={selectPhoto("after")}
        />
      </Choices>
      <Footnote>{t("slider.hint")}</Footnote>
    </Modal>
  );
}

/** The first photo of the newest documentation, because later ones more often show details. */
function findNewestIndex(photos: readonly ComparedPhoto[]): number {
  const newest = photos.at(-1)?.documentation.id;
  const first = photos.findIndex(({ documentation }) => documentation.id === newest);
  return first > 0 ? first : photos.length - 1;
}

interface SideProps {
  label: string;
  photos: readonly ComparedPhoto[];
  selectedIndex: number;
  onSelect: (index: number) => void;
}

function Side({ label, photos, selectedIndex, onSelect }: SideProps) {
  return (
    <FormControl>
      <FormControl.Label>{label}</FormControl.Label>
      <Select block value={String(selectedIndex)} onChange={({ target }) => onSelect(Number(target.value))}>
        {photos.map(({ photo, documentation }, index) => (
          <Select.Option key={photo.id} value={String(index)}>
            {`${formatDateTime(documentation.dateCreated)} · ${photo.alias ?? photo.name} · ${documentation.templateName}`}
          </Select.Option>
        ))}
      </Select>
    </FormControl>
  );
}

const Choices = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr);
  align-items: end;
  gap: var(--base-size-8);
  margin-top: var(--base-size-12);
  @media (max-width: 543px) {
    grid-template-columns: minmax(0, 1fr);
    justify-items: stretch;
  }
`;
