import { CheckIcon, CopyIcon } from "@primer/octicons-react";
import { IconButton } from "@primer/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";

/** A generated password in the clear, this once. */
export function GeneratedPassword({ password }: { password: string }) {
  const { t } = useTranslation("user");
  const [copied, setCopied] = useState<boolean | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another password has not been copied
  useEffect(() => setCopied(null), [password]);
  const copy = () =>
    navigator.clipboard.writeText(password).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  return (
    <Box>
      <Line>
        <Password aria-label={t("generated")}>{password}</Password>
        <IconButton
          icon={copied ? CheckIcon : CopyIcon}
          size="small"
          variant="invisible"
          aria-label={t("copy")}
          onClick={copy}
        />
        {copied && <Done>{t("copied")}</Done>}
      </Line>
      <Hint>{copied === false ? t("copyFailed") : t("generatedHint")}</Hint>
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

const Line = styled.div`
  display: flex;
  align-items: center;
  gap: var(--base-size-8);
`;

const Password = styled.code`
  font-family: var(--fontStack-monospace);
  font-size: var(--text-body-size-large);
  letter-spacing: 0.04em;
  user-select: all;
`;

const Done = styled.span`
  color: var(--fgColor-success);
  font-size: var(--text-body-size-small);
`;

const Hint = styled.p`
  font-size: var(--text-body-size-small);
`;
