import { Button, Spinner } from "@primer/react";
import { type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { formatNumber } from "../format/numbers.ts";
import { TabularNums } from "../layout/typography.ts";
import { PrintContext } from "./printContext.ts";

interface PrintingProps {
  ready: boolean;
  /** When the browser's dialog has been closed, or the waiting is given up. */
  onEnd: () => void;
  children: ReactNode;
}

/** Draws a sheet beside the page, where only paper shows it, and prints it once its photos have come. */
export function PrintSheet({ ready, onEnd, children }: PrintingProps) {
  const { t } = useTranslation();
  const [counts, setCounts] = useState({ all: 0, settled: 0 });
  const counting = useMemo(
    () => ({
      add: () => setCounts(({ all, settled }) => ({ all: all + 1, settled })),
      settle: () => setCounts(({ all, settled }) => ({ all, settled: settled + 1 })),
    }),
    [],
  );
  const [drawn, setDrawn] = useState(false);
  // The photos have counted themselves by then.
  useEffect(() => setDrawn(ready), [ready]);
  const complete = drawn && counts.settled === counts.all;
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    if (!complete) return;
    const over = () => end.current();
    document.body.dataset.printing = "";
    window.addEventListener("afterprint", over);
    window.print();
    return () => {
      window.removeEventListener("afterprint", over);
      delete document.body.dataset.printing;
    };
  }, [complete]);
  return createPortal(
    <>
      <Sheet data-print-sheet data-color-mode="light" data-light-theme="light">
        {ready && <PrintContext.Provider value={counting}>{children}</PrintContext.Provider>}
      </Sheet>
      <Waiting>
        {!complete && <Spinner size="small" srText={null} />}
        <TabularNums role="status">
          {counts.all > 0
            ? t("print.photos", { done: formatNumber(counts.settled), all: formatNumber(counts.all) })
            : t("print.preparing")}
        </TabularNums>
        <Button size="small" onClick={onEnd}>
          {t("actions.cancel")}
        </Button>
      </Waiting>
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

const Waiting = styled.div`
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
