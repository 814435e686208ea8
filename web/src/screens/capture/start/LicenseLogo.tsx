import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { CaptureLicense } from "#domain/endpoints/configuration/licenseCalls.ts";
import { useLogo } from "#features/captureForm/captureData.ts";

/** The logo of the licence used for capturing (3§3). */
export function LicenseLogo({ license }: { license: CaptureLicense }) {
  const { t } = useTranslation("capture");
  const { data, isPending } = useLogo(license);
  const [brokenLogo, setBrokenLogo] = useState<string | null>(null);
  // The fields below must not move once the logo has loaded.
  if (isPending) return <LogoSpace />;
  // Logos stored before they were checked may be damaged.
  if (!data?.logo || data.logo === brokenLogo) return null;
  return (
    <Logo
      src={`data:image/png;base64,${data.logo}`}
      alt={t("start.logoOf", { license: license.name })}
      onError={() => setBrokenLogo(data.logo)}
    />
  );
}

const logoHeightPx = 56;

const LogoSpace = styled.div`
  height: ${logoHeightPx}px;
`;

/** A white background, because logos are designed for paper. */
const Logo = styled.img`
  display: block;
  max-width: min(240px, 100%);
  height: ${logoHeightPx}px;
  padding: var(--base-size-4);
  border-radius: var(--borderRadius-medium);
  background: #ffffff;
  object-fit: contain;
  object-position: left;
`;
