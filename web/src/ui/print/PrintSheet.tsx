import { Button, Spinner } from "@primer/react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { formatNumber } from "../format/numbers.ts";
import { TabularNums } from "../layout/typography.ts";
import { PrintContext } from "./printContext.ts";

interface PrintSheetProps {
  isReady: boolean;
  /** Called when the browser's print dialog has closed, or the user cancels. */
  onEnd: () => void;
  children: ReactNode;
}

/** Renders a print-only sheet outside the page, and prints it once its photos have loaded. */
export function PrintSheet({ isReady, onEnd, children }: PrintSheetProps) {
  const { t } = useTranslation();
  const [counts, setCounts] = useState({ all: 0, settled: 0 });
  const tracker = useMemo(
    () => ({
      add: () => setCounts(({ all, settled: settledCount }) => ({ all: all + 1, settled: settledCount })),
      settle: () => setCounts(({ all, settled: settledCount }) => ({ all, settled: settledCount + 1 })),
    }),
    [],
  );
  const [isRendered, setIsRendered] = useState(false);
  // By then the photos have registered themselves.
  useEffect(() => setIsRendered(isReady), [isReady]);
  const isComplete = isRendered && counts.settled === counts.all;
  const onEndRef = useRef(onEnd);
  onEndRef.current = onEnd;
  useEffect(() => {
    if (!isComplete) return;
    const onAfterPrint = () => onEndRef.current();
    document.body.dataset.printing = "";
    window.addEventListener("afterprint", onAfterPrint);
    window.print();
    return () => {
      window.removeEventListener("afterprint", onAfterPrint);
      delete document.body.dataset.printing;
    };
  }, [isComplete]);
  return createPortal(
    <>
      <Sheet data-print-sheet data-color-mode="light" data-light-theme="light">
        {isReady && <PrintContext.Provider value={tracker}>{children}</PrintContext.Provider>}
      </Sheet>
      <ProgressBar>
        {!isComplete && <Spinner size="small" srText={null} />}
        <TabularNums role="status">
          {counts.all > 0
            ? t("print.progress", {
                loadedCount: formatNumber(counts.settled),
                total: formatNumber(counts.all),
              })
            : t("print.preparing")}
        </TabularNums>
        <Button size="small" onClick={onEnd}>
          {t("actions.cancel")}
        </Button>
      </ProgressBar>
    </>,
    document.body,
  );
}

const Sheet = styled.div`
  display: none;
  @media print {
    display: block;
    background: var(--bgColor-default);
    color: var(--fgColor-default);
    font-size: 10pt;
    h1 {
      font-size: 18pt;
      line-height: 1.3;
    }
    h2 {
      margin-top: 6mm;
      padding-bottom: 1mm;
      border-bottom: 1px solid var(--borderColor-default);
      font-size: 13pt;
    }
    h3 {
      margin-top: 4mm;
      font-size: 11pt;
    }
    h1,
    h2,
    h3 {
      break-after: avoid;
    }
    a {
      color: inherit;
      text-decoration: none;
    }
  }
`;

const ProgressBar = styled.div`
  position: fixed;
  z-index: 41;
  bottom: max(var(--base-size-16), env(safe-area-inset-bottom));
  left: 50%;
  display: flex;
  align-items: center;
  gap: var(--base-size-12);
  padding: var(--base-size-8) var(--base-size-8) var(--base-size-8) var(--base-size-16);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-large);
  background: var(--overlay-bgColor);
  box-shadow: var(--shadow-floating-large);
  transform: translateX(-50%);
  @media print {
    display: none;
  }
`;
