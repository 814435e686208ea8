import { PasskeyFillIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useState } from "react";
import type { PasskeyAssertion } from "#domain/endpoints/account/passkeyCredentials.ts";
import { requestPasskey } from "./passkey.ts";

interface PasskeyButtonProps {
  label: string;
  primary?: boolean;
  onStart: () => void;
  /** Sends the browser's response. */
  onPasskey: (passkey: PasskeyAssertion) => Promise<void>;
  onFailure: (failure: unknown) => void;
}

/** Has the user choose a passkey, and sends it. */
export function PasskeyButton({ label, primary = false, onStart, onPasskey, onFailure }: PasskeyButtonProps) {
  const [isBusy, setBusy] = useState(false);
  async function handleClick() {
    if (isBusy) return;
    setBusy(true);
    onStart();
    try {
      await onPasskey(await requestPasskey());
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
