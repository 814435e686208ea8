import { Button, FormControl, TextInput } from "@primer/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import { useCustomerId } from "#api/session.ts";
import { countDeletion, deleteDocumentations } from "#domain/endpoints/review/deleteDocumentations.ts";
import type { JobStatus } from "#domain/endpoints/shared/job.ts";
import { Modal } from "#ui/dialog/Modal.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { LoadError } from "#ui/feedback/LoadError.tsx";
import { Loading } from "#ui/feedback/Loading.tsx";
import { formatBytes, formatNumber } from "#ui/format/numbers.ts";
import { CollapsingStack } from "#ui/layout/boxes.ts";
import type { Option } from "#ui/select/ServerSelect.tsx";
import { type DeletionSelection, toSelectionBody } from "./deletionSelection.ts";

/** From this number of documentations on, the user must type the customer's name to confirm. */
const typeToConfirmThreshold = 20;

interface DeleteDialogProps {
  customer: Option;
  selection: DeletionSelection;
  onStarted: (job: JobStatus) => void;
  onClose: () => void;
}

/** Shows how much would be deleted, and deletes it after confirmation. */
export function DeleteDialog({ customer, selection: rowSelection, onStarted, onClose }: DeleteDialogProps) {
  const { t } = useTranslation("tools");
  const { t: tCommon } = useTranslation();
  const customerId = useCustomerId();
  const [typedName, setTypedName] = useState("");
  const selectionBody = toSelectionBody(Number(customer.id), rowSelection);
  const countQuery = useQuery({
    queryKey: [customerId, "deletion", selectionBody],
    queryFn: ({ signal }) => call(countDeletion, { body: selectionBody, signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { handlesErrors: true },
  });
  const deletion = useMutation({
    mutationFn: (expected: number) => call(deleteDocumentations, { body: { ...selectionBody, expected } }),
    meta: { handlesErrors: true },
    onSuccess: onStarted,
    onError: () => countQuery.refetch(),
  });
  const {
    documentations: documentationCount = 0,
    photos: photoCount = 0,
    bytes = 0,
    inFieldCount = 0,
  } = countQuery.data ?? {};
  const isConfirmed = documentationCount < typeToConfirmThreshold || typedName.trim() === customer.label;
  const failure = deletion.error;
  return (
    <Modal
      title={t("delete.title", { customer: customer.label })}
      role="alertdialog"
      narrow="bottom"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{tCommon("actions.cancel")}</Button>
          <Button
            variant="danger"
            disabled={!countQuery.data || documentationCount === 0 || !isConfirmed}
            loading={deletion.isPending}
            onClick={() => deletion.mutate(documentationCount)}
          >
            {t("delete.confirm", { count: documentationCount })}
          </Button>
        </>
      }
    >
      {countQuery.error ? (
        <LoadError failure={countQuery.error} onRetry={() => countQuery.refetch()} />
      ) : !countQuery.data ? (
        <Loading label={t("delete.counting")} />
      ) : (
        <CollapsingStack>
          {documentationCount === 0 ? (
            <p>{t("delete.nothingToDelete")}</p>
          ) : (
            <>
              <p>{t("delete.warning")}</p>
              <Numbers>
                <dt>{t("delete.documentations")}</dt>
                <dd>{formatNumber(documentationCount)}</dd>
                <dt>{t("delete.photos")}</dt>
                <dd>{formatNumber(photoCount)}</dd>
                <dt>{t("delete.size")}</dt>
                <dd>{formatBytes(bytes)}</dd>
              </Numbers>
            </>
          )}
          {inFieldCount > 0 && (
            <Banner kind="warning">{t("delete.stillInField", { count: inFieldCount })}</Banner>
          )}
          {documentationCount >= typeToConfirmThreshold && (
            <FormControl required>
              <FormControl.Label>{t("delete.typeName", { customer: customer.label })}</FormControl.Label>
              <TextInput
                block
                autoComplete="off"
                value={typedName}
                onChange={(event) => setTypedName(event.target.value)}
              />
            </FormControl>
          )}
          <div role="alert">
            {failure && (
              <Banner kind="danger">
                {failure.code === "staleVersion"
                  ? t("delete.countsChanged")
                  : (alertText(failure) ?? problemText(failure))}
              </Banner>
            )}
          </div>
        </CollapsingStack>
      )}
    </Modal>
  );
}

const Numbers = styled.dl`
  display: grid;
  grid-template-columns: minmax(0, auto) minmax(0, 1fr);
  gap: var(--base-size-4) var(--base-size-16);
  margin: 0;
  dt {
    color: var(--fgColor-muted);
  }
  dd {
    margin: 0;
    font-variant-numeric: tabular-nums;
    font-weight: var(--base-text-weight-semibold);
  }
`;
