import { Button, FormControl, Textarea } from "@primer/react";
import { useMutation } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { call } from "#api/client.ts";
import {
  type Crew,
  findMentionableUsers,
  maxThreadTextLength,
} from "#domain/endpoints/documentation/thread.ts";
import { useUnsavedChanges } from "#ui/dialog/unsavedChanges.ts";
import { formatDateTime } from "#ui/format/dates.ts";
import { ButtonRow, Stack } from "#ui/layout/boxes.ts";
import { OptionList } from "#ui/select/OptionList.tsx";
import { useCombobox } from "#ui/select/useCombobox.ts";
import { findMentionQuery, splitMentions } from "./mentions.ts";
import type { CommentInput } from "./useThreads.ts";

/** Unsent texts by form, which survive moving to another photo and closing the viewer. */
const drafts = new Map<string, string>();
export const hasDraft = (draftKey: string): boolean => drafts.has(draftKey);

type UserMention = { userId: number; name: string };
/** A user, the documentation's licence, or one of its links. */
type Mention = UserMention | Crew;
const isCrew = (mention: Mention): mention is Crew => "kind" in mention;
const keyOf = (mention: Mention): string => (isCrew(mention) ? mention.id : String(mention.userId));

interface CommentFormProps {
  documentationId: string;
  label: string;
  submitLabel: string;
  /** Identifies the form among the drafts. */
  draftKey: string;
  initial?: { text: string; mentions: readonly UserMention[]; crews: readonly Crew[] };
  /** Shown above the text. */
  children?: ReactNode;
  save: (input: CommentInput) => Promise<unknown>;
  onClose: () => void;
}

/** The text of a comment. An `@` offers the users who may be mentioned; Ctrl+Enter sends it. */
export function CommentForm({
  documentationId,
  label,
  submitLabel,
  draftKey,
  initial = { text: "", mentions: [], crews: [] },
  children,
  save,
  onClose,
}: CommentFormProps) {
  const { t } = useTranslation("thread");
  const { t: tCommon } = useTranslation();
  const [text, setText] = useState(drafts.get(draftKey) ?? initial.text);
  const [caret, setCaret] = useState(0);
  const textarea = useRef<HTMLTextAreaElement>(null);
  const mentionable = useRef(
    new Map<string, Mention>(
      [...initial.mentions, ...initial.crews].map((mention) => [keyOf(mention), mention]),
    ),
  );
  const query = findMentionQuery(text, caret);
  const change = (value: string) => {
    setText(value);
    if (value.trim() && value !== initial.text) drafts.set(draftKey, value);
    else drafts.delete(draftKey);
  };
  const search = useCombobox({
    queryKey: `mentionableUsers ${documentationId}`,
    find: async (q, signal) => {
      const { items, crews } = await call(findMentionableUsers, {
        params: { id: documentationId },
        query: { q },
        signal,
      });
      const namedCrews = crews.map(({ kind, id, name, dateCreated }) => ({
        ...{ kind, id },
        name: name ?? t("crew.link", { date: formatDateTime(dateCreated) }),
      }));
      const users = items.map(({ userId, name }) => ({ userId, name }));
      for (const mention of [...users, ...namedCrews]) mentionable.current.set(keyOf(mention), mention);
      return [
        ...items.map(({ userId, name, fullName }) => ({
          id: String(userId),
          label: fullName ? `${name} (${fullName})` : name,
        })),
        ...namedCrews
          .filter(({ name }) => name.toLocaleLowerCase().includes(q.toLocaleLowerCase()))
          .map(({ kind, id, name }) => ({ id, label: t(`crew.${kind}`, { name }) })),
      ];
    },
    typedText: query?.term ?? "",
    onSelect: ({ id }) => mention(mentionable.current.get(id)?.name ?? ""),
  });
  const { setOpen } = search;
  function moveCaret(position: number, value = text) {
    setCaret(position);
    setOpen(findMentionQuery(value, position) !== null);
  }
  function mention(name: string) {
    const start = query?.start ?? text.length;
    const before = `${text.slice(0, start)}@${name} `;
    change(before + text.slice(caret));
    setOpen(false);
    textarea.current?.focus();
    requestAnimationFrame(() => textarea.current?.setSelectionRange(before.length, before.length));
    setCaret(before.length);
  }
  const sending = useMutation({
    mutationFn: () => {
      const mentionTexts = new Set(
        splitMentions(
          text,
          [...mentionable.current.values()].map(({ name }) => name),
        )
          .filter(({ isMention }) => isMention)
          .map((part) => part.text),
      );
      const mentions = [...mentionable.current.values()].filter(({ name }) => mentionTexts.has(`@${name}`));
      return save({
        text: text.trim(),
        mentions: mentions.flatMap((mention) => (isCrew(mention) ? [] : mention.userId)),
        crews: mentions.filter(isCrew),
      });
    },
    onSuccess: close,
  });
  function close() {
    drafts.delete(draftKey);
    onClose();
  }
  const canSend = text.trim() !== "" && !sending.isPending;
  useUnsavedChanges(text.trim() !== "" && text !== initial.text && !sending.isSuccess);
  useEffect(() => textarea.current?.focus(), []);
  return (
    <Stack
      as="form"
      $gap={8}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) sending.mutate();
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.defaultPrevented) return;
        if (event.key === "Escape" && text.trim() === initial.text.trim()) {
          event.preventDefault();
          event.stopPropagation();
          close();
        }
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && canSend) sending.mutate();
      }}
    >
      {children}
      <FormControl>
        <FormControl.Label visuallyHidden>{label}</FormControl.Label>
        <Textarea
          ref={textarea}
          block
          rows={3}
          resize="vertical"
          maxLength={maxThreadTextLength}
          placeholder={t("placeholder")}
          aria-autocomplete="list"
          aria-controls={search.listId}
          aria-activedescendant={search.comboboxProps["aria-activedescendant"]}
          value={text}
          onChange={({ target }) => {
            change(target.value);
            moveCaret(target.selectionStart, target.value);
          }}
          onSelect={({ currentTarget }) => moveCaret(currentTarget.selectionStart)}
          onBlur={() => setOpen(false)}
          onKeyDown={(event) => search.open && search.onKeyDown(event)}
        />
      </FormControl>
      <MentionAnchor>
        <OptionList
          label={t("mention")}
          search={search}
          isSelected={() => false}
          onSelect={({ id }) => mention(mentionable.current.get(id)?.name ?? "")}
        />
      </MentionAnchor>
      <ButtonRow>
        <Button
          type="submit"
          size="small"
          variant="primary"
          disabled={text.trim() === ""}
          loading={sending.isPending}
          loadingAnnouncement={tCommon("state.saving")}
        >
          {submitLabel}
        </Button>
        <Button type="button" size="small" disabled={sending.isPending} onClick={close}>
          {tCommon("actions.cancel")}
        </Button>
      </ButtonRow>
    </Stack>
  );
}

/** Places the list, which expects a label and a box of one line above it, directly below the text. */
const MentionAnchor = styled.div`
  position: relative;
  top: -64px;
  height: 0;
  margin-bottom: calc(-1 * var(--base-size-8));
`;
