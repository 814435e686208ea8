import { GitMergeIcon } from "@primer/octicons-react";
import { Button, FormControl, TextInput } from "@primer/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import { useCustomerId } from "#api/session.ts";
import type { BodyOf } from "#domain/contract/endpoint.ts";
import { maxNameLength } from "#domain/core/limits.ts";
import type { DocumentationListRow } from "#domain/endpoints/documentation/list.ts";
import { mergeDocumentations } from "#domain/endpoints/review/mergeCalls.ts";
import { JobProgress } from "#features/job/JobProgress.tsx";
import { useJob } from "#features/job/useJob.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { Page } from "#ui/layout/Page.tsx";
import { Footnote } from "#ui/layout/typography.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { DocumentationPicker } from "./DocumentationPicker.tsx";
import { allSelected, type Choice, outcomeOf } from "./mergeChoice.ts";
import { Outcome } from "./Outcome.tsx";
import { TaskChoice } from "./TaskChoice.tsx";
import { useOriginals } from "./useOriginals.ts";

/** /mergeDocumentations (2§2). */
export default function MergeDocumentations() {
  const { t } = useTranslation("tools");
  const { t: tCommon } = useTranslation();
  const [documentations, setDocumentations] = useState<DocumentationListRow[]>([]);
  const [name, setName] = useState("");
  const [choice, setChoice] = useState<Choice>(allSelected);
  const [isSubmitted, setIsSubmitted] = useState(false);
  const { originals, loading: isLoading, error, refetch } = useOriginals(documentations);
  const outcome = useMemo(() => outcomeOf(originals, choice), [originals, choice]);
  const merge = useMerge(name.trim());
  const isBusy = merge.pending || merge.job !== null;
  const hasNoTask = documentations.length > 0 && !isLoading && outcome.tasks.size === 0;

  function submit(event: FormEvent) {
    event.preventDefault();
    setIsSubmitted(true);
    if (isBusy || isLoading || error || documentations.length === 0 || hasNoTask || !name.trim()) return;
    merge.begin({
      name: name.trim(),
      documentations: documentations.map(({ id }) => id),
      tasks: [...outcome.tasks],
      photos: outcome.photos.map(({ id }) => id),
    });
  }

  return (
    <Page title={tCommon("routes.mergeDocumentations")} lead={t("merge.lead")}>
      <Form onSubmit={submit} noValidate>
        <DocumentationPicker
          value={documentations}
          disabled={isBusy}
          message={isSubmitted && documentations.length === 0 ? t("merge.documentationMissing") : undefined}
          onChange={(next) => {
            setDocumentations(next);
            if (name === "" && next[0]) setName(next[0].name);
          }}
        />
        <FormControl required disabled={isBusy}>
          <FormControl.Label>{t("merge.name")}</FormControl.Label>
          <TextInput
            block
            name="name"
            autoComplete="off"
            maxLength={maxNameLength}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          {isSubmitted && !name.trim() && (
            <FormControl.Validation variant="error">{tCommon("field.required")}</FormControl.Validation>
          )}
        </FormControl>
        <section aria-labelledby="merge-tasks">
          <Heading id="merge-tasks">{t("merge.tasks")}</Heading>
          {documentations.length === 0 ? (
            <EmptyState icon={GitMergeIcon} title={t("merge.chooseDocumentations")} />
          ) : error ? (
            <LoadError failure={error} onRetry={() => refetch()} />
          ) : isLoading ? (
            <Loading />
          ) : (
            <TaskChoice
              documentations={documentations}
              originals={originals}
              choice={choice}
              selectedTaskIds={outcome.tasks}
              onChange={setChoice}
            />
          )}
        </section>
        <div role="alert">
          {isSubmitted && hasNoTask && <Banner kind="danger">{t("merge.taskMissing")}</Banner>}
          {merge.failure && <Banner kind="danger">{merge.failure}</Banner>}
        </div>
        {documentations.length > 0 && !isLoading && !error && <Outcome outcome={outcome} />}
        {merge.job ? (
          <div>
            <JobProgress job={merge.job} label={t("merge.progress")} waitingText={t("merge.waiting")} />
            <Footnote>{t("merge.continuesText")}</Footnote>
          </div>
        ) : (
          <div>
            <Button
              type="submit"
              variant="primary"
              leadingVisual={GitMergeIcon}
              loading={merge.pending || (documentations.length > 0 && isLoading)}
            >
              {t("merge.merge")}
            </Button>
          </div>
        )}
      </Form>
    </Page>
  );
}

/** Starts the merge, polls its job and opens the result. */
function useMerge(name: string) {
  const { t } = useTranslation("tools");
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const customerId = useCustomerId();
  const [startedMerge, setMerged] = useState<{ id: string; jobId: string } | null>(null);
  const job = useJob(startedMerge?.jobId ?? null);
  const mutation = useMutation({
    mutationFn: (body: BodyOf<typeof mergeDocumentations>) => call(mergeDocumentations, { body }),
    meta: { handlesErrors: true },
    onSuccess: ({ id, job: startedJob }) => {
      queryClient.setQueryData([customerId, "job", startedJob.id], startedJob);
      setMerged({ id, jobId: startedJob.id });
    },
  });
  const state = startedMerge ? job.data?.state : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the job ends
  useEffect(() => {
    if (state !== "DONE" || !startedMerge) return;
    void queryClient.invalidateQueries({ queryKey: [customerId], refetchType: "none" });
    showAlert("success", t("merge.success", { name }), { survivesNavigation: true });
    void navigate(`/documentation/details/${startedMerge.id}`);
  }, [state]);
  const requestError = mutation.error;
  const hasFailed = state === "FAILED";
  return {
    begin: (body: BodyOf<typeof mergeDocumentations>) => {
      setMerged(null);
      mutation.mutate(body);
    },
    pending: mutation.isPending,
    job: startedMerge && !hasFailed ? (job.data ?? null) : null,
    failure: hasFailed
      ? t("merge.failed")
      : requestError
        ? (alertText(requestError) ?? problemText(requestError))
        : null,
  };
}

const Form = styled.form`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-24);
  max-width: 960px;
  > :empty {
    display: none;
  }
`;

const Heading = styled.h2`
  margin-bottom: var(--base-size-8);
  font-size: var(--text-title-size-small);
`;
