import { Label } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { DateTime } from "../../kit/DateTime";

/** When a licence ends, and whether it has. */
export function Expiry({ value }: { value: string | null }) {
  const { t } = useTranslation("license");
  const { t: common } = useTranslation();
  if (value === null) return common("state.none");
  return (
    <Line>
      <DateTime value={value} />
      {new Date(value) <= new Date() && <Label variant="danger">{t("expired")}</Label>}
    </Line>
  );
}

const Line = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-4) var(--base-size-8);
`;
