import styled from "styled-components";
import { QrCode } from "#ui/format/QrCode.tsx";
import { Note } from "#ui/layout/typography.ts";

/** A QR code that opens a page of this console on a phone. Hidden on phones. */
export function PhoneCode({ path, label }: { path: string; label: string }) {
  return (
    <Figure>
      <QrCode value={`${location.origin}${path}`} title={label} />
      <Note as="figcaption">{label}</Note>
    </Figure>
  );
}

const Figure = styled.figure`
  display: flex;
  align-items: center;
  gap: var(--base-size-16);
  @media (max-width: 767px) {
    display: none;
  }
`;
