import styled from "styled-components";

/** The creator, with the first four characters of the device id (2§9). */
export function Creator({ creator, deviceId }: { creator: string; deviceId: string }) {
  return (
    <>
      {creator}
      {deviceId && deviceId !== "N/A" && <Device title={deviceId}> {deviceId.slice(0, 4)}</Device>}
    </>
  );
}

const Device = styled.span`
  color: var(--fgColor-muted);
  font-family: var(--fontStack-monospace);
  font-size: var(--text-body-size-small);
`;
