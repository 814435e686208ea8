import { useTranslation } from "react-i18next";
import type { DraftRetake } from "#domain/capture/draft.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { UserText } from "#ui/layout/typography.ts";

/** Why a photo or task was sent back, and by when it should be answered. */
export function RetakeBanner({ retake: { reason, dueDay, drawing } }: { retake: DraftRetake }) {
  const { t } = useTranslation("capture");
  const details = [
    ...(drawing ? [t("handedOver.drawnOnPhoto")] : []),
    ...(dueDay ? [t("handedOver.answerBy", { day: dueDay })] : []),
  ];
  return (
    <Banner kind="warning" detail={details.join(" ") || undefined}>
      <UserText as="span">{reason}</UserText>
    </Banner>
  );
}
