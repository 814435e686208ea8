import { Button } from "@primer/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { type ReactNode, useId, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
import { fieldErrorText, problemText } from "#api/errorTexts.ts";
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
  request: RetakeRequest;
  task: NonNullable<RetakeRequest["task"]>;
  onAnswered: () => void;
}

/** Form for an answer that was sent back, to be changed and submitted. */
export default function AnswerForm({ token, request, task, onAnswered }: AnswerFormProps) {
  const { t } = useTranslation("link");
  const initialValue = task.answer ?? "";
  const [value, setValue] = useState(initialValue);
  const [isSending, setIsSending] = useState(false);
  const [error, setError] = useState<FieldError | null>(null);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const messageId = useId();
  useBeforeUnload(value !== initialValue);
  const taskWithOptions = { ...task, options: request.options };

  async function send() {
    const parsedAnswer = parseAnswer(taskWithOptions, value);
    const validationError =
      "error" in parsedAnswer
        ? parsedAnswer.error
        : parsedAnswer.answer === null
          ? "required"
          : parsedAnswer.answer === task.answer
            ? "duplicate"
            : null;
    setError(validationError);
    setFailure(null);
    if (validationError || !("answer" in parsedAnswer)) return;
    setIsSending(true);
    try {
      await call(answerRetake, { body: { token, id: request.id, answer: parsedAnswer.answer ?? "" } });
      onAnswered();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setError(error.fields.answer ?? null);
      setFailure(error.fields.answer ? null : error);
    } finally {
      setIsSending(false);
    }
  }

  const errorText = error
    ? error === "duplicate"
      ? t("retake.sameAnswer")
      : fieldErrorText(error)
    : failure && problemText(failure);
  return (
    <form
      noValidate
      aria-label={request.taskName ?? ""}
      aria-describedby={errorText ? messageId : undefined}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSending) void send();
      }}
    >
      <Stack $gap={12}>
        <WithSuggestions token={token} request={request}>
          <AnswerControl
            task={{ ...taskWithOptions, name: request.taskName ?? "", suggestionListId: null }}
            value={value}
            invalid={error !== null}
            focusRef={noop}
            savesOnInput
            onChange={(next) => {
              setValue(next);
              setError(null);
            }}
          />
        </WithSuggestions>
        {errorText && (
          <FieldErrorText id={messageId} role="alert">
            {errorText}
          </FieldErrorText>
        )}
        <Buttons>
          <SendButton
            type="submit"
            variant="primary"
            loading={isSending}
            loadingAnnouncement={t("uploading")}
          >
            {t("retake.sendAnswer")}
          </SendButton>
        </Buttons>
      </Stack>
    </form>
  );
}

interface WithSuggestionsProps {
  token: string;
  request: RetakeRequest;
  children: ReactNode;
}

/** Offers the suggestions of the task's list, if it has one. */
function WithSuggestions({ token, request: { id, task }, children }: WithSuggestionsProps) {
  const [queryClient] = useState(() => new QueryClient({ defaultOptions: { queries: { retry: 1 } } }));
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
    <QueryClientProvider client={queryClient}>
      <SuggestionSourceContext value={search}>{children}</SuggestionSourceContext>
    </QueryClientProvider>
  );
}

/** As high as the camera controls beside it. */
const SendButton = styled(Button)`
  min-height: 48px;
  padding-inline: var(--base-size-24);
`;

/** A page with several requests focuses none of them. */
const noop = () => {};
