import { Label, type LabelProps } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { ChangedTask } from "#domain/template/templateChange.ts";
import { Answer } from "#features/documentation/Answer.tsx";
import { Framed } from "#ui/layout/boxes.ts";
import { NoteLines } from "#ui/layout/typography.ts";
import type { Outcome, SourceContent } from "./templateMapping.ts";

const maxRenamedRows = 200;

/** The resulting documentation, task by task and photo by photo, before anything is written. */
export function ChangePreview({ source, outcome }: { source: SourceContent; outcome: Outcome }) {
  const { t } = useTranslation("tools");
  const removedIds = new Set(outcome.request.drop);
  const removedTasks = source.tasks.filter(({ id }) => removedIds.has(id));
  return (
    <Column>
      <section>
        <h2>{t("change.previewTitle")}</h2>
        <Framed as="ul">
          {outcome.changedTasks.map((task) => (
            <Item key={task.id} $level={task.level}>
              <span>{task.name}</span> <State task={task} />
              {task.current && task.current.name !== task.name && (
                <NoteLines>{t("change.previousName", { name: task.current.name })}</NoteLines>
              )}
              {task.current?.answer && (
                <NoteLines>
                  <Answer task={task.current} />
                </NoteLines>
              )}
            </Item>
          ))}
        </Framed>
      </section>
      {removedTasks.length > 0 && (
        <section>
          <h2>{t("change.droppedTitle")}</h2>
          <Framed as="ul">
            {removedTasks.map((task) => (
              <Item key={task.id} $level={0}>
                <span>{task.name}</span> <Label variant="danger">{t("change.dropped")}</Label>
                {task.answer && (
                  <NoteLines>
                    <Answer task={task} />
                  </NoteLines>
                )}
              </Item>
            ))}
          </Framed>
        </section>
      )}
      <section>
        <h2>{t("change.renamedTitle")}</h2>
        {outcome.changedPhotos.length === 0 ? (
          <p>{t("change.noneRenamed")}</p>
        ) : (
          <Framed as="ul">
            {outcome.changedPhotos.slice(0, maxRenamedRows).map(({ photo, name }) => (
              <Item key={photo.id} $level={0}>
                {photo.name} → <strong>{name}</strong>
              </Item>
            ))}
            {outcome.changedPhotos.length > maxRenamedRows && (
              <Item $level={0}>
                {t("change.moreRenamed", { count: outcome.changedPhotos.length - maxRenamedRows })}
              </Item>
            )}
          </Framed>
        )}
      </section>
    </Column>
  );
}

function State({ task }: { task: ChangedTask }) {
  const { t } = useTranslation("tools");
  const [variant, text]: [LabelProps["variant"], string] = !task.current
    ? ["default", t("change.added")]
    : task.target
      ? ["success", t("change.mapped")]
      : ["attention", t("change.kept")];
  return <Label variant={variant}>{text}</Label>;
}

const Column = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-24);
  h2 {
    margin-bottom: var(--base-size-8);
    font-size: var(--text-title-size-small);
  }
`;

const Item = styled.li<{ $level: number }>`
  padding: var(--base-size-8) var(--base-size-16);
  padding-left: calc(var(--base-size-16) + ${({ $level }) => $level} * var(--base-size-20));
  border-bottom: 1px solid var(--borderColor-muted);
  overflow-wrap: anywhere;
  &:last-child {
    border-bottom: 0;
  }
`;
