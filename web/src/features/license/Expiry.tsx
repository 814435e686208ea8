import { Label } from "@primer/react";
import { useTranslation } from "react-i18next";
import { DateTime } from "#ui/format/DateTime.tsx";
import { InlineLine } from "#ui/layout/boxes.ts";

/** The expiry date of a licence, labelled once it has passed. */
export function Expiry({ value }: { value: string | null }) {
  const { t } = useTranslation("license");
  const { t: tCommon } = useTranslation();
  if (value === null) return tCommon("state.emptyValue");
  return (
    <InlineLine>
      <DateTime value={value} />
      {new Date(value) <= new Date() && <Label variant="danger">{t("expired")}</Label>}
    </InlineLine>
  );
}
