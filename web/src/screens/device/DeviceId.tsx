import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import { shortenDeviceId } from "#domain/media/deviceId.ts";
import { CopyButton } from "#ui/button/CopyButton.tsx";
import { Code } from "#ui/format/Code.tsx";

/** A device's id, shortened in lists, with a button that copies the full id (3§2, 3§8). */
export function DeviceId({ deviceId, to }: { deviceId: string; to?: string }) {
  const { t } = useTranslation("device");
  return (
    <Line>
      {to ? (
        <Link to={to} title={deviceId}>
          <Code>{shortenDeviceId(deviceId)}</Code>
        </Link>
      ) : (
        <Code>{deviceId}</Code>
      )}
      <CopyButton
        text={deviceId}
        label={t("copyId", { id: shortenDeviceId(deviceId) })}
        copiedMessage={t("copiedId")}
      />
    </Line>
  );
}

const Line = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  align-items: center;
  gap: var(--base-size-4);
`;
