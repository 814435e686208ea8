import { useTranslation } from "react-i18next";
import type { ResumeState } from "#domain/capture/draft.ts";
import { fieldId } from "#features/captureForm/taskNodes.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { BreakableItem } from "#ui/layout/typography.ts";

/** The retakes that a reviewer requested, for the user who resumes the documentation. */
export function RetakeList({ retakes }: { retakes: NonNullable<ResumeState["retakes"]> }) {
  const { t } = useTranslation("capture");
  if (retakes.length === 0) return null;
  return (
    <Banner kind="warning">
      <strong>{t("handedOver.sentBack")}</strong>
      <ul>
        {retakes.map(({ id, taskId, name, reason, dueDay }) => (
          <li key={id}>
            <BreakableItem>
              {taskId ? <a href={`#${fieldId(taskId)}`}>{name}</a> : name}: {reason}
              {dueDay && ` · ${t("handedOver.answerBy", { day: dueDay })}`}
            </BreakableItem>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
