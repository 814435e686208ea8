import { OrganizationIcon } from "@primer/octicons-react";
import { Button, Label } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";

interface AccountButtonProps {
  name: string;
  current: boolean;
  loading: boolean;
  onClick: () => void;
}

/** A customer whose account one may act in. Long names break; none is cut. */
export function AccountButton({ name, current, loading, onClick }: AccountButtonProps) {
  const { t } = useTranslation("switching");
  return (
    <Wide
      block
      labelWrap
      size="large"
      alignContent="start"
      leadingVisual={OrganizationIcon}
      aria-current={current ? "true" : undefined}
      loading={loading}
      loadingAnnouncement={t("account.submitting", { name })}
      onClick={onClick}
    >
      <Words>
        <Name>{name}</Name>
        {current && <Label variant="accent">{t("account.current")}</Label>}
      </Words>
    </Wide>
  );
}

const Wide = styled(Button)`
  height: 100%;
  min-height: 48px;
  overflow-wrap: anywhere;
  text-align: start;
`;

const Words = styled.span`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-4) var(--base-size-8);
`;

const Name = styled.span`
  min-width: 0;
`;
