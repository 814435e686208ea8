import { AlertIcon } from "@primer/octicons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { useCustomerId, useGrants } from "#api/session.ts";
import { hasAuthority } from "#domain/access/authorities.ts";
import type { DraftTask } from "#domain/capture/newDocumentation.ts";
import { takesMultiple } from "#domain/task/types.ts";
import { splitValues } from "#features/answer/control.ts";
import { useDebounced } from "#ui/hooks/useDebounced.ts";
import { fetchUnlistedValues } from "./captureData.ts";

/** Warns about an answer that is not in the task's list of suggestions. It may still be correct, and is sent unchanged. */
export function UnexpectedAnswerWarning({ task }: { task: DraftTask }) {
  const { t } = useTranslation("capture");
  const customerId = useCustomerId();
  const canReadList = hasAuthority(useGrants(), "ROLE_SUGGESTION_LIST_READ");
  const answer = useDebounced((task.answer ?? "").trim(), 700);
  const listId = task.suggestionList;
  const texts = takesMultiple(task.type) ? splitValues(answer) : answer ? [answer] : [];
  const { data: unknownValues = [] } = useQuery({
    queryKey: [customerId, "notInList", listId, texts],
    queryFn: ({ signal }) => fetchUnlistedValues(listId ?? "", texts, signal),
    enabled: canReadList && listId !== null && texts.length > 0,
    meta: { handlesErrors: true },
  });
  // The warning must not apply to text that has changed since.
  const isUpToDate = answer === (task.answer ?? "").trim();
  return (
    <div role="status">
      {isUpToDate && texts.length > 0 && unknownValues.length > 0 && (
        <Warning>
          <AlertIcon />
          {t("form.unexpectedAnswer", { count: unknownValues.length, values: unknownValues.join(", ") })}
        </Warning>
      )}
    </div>
  );
}

const Warning = styled.p`
  display: flex;
  gap: var(--base-size-8);
  color: var(--fgColor-attention);
  font-size: var(--text-body-size-small);
  overflow-wrap: anywhere;
  svg {
    flex: none;
    margin-top: 2px;
  }
`;
