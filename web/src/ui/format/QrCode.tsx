import { QRCodeSVG } from "qrcode.react";
import styled from "styled-components";

/** A QR code. */
export function QrCode({ value, title }: { value: string; title: string }) {
  return (
    <Code>
      <QRCodeSVG value={value} size={184} marginSize={4} title={title} />
    </Code>
  );
}

/** White in the dark theme as well: cameras expect dark squares on a light ground and a quiet zone. */
const Code = styled.div`
  align-self: center;
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  background: #ffffff;
  overflow: hidden;
  svg {
    display: block;
  }
`;
