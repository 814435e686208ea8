import { QRCodeSVG } from "qrcode.react";
import styled from "styled-components";

export function QrCode({ value, title }: { value: string; title: string }) {
  return (
    <Frame>
      <QRCodeSVG value={value} size={184} marginSize={4} title={title} />
    </Frame>
  );
}

/** White in the dark theme as well: cameras expect dark squares on a light background and a quiet zone. */
const Frame = styled.div`
  align-self: center;
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  background: #ffffff;
  overflow: hidden;
  svg {
    display: block;
  }
`;
