import { useTranslation } from "react-i18next";
import type { ResumeState } from "#domain/capture/draft.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { DateTime } from "#ui/format/DateTime.tsx";
import { Note, Strong, UserText } from "#ui/layout/typography.ts";

/** What the office wrote to the devices of the licence. They cannot reply. */
export function MessageList({ messages }: { messages: NonNullable<ResumeState["messages"]> }) {
  const { t } = useTranslation("capture");
  if (messages.length === 0) return null;
  return (
    <Banner kind="warning">
      <strong>{t("handedOver.messages")}</strong>
      {messages.map(({ id, subjectName, creator, text, dateCreated }) => (
        <div key={id}>
          <Strong>{[creator, subjectName].filter(Boolean).join(" · ")}</Strong>{" "}
          <Note>
            <DateTime value={dateCreated} />
          </Note>
          <UserText as="p">{text}</UserText>
        </div>
      ))}
    </Banner>
  );
}
