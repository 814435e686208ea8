import { AlertIcon, CheckIcon } from "@primer/octicons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { SmallTitle } from "#ui/layout/typography.ts";
import type { MissingTask } from "./taskTree.ts";

/**
 * Lists the missing content of required tasks before the tasks, also of those that were incomplete when the documentation was completed.
 * Answered ones are ticked off and stay, so that nothing below moves.
 */
export function MissingTasks({
  missing,
  onShow,
}: {
  missing: readonly MissingTask[];
  onShow: (taskId: string) => void;
}) {
  const { t } = useTranslation("documentation");
  const [listedTasks, setListedTasks] = useState(missing);
  const added = missing.filter(({ id }) => !listedTasks.some((item) => item.id === id));
  if (added.length > 0) setListedTasks([...listedTasks, ...added]);
  if (listedTasks.length === 0) return null;
  const missingIds = new Set(missing.flatMap(({ id, isMissing }) => (isMissing ? id : [])));
  return (
    <Box>
      <Title as="h3">{t("tasks.missing", { count: missingIds.size })}</Title>
      <ul>
        {listedTasks.map(({ id, gap }) => {
          const isMissing = missingIds.has(id);
          return (
            <li key={id}>
              <Jump type="button" onClick={() => onShow(id)}>
                {isMissing ? <AlertIcon /> : <CheckIcon aria-label={t("tasks.noLongerMissing")} />}
                <span>{t(`completionGap.${gap.kind}`, { task: gap.task ?? "" })}</span>
              </Jump>
            </li>
          );
        })}
      </ul>
    </Box>
  );
}

const Box = styled.div`
  margin-bottom: var(--base-size-12);
  padding: var(--base-size-12) var(--base-size-16);
  border: 1px solid var(--borderColor-attention-muted);
  border-radius: var(--borderRadius-medium);
`;

const Title = styled(SmallTitle)`
  margin-bottom: var(--base-size-4);
`;

const Jump = styled.button`
  display: flex;
  align-items: center;
  gap: var(--base-size-8);
  min-height: 28px;
  padding: var(--base-size-4) 0;
  border: 0;
  background: none;
  color: var(--fgColor-link);
  font: inherit;
  text-align: start;
  overflow-wrap: anywhere;
  cursor: pointer;
  &:hover span {
    text-decoration: underline;
  }
  svg {
    flex: none;
    color: var(--fgColor-attention);
  }
  svg[aria-label] {
    color: var(--fgColor-success);
  }
  @media (max-width: 767px) {
    min-height: 44px;
  }
`;
