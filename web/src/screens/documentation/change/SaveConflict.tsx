import { Button } from "@primer/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { alertText, problemText } from "#api/errorTexts.ts";
import { Banner } from "#ui/feedback/Banner.tsx";
import { Buttons } from "#ui/layout/boxes.ts";
import { CompactTable } from "#ui/layout/CompactTable.tsx";
import type { SaveFailure } from "./useVersionedSave.ts";

/** A value as text; null for one the user did not touch. */
export interface Difference {
  label: string;
  theirs: string;
  mine: string | null;
}

interface ObjectionsProps<Row> {
  objection: SaveFailure<Row> | null;
  /** Their changes beside the values about to be saved. */
  differences: (theirs: Row) => Difference[];
  saving: boolean;
  onTakeTheirs: (theirs: Row | null) => void;
  /** Absent where their change leaves nothing to save. */
  onSaveMine?: ((theirs: Row) => void) | undefined;
}

/** Why a row was not saved. After an edit conflict: what the others changed, and the choice between theirs and mine. */
export function SaveConflict<Row>(props: ObjectionsProps<Row>) {
  const { objection, differences, saving, onTakeTheirs, onSaveMine } = props;
  const { t } = useTranslation("review");
  const { t: common } = useTranslation();
  const containerRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (objection) containerRef.current?.scrollIntoView({ block: "nearest" });
  }, [objection]);
  if (!objection) return <Place ref={containerRef} role="alert" />;
  const { failure, theirs } = objection;
  if (theirs === undefined)
    return (
      <Place ref={containerRef} role="alert">
        <Banner
          kind="danger"
          detail={failure.requestId ? common("state.requestId", { id: failure.requestId }) : undefined}
        >
          {alertText(failure) ?? problemText(failure)}
        </Banner>
      </Place>
    );
  if (theirs === null)
    return (
      <Place ref={containerRef} role="alert">
        <Banner
          kind="warning"
          action={
            <Button type="button" size="small" onClick={() => onTakeTheirs(null)}>
              {common("actions.close")}
            </Button>
          }
        >
          {t("conflict.gone")}
        </Banner>
      </Place>
    );
  return (
    <Place ref={containerRef} role="alert">
      <Banner kind="warning">
        <strong>{t("conflict.title")}</strong>
        <div>{t("conflict.text")}</div>
        <Both>
          <thead>
            <tr>
              <th scope="col">{t("conflict.what")}</th>
              <th scope="col">{t("conflict.theirs")}</th>
              <th scope="col">{t("conflict.mine")}</th>
            </tr>
          </thead>
          <tbody>
            {differences(theirs).map(({ label, theirs: now, mine }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{now || common("state.none")}</td>
                <td>{mine === null ? t("conflict.untouched") : mine || common("state.none")}</td>
              </tr>
            ))}
          </tbody>
        </Both>
        <Buttons>
          <Button type="button" size="small" disabled={saving} onClick={() => onTakeTheirs(theirs)}>
            {t("conflict.takeTheirs")}
          </Button>
          {onSaveMine && (
            <Button
              type="button"
              size="small"
              variant="primary"
              loading={saving}
              onClick={() => onSaveMine(theirs)}
            >
              {t("conflict.saveMine")}
            </Button>
          )}
        </Buttons>
      </Banner>
    </Place>
  );
}

/** Rendered before it has content, so that screen readers announce it; it takes no room while empty. */
const Place = styled.div`
  &:empty {
    display: none;
  }
`;

const Both = styled(CompactTable)`
  margin: var(--base-size-8) 0;
  td {
    white-space: pre-line;
  }
`;
