import { useState } from "react";
import { Banner } from "#ui/feedback/Banner.tsx";

/** The reasons why photos and files of a task were refused, shown until they are dismissed or another photo or file is added. */
export function useRefusals() {
  const [refusalTexts, setRefusalTexts] = useState<readonly string[]>([]);
  return {
    setRefused: setRefusalTexts,
    refusalBanner: refusalTexts.length > 0 && (
      <div role="alert">
        <Banner kind="danger" onDismiss={() => setRefusalTexts([])}>
          {refusalTexts.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </Banner>
      </div>
    ),
  };
}
