import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { pathOf } from "#api/client.ts";
import { useImage } from "#api/useImage.ts";
import { downloadReferencePhoto } from "#domain/endpoints/configuration/images.ts";
import type { DocumentationTask } from "#domain/endpoints/documentation/details.ts";
import { Answer } from "#features/documentation/Answer.tsx";

interface PhotoTaskProps {
  /** The task of the photo. */
  task: DocumentationTask;
  /** All tasks of the documentation. */
  tasks: readonly DocumentationTask[];
}

/** Helps to judge a photo: shows the reference photos of its task, and the answers of the task and its group. */
export function PhotoTask({ task, tasks }: PhotoTaskProps) {
  const { t } = useTranslation();
  const answered = tasks.filter(
    ({ id, parentId, answer }) =>
      answer && (id === task.id || (task.parentId !== null && parentId === task.parentId)),
  );
  return (
    <Section>
      {task.referencePhotos.map(({ id, name }) => (
        <ReferencePhoto
          key={id}
          id={id}
          alt={`${t("referencePhotos.title", { task: task.name })}: ${name}`}
        />
      ))}
      <dl>
        {answered.map((item) => (
          <div key={item.id}>
            <dt>{item.name}</dt>
            <dd>
              <Answer task={item} />
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}

function ReferencePhoto({ id, alt }: { id: string; alt: string }) {
  const { url } = useImage(pathOf(downloadReferencePhoto, { id }), true);
  return (
    <figure>
      <figcaption>{alt}</figcaption>
      {url && <img src={url} alt={alt} />}
    </figure>
  );
}

const Section = styled.section`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-12);
  margin-bottom: var(--base-size-12);
  &:not(:has(figure, dt)) {
    display: none;
  }
  figcaption,
  dt {
    color: var(--fgColor-muted);
    font-size: var(--text-body-size-small);
  }
  img {
    display: block;
    max-width: 100%;
    max-height: 240px;
    border-radius: var(--borderRadius-medium);
  }
`;
