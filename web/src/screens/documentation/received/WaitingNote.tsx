import { useTranslation } from "react-i18next";
import { Banner } from "#ui/feedback/Banner.tsx";
import { BottomSpace } from "#ui/layout/boxes.ts";

/** A note that received files are waiting for a decision, with a link to them. */
export function WaitingNote({ count }: { count: number }) {
  const { t } = useTranslation("received");
  if (count === 0) return null;
  return (
    <BottomSpace>
      <Banner kind="warning" action={<a href="#received">{t("show")}</a>}>
        {t("waiting", { count })}
      </Banner>
    </BottomSpace>
  );
}
