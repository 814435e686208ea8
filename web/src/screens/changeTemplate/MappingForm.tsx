import { Button } from "@primer/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import { useCustomerId } from "#api/session.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import { changeTemplate } from "#domain/endpoints/review/changeTemplate.ts";
import { targetsOf } from "#domain/template/mapping.ts";
import type { TemplateTask } from "#domain/template/task.ts";
import { useNavigateWhileOpen } from "#navigation/useNavigateWhileOpen.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { Framed, Inline } from "#ui/layout/boxes.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { ChangePreview } from "./ChangePreview.tsx";
import { PhotoMapping } from "./PhotoMapping.tsx";
import { TaskMapping } from "./TaskMapping.tsx";
import {
  dropValue,
  emptyMapping,
  keepValue,
  type Mapping,
  outcomeOf,
  type SourceContent,
  suggestMapping,
  withPhotos,
  withTask,
} from "./templateMapping.ts";

interface MappingFormProps {
  documentation: DocumentationDetails;
  source: SourceContent;
  template: { id: string; tasks: readonly TemplateTask[] };
}

/** Maps the tasks and photos, previews the result, and changes the template. */
export function MappingForm({ documentation, source, template }: MappingFormProps) {
  const { t } = useTranslation("tools");
  const navigate = useNavigateWhileOpen();
  const queryClient = useQueryClient();
  const customerId = useCustomerId();
  const targets = useMemo(() => targetsOf(template.tasks), [template]);
  const [mapping, setMapping] = useState<Mapping>(() => suggestMapping(source, targets));
  const [isPreviewing, setPreviewing] = useState(false);
  const outcome = useMemo(() => outcomeOf(source, targets, mapping), [source, targets, mapping]);
  const photosByTask = useMemo(
    () => Map.groupBy(source.photos, (photo) => photo.documentationTaskId),
    [source],
  );
  const filesByTask = useMemo(() => Map.groupBy(source.files, (file) => file.documentationTaskId), [source]);
  const onTaskChange = useCallback(
    (id: string, value: string) => setMapping((current) => withTask(current, id, value)),
    [],
  );
  const onPhotosChange = useCallback(
    (ids: readonly string[], target: string) => setMapping((current) => withPhotos(current, ids, target)),
    [],
  );
  const change = useMutation({
    mutationFn: () =>
      call(changeTemplate, {
        params: { id: documentation.id },
        body: {
          version: documentation.version,
          templateId: template.id,
          tasks: [...outcome.request.tasks],
          photos: [...outcome.request.photos],
          drop: [...outcome.request.drop],
        },
      }),
    meta: { handlesErrors: true },
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: [customerId], refetchType: "none" });
      showAlert("success", t("change.success"), { survivesNavigation: true });
      void navigate(`/documentation/details/${documentation.id}`);
    },
  });
  const unassignedPhotos = photosByTask.get(null) ?? [];
  const failure = change.error;

  if (isPreviewing)
    return (
      <Column>
        <ChangePreview source={source} outcome={outcome} />
        <div role="alert">
          {failure && <Banner kind="danger">{alertText(failure) ?? problemText(failure)}</Banner>}
        </div>
        <Inline>
          <Button onClick={() => setPreviewing(false)} disabled={change.isPending}>
            {t("change.back")}
          </Button>
          <Button variant="primary" loading={change.isPending} onClick={() => change.mutate()}>
            {t("change.apply")}
          </Button>
        </Inline>
      </Column>
    );
  return (
    <Column>
      <Inline>
        <span>
          {t("change.suggestions", { matchedCount: mapping.tasks.size, count: source.tasks.length })}
        </span>
        <Button size="small" onClick={() => setMapping(suggestMapping(source, targets))}>
          {t("change.suggestAgain")}
        </Button>
        <Button size="small" onClick={() => setMapping(emptyMapping)}>
          {t("change.clear")}
        </Button>
      </Inline>
      <Framed as="ul" aria-label={t("change.tasks")}>
        {source.tasks.map((task) => (
          <TaskMapping
            key={task.id}
            task={task}
            targets={targets}
            value={mapping.tasks.get(task.id) ?? (mapping.drop.has(task.id) ? dropValue : keepValue)}
            photos={photosByTask.get(task.id) ?? emptyPhotos}
            fileCount={filesByTask.get(task.id)?.length ?? 0}
            targetsByPhoto={mapping.photos}
            onTaskChange={onTaskChange}
            onPhotosChange={onPhotosChange}
          />
        ))}
      </Framed>
      {unassignedPhotos.length > 0 && (
        <section>
          <h2>{t("change.photosWithoutTask")}</h2>
          <PhotoMapping
            photos={unassignedPhotos}
            targets={targets}
            targetsByPhoto={mapping.photos}
            onPhotosChange={onPhotosChange}
          />
        </section>
      )}
      <div role="alert">
        {outcome.errors.length > 0 && <Banner kind="danger">{t("change.photosLeft")}</Banner>}
      </div>
      <div>
        <Button
          variant="primary"
          disabled={outcome.errors.length > 0}
          onClick={() => {
            change.reset();
            setPreviewing(true);
          }}
        >
          {t("change.preview")}
        </Button>
      </div>
    </Column>
  );
}

const emptyPhotos: never[] = [];

const Column = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-16);
  h2 {
    margin-bottom: var(--base-size-8);
    font-size: var(--text-title-size-small);
  }
  > :empty {
    display: none;
  }
`;
