import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { DraftTask } from "../../../../../domain/capture/newDocumentation";
import { taskSize } from "../../../kit/textSizes";

/** A task's name in its size, with the sign of what is required. */
export function TaskName({ task }: { task: DraftTask }) {
  const { t } = useTranslation("documentation");
  return (
    <Name $size={taskSize(task.size)}>
      {task.name}
      {task.required === "YES" && (
        <Required title={t("required.YES")}>
          <span aria-hidden="true"> *</span>
          <Spoken> ({t("tasks.required")})</Spoken>
        </Required>
      )}
    </Name>
  );
}

const Name = styled.span<{ $size: string }>`
  font-size: ${({ $size }) => $size};
  font-weight: var(--base-text-weight-semibold);
`;

const Required = styled.span`
  color: var(--fgColor-danger);
`;

const Spoken = styled.span`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`;

export const Asked = styled.div`
  min-width: 0;
  overflow-wrap: anywhere;
`;
