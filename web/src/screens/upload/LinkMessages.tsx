import { Button, FormControl, Textarea } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import {
  type CrewMessage,
  maxThreadTextLength,
  replyByLink,
} from "#domain/endpoints/documentation/thread.ts";
import { Card } from "#features/publicPage/Card.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { Buttons, Stack } from "#ui/layout/boxes.ts";
import { CardTitle, Note, Strong, UserText } from "#ui/layout/typography.ts";

interface LinkMessagesProps {
  token: string;
  initialMessages: readonly CrewMessage[];
}

/** What the office wrote to those who have the link, by thread, each with a field for a reply. */
export function LinkMessages({ token, initialMessages }: LinkMessagesProps) {
  const { t } = useTranslation("link");
  const [items, setItems] = useState(initialMessages);
  return [...Map.groupBy(items, ({ threadId }) => threadId)].map(([threadId, threadItems]) => (
    <Card key={threadId} aria-label={t("messages.title")}>
      <CardTitle>{[t("messages.title"), threadItems[0]?.subjectName].filter(Boolean).join(": ")}</CardTitle>
      {threadItems.map(({ id, creator, text, dateCreated, byLink }) => (
        <div key={id}>
          <Strong>{byLink ? t("messages.you") : creator}</Strong>{" "}
          <Note>
            <DateTime value={dateCreated} />
          </Note>
          <UserText as="p">{text}</UserText>
        </div>
      ))}
      <ReplyForm
        onSend={async (text) => {
          setItems((await call(replyByLink, { body: { token, threadId, text } })).items);
        }}
      />
    </Card>
  ));
}

function ReplyForm({ onSend }: { onSend: (text: string) => Promise<void> }) {
  const { t } = useTranslation("link");
  const [text, setText] = useState("");
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);
  const send = async () => {
    setIsSending(true);
    setFailure(null);
    try {
      await onSend(text.trim());
      setText("");
    } catch (error) {
      setFailure(error instanceof ApiError ? error : new ApiError({ status: 0, cause: error }));
    }
    setIsSending(false);
  };
  return (
    <Stack
      as="form"
      $gap={8}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "" && !isSending) void send();
      }}
    >
      <FormControl>
        <FormControl.Label>{t("messages.reply")}</FormControl.Label>
        <Textarea
          block
          rows={2}
          resize="vertical"
          maxLength={maxThreadTextLength}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </FormControl>
      {failure && (
        <div role="alert">
          <Banner kind="danger">{alertText(failure) ?? problemText(failure)}</Banner>
        </div>
      )}
      <Buttons>
        <Button type="submit" disabled={text.trim() === ""} loading={isSending}>
          {t("messages.send")}
        </Button>
      </Buttons>
    </Stack>
  );
}
