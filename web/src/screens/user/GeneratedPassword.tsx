import { useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { CopyButton } from "#ui/button/CopyButton.tsx";
import { ValueLine } from "#ui/layout/boxes.ts";

/** A generated password in plain text, shown once. */
export function GeneratedPassword({ password }: { password: string }) {
  const { t } = useTranslation("user");
  // The password that could not be copied. A new password makes it obsolete.
  const [uncopiedPassword, setUncopiedPassword] = useState<string | null>(null);
  return (
    <Box>
      <ValueLine>
        <Password aria-label={t("generatedPassword")}>{password}</Password>
        <CopyButton text={password} label={t("copy")} onRefused={() => setUncopiedPassword(password)} />
      </ValueLine>
      <Hint>{uncopiedPassword === password ? t("copyFailed") : t("generatedPasswordHint")}</Hint>
    </Box>
  );
}

const Box = styled.div`
  margin-top: var(--base-size-8);
  padding: var(--base-size-8) var(--base-size-12);
  border: 1px solid var(--borderColor-attention-muted);
  border-radius: var(--borderRadius-medium);
  background: var(--bgColor-attention-muted);
`;

const Password = styled.code`
  font-family: var(--fontStack-monospace);
  font-size: var(--text-body-size-large);
  letter-spacing: 0.04em;
  user-select: all;
`;

const Hint = styled.p`
  font-size: var(--text-body-size-small);
`;
