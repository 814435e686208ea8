import { Button } from "@primer/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useId, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import { fieldFaultText, problemText } from "#api/errorTexts.ts";
import { ApiError } from "#api/failure.ts";
import type { FieldError } from "#domain/core/problem.ts";
import {
  answerRetake,
  type RetakeRequest,
  searchRetakeSuggestions,
} from "#domain/endpoints/documentation/retake.ts";
import { parseAnswer } from "#domain/task/answers.ts";
import { AnswerControl } from "#features/answer/AnswerControl.tsx";
import { SuggestionSourceContext } from "#features/answer/useSuggestions.ts";
import { useBeforeUnload } from "#ui/dialog/useBeforeUnload.ts";
import { Buttons, Stack } from "#ui/layout/boxes.ts";
import { FieldErrorText } from "#ui/layout/typography.ts";

interface AnswerFormProps {
  token: string;
  wanted: RetakeRequest;
  task: NonNullable<RetakeRequest["task"]>;
  onAnswered: () => void;
}

/** The answer that was sent back, to be changed and sent. */
export default function AnswerForm({ token, wanted, task, onAnswered }: AnswerFormProps) {
  const { t } = useTranslation("link");
  const start = task.answer ?? "";
  const [value, setValue] = useState(start);
  const [sending, setSending] = useState(false);
  const [error, setFault] = useState<FieldError | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const message = useId();
  useBeforeUnload(value !== start);
  const asked = { ...task, options: wanted.options };

  async function send() {
    const checked = parseAnswer(asked, value);
    const found =
      "fault" in checked
        ? checked.fault
        : checked.answer === null
          ? "required"
          : checked.answer === task.answer
            ? "duplicate"
            : null;
    setFault(found);
    setFailure(null);
    if (found || !("answer" in checked)) return;
    setSending(true);
    try {
      await call(answerRetake, { body: { token, id: wanted.id, answer: checked.answer ?? "" } });
      onAnswered();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error.fields.answer ?? null);
      setFailure(error.fields.answer ? null : error);
    } finally {
      setSending(false);
    }
  }

  const trouble = error
    ? error === "duplicate"
      ? t("retake.sameAnswer")
      : fieldFaultText(error)
    : failure && problemText(failure);
  return (
    <form
      noValidate
      aria-label={wanted.taskName ?? ""}
      aria-describedby={trouble ? message : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (!sending) void send();
      }}
    >
      <Stack $gap={12}>
        <WithSuggestions token={token} wanted={wanted}>
          <AnswerControl
            task={{ ...asked, name: wanted.taskName ?? "", suggestionListId: null }}
            value={value}
            invalid={error !== null}
            focusRef={nothing}
            savesOnInput
            onChange={(next) => {
              setValue(next);
              setFault(null);
            }}
          />
        </WithSuggestions>
        {trouble && (
          <FieldErrorText id={message} role="alert">
            {trouble}
          </FieldErrorText>
        )}
        <Buttons>
          <Send type="submit" variant="primary" loading={sending} loadingAnnouncement={t("uploading")}>
            {t("retake.sendAnswer")}
          </Send>
        </Buttons>
      </Stack>
    </form>
  );
}

interface WithSuggestionsProps {
  token: string;
  wanted: RetakeRequest;
  children: ReactNode;
}

/** Offers what the task's list suggests, if one does. */
function WithSuggestions({ token, wanted: { id, task }, children }: WithSuggestionsProps) {
  const [queries] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: 1 } } }));
  const search = useMemo(
    () => ({
      queryKey: `suggestedByLink ${id}`,
      find: async (q: string, signal: AbortSignal) => {
        const { items } = await call(searchRetakeSuggestions, { body: { token, id, q }, signal });
        return items.map((item) => ({ id: item.id, label: item.text }));
      },
    }),
    [token, id],
  );
  if (!task?.suggested) return children;
  return (
    <QueryClientProvider client={queries}>
      <SuggestionSourceContext value={search}>{children}</SuggestionSourceContext>
    </QueryClientProvider>
  );
}

/** As high as what takes photos beside it. */
const Send = styled(Button)`
  min-height: 48px;
  padding-inline: var(--base-size-24);
`;

/** A page that asks several things focuses none of them. */
const nothing = () => {};
