import { CheckIcon, CopyIcon } from "@primer/octicons-react";
import { IconButton } from "@primer/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Success } from "../layout/typography.ts";

interface CopyButtonProps {
  text: string;
  label: string;
  /** Called when the browser denies access to the clipboard; absent if that need not be reported. */
  onRefused?: () => void;
  /** The message after copying, if "copied" is not enough. */
  copiedMessage?: string;
}

/** Copies a text to the clipboard and confirms it. */
export function CopyButton({ text, label, onRefused, copiedMessage }: CopyButtonProps) {
  const { t } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new text has not been copied
  useEffect(() => setCopied(false), [text]);
  async function copy() {
    try {
      // Browsers have no clipboard on a page without TLS.
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      setCopied(false);
      onRefused?.();
    }
  }
  return (
    <>
      <IconButton
        icon={isCopied ? CheckIcon : CopyIcon}
        size="small"
        variant="invisible"
        aria-label={label}
        onClick={copy}
      />
      <Success role="status">{isCopied && (copiedMessage ?? t("state.copied"))}</Success>
    </>
  );
}
