import { useState } from "react";
import { Flash } from "../../../kit/Flash";

/** What was not added to a task, and why, until it is dismissed or something else is added. */
export function useRefusals() {
  const [refused, setRefused] = useState<readonly string[]>([]);
  return {
    setRefused,
    refusals: refused.length > 0 && (
      <div role="alert">
        <Flash kind="danger" onDismiss={() => setRefused([])}>
          {refused.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Flash>
      </div>
    ),
  };
}
