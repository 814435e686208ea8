import { OrganizationIcon } from "@primer/octicons-react";
import { Button, Label } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { TitleRow } from "#ui/layout/boxes.ts";

interface AccountButtonProps {
  name: string;
  isCurrent: boolean;
  loading: boolean;
  onClick: () => void;
}

/** A button that switches to a customer. Long names wrap and are not truncated. */
export function AccountButton({ name, isCurrent, loading, onClick }: AccountButtonProps) {
  const { t } = useTranslation("switching");
  return (
    <WideButton
      block
      labelWrap
      size="large"
      alignContent="start"
      leadingVisual={OrganizationIcon}
      aria-current={isCurrent ? "true" : undefined}
      loading={loading}
      loadingAnnouncement={t("account.submitting", { name })}
      onClick={onClick}
    >
      <TitleRow as="span">
        <Name>{name}</Name>
        {isCurrent && <Label variant="accent">{t("account.current")}</Label>}
      </TitleRow>
    </WideButton>
  );
}

const WideButton = styled(Button)`
  height: 100%;
  min-height: 48px;
  overflow-wrap: anywhere;
  text-align: start;
`;

const Name = styled.span`
  min-width: 0;
`;
