import { Button } from "@primer/react";
import type { Ref } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { hasConflicts, resolveConflict } from "#domain/capture/resumedDraft.ts";
import type { DraftController } from "#features/captureForm/draft/useDraft.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { ButtonRow } from "#ui/layout/boxes.ts";
import { Note } from "#ui/layout/typography.ts";

interface ConflictsProps {
  work: DraftController;
  ref: Ref<HTMLDivElement>;
}

/** Answers changed both here and by others since the fetch. Nothing is sent until each conflict is resolved. */
export function Conflicts({ work: { draft, change }, ref }: ConflictsProps) {
  const { t } = useTranslation("capture");
  const conflicts = draft.handedOver?.conflicts;
  if (!conflicts || !hasConflicts(draft)) return null;
  const items = [
    ...(conflicts.name === undefined
      ? []
      : [
          {
            field: "name",
            label: t("headerFields.name"),
            serverAnswer: conflicts.name,
            localAnswer: draft.name,
          },
        ]),
    ...draft.tasks.flatMap(({ id, name, answer }) =>
      id in conflicts.answers
        ? [{ field: id, label: name, serverAnswer: conflicts.answers[id], localAnswer: answer }]
        : [],
    ),
  ];
  return (
    <div ref={ref} tabIndex={-1}>
      <Banner kind="warning" detail={t("handedOver.conflictsText")}>
        {t("handedOver.conflicts", { count: items.length })}
        <List>
          {items.map(({ field, label, serverAnswer, localAnswer }) => (
            <li key={field}>
              <b>{label}</b>
              <Note as="div">
                {t("handedOver.theirs", { answer: serverAnswer || t("handedOver.emptyValue") })}
              </Note>
              <Note as="div">
                {t("handedOver.mine", { answer: localAnswer || t("handedOver.emptyValue") })}
              </Note>
              <ButtonRow>
                <Button
                  size="small"
                  aria-label={t("handedOver.useTheirsOf", { name: label })}
                  onClick={() => change((current) => resolveConflict(current, field, "theirs"))}
                >
                  {t("handedOver.useTheirs")}
                </Button>
                <Button
                  size="small"
                  aria-label={t("handedOver.keepMineOf", { name: label })}
                  onClick={() => change((current) => resolveConflict(current, field, "mine"))}
                >
                  {t("handedOver.keepMine")}
                </Button>
              </ButtonRow>
            </li>
          ))}
        </List>
      </Banner>
    </div>
  );
}

const List = styled.ul`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-12);
  margin: var(--base-size-8) 0;
  list-style: none;
  overflow-wrap: anywhere;
`;
