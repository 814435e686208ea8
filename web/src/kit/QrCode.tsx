import { QRCodeSVG } from "qrcode.react";
import styled from "styled-components";

/** A code to be scanned. */
export function QrCode({ value, title }: { value: string; title: string }) {
  return (
    <Code>
      <QRCodeSVG value={value} size={184} marginSize={4} title={title} />
    </Code>
  );
}

/** White in the dark theme as well: cameras look for dark squares on a light ground, with a quiet zone around them. */
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
