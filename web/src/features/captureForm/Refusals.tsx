import { useState } from "react";
import { Banner } from "#ui/feedback/Banner.tsx";

/** The reasons why photos and files of a task were refused, shown until dismissed or until something else is added. */
export function useRefusals() {
  const [refusalTexts, setRefused] = useState<readonly string[]>([]);
  return {
    setRefused,
    refusals: refusalTexts.length > 0 && (
      <div role="alert">
        <Banner kind="danger" onDismiss={() => setRefused([])}>
          {refusalTexts.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Banner>
      </div>
    ),
  };
}
