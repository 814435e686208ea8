import { useState } from "react";
import { Banner } from "#ui/feedback/Banner.tsx";

/** Refused photos and files of a task with the reasons, until dismissed or something else is added. */
export function useRefusals() {
  const [refused, setRefused] = useState<readonly string[]>([]);
  return {
    setRefused,
    refusals: refused.length > 0 && (
      <div role="alert">
        <Banner kind="danger" onDismiss={() => setRefused([])}>
          {refused.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Banner>
      </div>
    ),
  };
}
