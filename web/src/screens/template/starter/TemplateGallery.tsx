import {
  ChecklistIcon,
  DeviceCameraIcon,
  FileIcon,
  type Icon,
  PencilIcon,
  PlusIcon,
} from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { useGrants } from "#api/session.ts";
import { hasOptions, takesFiles, takesPhotos } from "#domain/task/types.ts";
import type { TemplateTask } from "#domain/template/task.ts";
import { taskTree } from "#domain/template/taskRules.ts";
import type { TemplateEdit } from "#domain/template/templateEdit.ts";
import {
  createStarterTemplate,
  type StarterTemplate,
  type TemplateStarter,
  templateStarters,
} from "#domain/template/templateStarters.ts";
import { getLanguage } from "#i18n/language.ts";
import { Page } from "#ui/layout/Page.tsx";
import { Note } from "#ui/layout/typography.ts";
import { ListLink } from "../TemplateLoadError.tsx";

/** The starting points of a new template: nothing, or a template for common work. */
export function TemplateGallery({ onChoose }: { onChoose: (content: TemplateEdit) => void }) {
  const { t } = useTranslation("template");
  const grants = useGrants();
  const language = getLanguage();
  const templates = useMemo(
    () =>
      templateStarters.map((starter) => ({
        starter,
        template: createStarterTemplate(starter, language, grants),
      })),
    [language, grants],
  );
  return (
    <Page title={t("editor.newTitle")} context={<ListLink />} lead={t("starters.lead")}>
      {templates.some(({ template }) => template.omittedTaskCount > 0) && (
        <Note as="p">{t("starters.onlyPhotos")}</Note>
      )}
      <Tiles aria-label={t("starters.title")}>
        <Tile>
          <Sketch aria-hidden data-empty>
            <PlusIcon size={24} />
          </Sketch>
          <strong>{t("starters.empty")}</strong>
          <Note>{t("starters.emptyText")}</Note>
          <Button block onClick={() => onChoose({})}>
            {t("starters.beginEmpty")}
          </Button>
        </Tile>
        {templates.map(({ starter, template }) => (
          <StarterTile
            key={starter.id}
            starter={starter}
            template={template}
            onChoose={() => onChoose(template.content)}
          />
        ))}
      </Tiles>
    </Page>
  );
}

interface StarterTileProps {
  starter: TemplateStarter;
  template: StarterTemplate;
  onChoose: () => void;
}

function StarterTile({ starter, template, onChoose }: StarterTileProps) {
  const { t } = useTranslation("template");
  const language = getLanguage();
  const name = starter.name[language];
  const tasks = template.content.tasks ?? [];
  return (
    <Tile>
      <TaskSketch tasks={tasks} />
      <strong>{name}</strong>
      <Note>{starter.description[language]}</Note>
      <Note>{t("starters.taskCount", { count: taskTree.flatten(tasks).length })}</Note>
      <Button block aria-label={`${t("starters.choose")}: ${name}`} onClick={onChoose}>
        {t("starters.choose")}
      </Button>
    </Tile>
  );
}

/** Rows that fit into the picture; the last one fades out. */
const maxSketchRows = 7;

/** The first tasks of a starter as a phone lists them. */
function TaskSketch({ tasks }: { tasks: readonly TemplateTask[] }) {
  const rows = taskTree.flatten(tasks).slice(0, maxSketchRows);
  return (
    <Sketch aria-hidden>
      {rows.map(({ node: { id, name, type, preconditions } }) => {
        const TypeIcon = iconOf(type);
        return (
          <SketchRow key={id} data-group={type === "GROUP"} data-conditional={preconditions.length > 0}>
            {TypeIcon && <TypeIcon size={12} />}
            <span>{name}</span>
          </SketchRow>
        );
      })}
    </Sketch>
  );
}

function iconOf(type: string): Icon | null {
  if (type === "GROUP") return null;
  if (takesPhotos(type)) return DeviceCameraIcon;
  if (takesFiles(type)) return FileIcon;
  return type === "CHECKBOX" || hasOptions(type) ? ChecklistIcon : PencilIcon;
}

const Tiles = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(240px, 100%), 1fr));
  gap: var(--base-size-16);
  margin-top: var(--base-size-16);
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
    margin-top: auto;
  }
`;

const Sketch = styled.div`
  height: 168px;
  overflow: hidden;
  padding: var(--base-size-8) var(--base-size-12);
  border-radius: var(--borderRadius-medium);
  background: var(--bgColor-muted);
  mask-image: linear-gradient(to bottom, black 75%, transparent);
  &[data-empty] {
    display: grid;
    place-items: center;
    color: var(--fgColor-muted);
    mask-image: none;
  }
`;

const SketchRow = styled.div`
  display: flex;
  align-items: center;
  gap: var(--base-size-8);
  height: var(--base-size-24);
  font-size: var(--text-body-size-small);
  color: var(--fgColor-muted);
  > svg {
    flex: none;
  }
  > span {
    overflow: hidden;
    white-space: nowrap;
    text-overflow: ellipsis;
  }
  &[data-group="true"] {
    font-weight: var(--base-text-weight-semibold);
    color: var(--fgColor-default);
  }
  &[data-conditional="true"] {
    padding-inline-start: var(--base-size-16);
  }
`;
