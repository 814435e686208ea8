import { Button } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { type Draft, findVisibleTasks } from "#domain/capture/draft.ts";
import { Modal } from "#ui/dialog/Modal.tsx";
import { Stack } from "#ui/layout/boxes.ts";
import { Muted, Note, SectionTitle } from "#ui/layout/typography.ts";
import { PhotoPicture } from "./PhotoPicture.tsx";
import { TouchRow } from "./TouchTargets.tsx";

interface PhotoOverviewProps {
  draft: Draft;
  onBack: () => void;
  onComplete: () => void;
}

/** Shows all photos of a documentation, by task, before it is completed (3§3 photoOverviewEnabled). */
export function PhotoOverview({ draft, onBack, onComplete }: PhotoOverviewProps) {
  const { t } = useTranslation("capture");
  const photosByTask = Map.groupBy(photosOf(draft), ({ taskId }) => taskId);
  return (
    <Modal
      title={t("overview.title")}
      width="1040px"
      narrow="fullscreen"
      onClose={onBack}
      footer={
        <TouchRow>
          <Button onClick={onBack}>{t("overview.back")}</Button>
          <Button variant="primary" onClick={onComplete}>
            {t("form.complete")}
          </Button>
        </TouchRow>
      }
    >
      <Stack>
        <Muted as="p">{t("overview.lead")}</Muted>
        {findVisibleTasks(draft).flatMap(({ id, name }) => {
          const taskPhotos = photosByTask.get(id);
          return taskPhotos ? (
            <section key={id} aria-label={name}>
              <SectionTitle as="h3">{name}</SectionTitle>
              <List>
                {taskPhotos.map((item) => (
                  <li key={item.id}>
                    <PhotoPicture item={item} />
                    <div>{item.name}</div>
                    {item.comment && <Note as="div">{item.comment}</Note>}
                  </li>
                ))}
              </List>
            </section>
          ) : (
            []
          );
        })}
      </Stack>
    </Modal>
  );
}

const photosOf = ({ media }: Draft) => media.filter(({ kind }) => kind === "PHOTO");

/** Whether the overview is shown before completion. */
export const needsOverview = (draft: Draft): boolean =>
  draft.template.photoOverviewEnabled && photosOf(draft).length > 0;

/** Photos off screen are neither laid out nor painted. */
const List = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(180px, 45%), 1fr));
  gap: var(--base-size-12);
  list-style: none;
  > li {
    min-width: 0;
    overflow-wrap: anywhere;
    content-visibility: auto;
    contain-intrinsic-size: auto 200px;
  }
`;
