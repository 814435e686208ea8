import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { DraftTask } from "#domain/capture/newDocumentation.ts";
import { getTaskFontSize } from "#features/taskTextSizes.ts";
import { Danger, VisuallyHidden } from "#ui/layout/typography.ts";

/** A task's name in its text size, with an asterisk if it is required. */
export function TaskName({ task }: { task: DraftTask }) {
  const { t } = useTranslation("documentation");
  return (
    <Name $size={getTaskFontSize(task.size)}>
      {task.name}
      {task.required === "YES" && (
        <Danger title={t("required.YES")}>
          <span aria-hidden="true"> *</span>
          <VisuallyHidden> ({t("tasks.required")})</VisuallyHidden>
        </Danger>
      )}
    </Name>
  );
}

const Name = styled.span<{ $size: string }>`
  font-size: ${({ $size }) => $size};
  font-weight: var(--base-text-weight-semibold);
`;
