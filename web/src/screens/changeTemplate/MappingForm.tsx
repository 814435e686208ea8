import { Button } from "@primer/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import { useCustomerId } from "#api/session.ts";
import type { DocumentationDetails } from "#domain/endpoints/documentation/details.ts";
import { changeTemplate } from "#domain/endpoints/review/changeTemplate.ts";
import { targetsOf } from "#domain/template/mapping.ts";
import type { TemplateTask } from "#domain/template/task.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { Framed, Inline } from "#ui/layout/boxes.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { Preview } from "./ChangePreview.tsx";
import { PhotoMapping } from "./PhotoMapping.tsx";
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
} from "./plan.ts";
import { TaskMapping } from "./TaskMapping.tsx";

interface MappingFormProps {
  documentation: DocumentationDetails;
  held: SourceContent;
  template: { id: string; tasks: readonly TemplateTask[] };
}

/** The mapping, then its preview, then the change. */
export function MappingForm({ documentation, held, template }: MappingFormProps) {
  const { t } = useTranslation("tools");
  const navigate = useNavigate();
  const queries = useQueryClient();
  const customerId = useCustomerId();
  const targets = useMemo(() => targetsOf(template.tasks), [template]);
  const [mapping, setMapping] = useState<Mapping>(() => suggestMapping(held, targets));
  const [previewing, setPreviewing] = useState(false);
  const outcome = useMemo(() => outcomeOf(held, targets, mapping), [held, targets, mapping]);
  const photosOf = useMemo(() => Map.groupBy(held.photos, (one) => one.documentationTaskId), [held]);
  const filesOf = useMemo(() => Map.groupBy(held.files, (one) => one.documentationTaskId), [held]);
  const onTask = useCallback(
    (id: string, value: string) => setMapping((was) => withTask(was, id, value)),
    [],
  );
  const onPhotos = useCallback(
    (ids: readonly string[], target: string) => setMapping((was) => withPhotos(was, ids, target)),
    [],
  );
  const changing = useMutation({
    mutationFn: () =>
      call(changeTemplate, {
        params: { id: documentation.id },
        body: {
          version: documentation.version,
          templateId: template.id,
          tasks: [...outcome.wish.tasks],
          photos: [...outcome.wish.photos],
          drop: [...outcome.wish.drop],
        },
      }),
    meta: { ownErrors: true },
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: [customerId], refetchType: "none" });
      showAlert("success", t("change.done"), { survivesNavigation: true });
      void navigate(`/documentation/details/${documentation.id}`);
    },
  });
  const loose = photosOf.get(null) ?? [];
  const failure = changing.error;

  if (previewing)
    return (
      <Column>
        <Preview held={held} outcome={outcome} />
        <div role="alert">
          {failure && <Banner kind="danger">{alertText(failure) ?? problemText(failure)}</Banner>}
        </div>
        <Inline>
          <Button onClick={() => setPreviewing(false)} disabled={changing.isPending}>
            {t("change.back")}
          </Button>
          <Button variant="primary" loading={changing.isPending} onClick={() => changing.mutate()}>
            {t("change.write")}
          </Button>
        </Inline>
      </Column>
    );
  return (
    <Column>
      <Inline>
        <span>{t("change.suggestions", { mapped: mapping.tasks.size, count: held.tasks.length })}</span>
        <Button size="small" onClick={() => setMapping(suggestMapping(held, targets))}>
          {t("change.suggestAgain")}
        </Button>
        <Button size="small" onClick={() => setMapping(emptyMapping)}>
          {t("change.clear")}
        </Button>
      </Inline>
      <Framed as="ul" aria-label={t("change.tasks")}>
        {held.tasks.map((task) => (
          <TaskMapping
            key={task.id}
            task={task}
            targets={targets}
            value={mapping.tasks.get(task.id) ?? (mapping.drop.has(task.id) ? dropValue : keepValue)}
            photos={photosOf.get(task.id) ?? none}
            files={filesOf.get(task.id)?.length ?? 0}
            moved={mapping.photos}
            onTask={onTask}
            onPhotos={onPhotos}
          />
        ))}
      </Framed>
      {loose.length > 0 && (
        <section>
          <h2>{t("change.loose")}</h2>
          <PhotoMapping photos={loose} targets={targets} moved={mapping.photos} onPhotos={onPhotos} />
        </section>
      )}
      <div role="alert">
        {outcome.faults.length > 0 && <Banner kind="danger">{t("change.invalid")}</Banner>}
      </div>
      <div>
        <Button
          variant="primary"
          disabled={outcome.faults.length > 0}
          onClick={() => {
            changing.reset();
            setPreviewing(true);
          }}
        >
          {t("change.preview")}
        </Button>
      </div>
    </Column>
  );
}

const none: never[] = [];

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
