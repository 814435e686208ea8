import { PasskeyFillIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useState } from "react";

interface PasskeyButtonProps {
  label: string;
  primary?: boolean;
  onStart: () => void;
  /** Asks for a passkey, and sends the browser's response. */
  onUse: () => Promise<void>;
  onFailure: (failure: unknown) => void;
}

/** Has the user choose a passkey. */
export function PasskeyButton({ label, primary = false, onStart, onUse, onFailure }: PasskeyButtonProps) {
  const [isBusy, setBusy] = useState(false);
  async function handleClick() {
    if (isBusy) return;
    setBusy(true);
    onStart();
    try {
      await onUse();
    } catch (failure) {
      onFailure(failure);
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button
      type="button"
      variant={primary ? "primary" : "default"}
      size="large"
      block
      leadingVisual={PasskeyFillIcon}
      loading={isBusy}
      onClick={handleClick}
    >
      {label}
    </Button>
  );
}
