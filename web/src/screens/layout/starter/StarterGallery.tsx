import { Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { LayoutContent } from "#domain/layout/layoutEdit.ts";
import {
  createStarterLayout,
  listStarterTypes,
  type Starter,
  starters,
} from "#domain/layout/starters/starters.ts";
import type { LayoutType } from "#domain/layout/types.ts";
import { getLanguage } from "#i18n/language.ts";
import { Inline } from "#ui/layout/boxes.ts";
import { Note, SmallTitle } from "#ui/layout/typography.ts";
import { StarterPicture } from "./StarterPicture.tsx";

/** Layouts that a new one can begin from, in each of their types. */
export function StarterGallery({ onChoose }: { onChoose: (content: LayoutContent) => void }) {
  const { t } = useTranslation("layout");
  return (
    <Gallery aria-labelledby="starters">
      <SmallTitle as="h2" id="starters">
        {t("starters.title")}
      </SmallTitle>
      <Tiles>
        {starters.map((starter) => (
          <StarterTile key={starter.id} starter={starter} onChoose={onChoose} />
        ))}
      </Tiles>
    </Gallery>
  );
}

interface StarterTileProps {
  starter: Starter;
  onChoose: (content: LayoutContent) => void;
}

function StarterTile({ starter, onChoose }: StarterTileProps) {
  const { t: tDocumentation } = useTranslation("documentation");
  const language = getLanguage();
  const types = listStarterTypes(starter);
  const choose = (type: LayoutType) => onChoose(createStarterLayout(starter, type, language));
  const name = starter.name[language];
  return (
    <Tile>
      <StarterPicture starter={starter} />
      <strong>{name}</strong>
      <Note>{starter.description[language]}</Note>
      <Inline>
        {types.map((type) => {
          const typeName = tDocumentation(`layoutType.${type}`);
          return (
            <Button key={type} size="small" aria-label={`${name}: ${typeName}`} onClick={() => choose(type)}>
              {typeName}
            </Button>
          );
        })}
      </Inline>
    </Tile>
  );
}

const Gallery = styled.section`
  margin-top: var(--base-size-16);
`;

const Tiles = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(210px, 1fr));
  gap: var(--base-size-16);
  margin-top: var(--base-size-8);
  list-style: none;
`;

const Tile = styled.li`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-8);
  padding: var(--base-size-12);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  > :last-child {
    flex-wrap: wrap;
    margin-top: auto;
  }
`;
