import { Button } from "@primer/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { alertText, problemText } from "#api/errorTexts.ts";
import type { ApiError } from "#api/failure.ts";
import { Banner } from "../feedback/Banner.tsx";
import { Buttons } from "../layout/boxes.ts";
import { CompactTable } from "../layout/CompactTable.tsx";

/** Why a save failed: the error and, after an edit conflict, the row as another user has saved it (null if deleted). */
export type SaveFailure<Row> = { failure: ApiError; theirs?: Row | null };

/** The two values of a field as text; `localText` is null if the user did not change it. */
export interface Difference {
  label: string;
  theirs: string;
  mine: string | null;
}

interface SaveConflictProps<Row> {
  saveFailure: SaveFailure<Row> | null;
  /** The other user's changes beside the values to save. */
  differences: (serverRow: Row) => Difference[];
  saving: boolean;
  onUseTheirs: (serverRow: Row | null) => void;
  /** Absent if nothing remains to save after the other user's change. */
  onSaveMine?: ((serverRow: Row) => void) | undefined;
}

/** Explains why a row was not saved. After an edit conflict, compares both versions and lets the user choose. */
export function SaveConflict<Row>(props: SaveConflictProps<Row>) {
  const { saveFailure, differences, saving: isSaving, onUseTheirs, onSaveMine } = props;
  const { t } = useTranslation();
  const containerRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (saveFailure) containerRef.current?.scrollIntoView({ block: "nearest" });
  }, [saveFailure]);
  if (!saveFailure) return <AlertRegion ref={containerRef} role="alert" />;
  const { failure, theirs } = saveFailure;
  if (theirs === undefined)
    return (
      <AlertRegion ref={containerRef} role="alert">
        <Banner
          kind="danger"
          detail={failure.requestId ? t("state.requestId", { id: failure.requestId }) : undefined}
        >
          {alertText(failure) ?? problemText(failure)}
        </Banner>
      </AlertRegion>
    );
  if (theirs === null)
    return (
      <AlertRegion ref={containerRef} role="alert">
        <Banner
          kind="warning"
          action={
            <Button type="button" size="small" onClick={() => onUseTheirs(null)}>
              {t("actions.close")}
            </Button>
          }
        >
          {t("conflict.deleted")}
        </Banner>
      </AlertRegion>
    );
  return (
    <AlertRegion ref={containerRef} role="alert">
      <Banner kind="warning">
        <strong>{t("conflict.title")}</strong>
        <div>{t("conflict.text")}</div>
        <ComparisonTable>
          <thead>
            <tr>
              <th scope="col">{t("conflict.field")}</th>
              <th scope="col">{t("conflict.theirs")}</th>
              <th scope="col">{t("conflict.mine")}</th>
            </tr>
          </thead>
          <tbody>
            {differences(theirs).map(({ label, theirs: theirValue, mine }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{theirValue || t("state.emptyValue")}</td>
                <td>{mine === null ? t("conflict.notChangedByYou") : mine || t("state.emptyValue")}</td>
              </tr>
            ))}
          </tbody>
        </ComparisonTable>
        <Buttons>
          <Button type="button" size="small" disabled={isSaving} onClick={() => onUseTheirs(theirs)}>
            {t("conflict.keepTheirs")}
          </Button>
          {onSaveMine && (
            <Button
              type="button"
              size="small"
              variant="primary"
              loading={isSaving}
              onClick={() => onSaveMine(theirs)}
            >
              {t("conflict.saveMine")}
            </Button>
          )}
        </Buttons>
      </Banner>
    </AlertRegion>
  );
}

/** Rendered before it has content, so that screen readers announce it; it takes no space while empty. */
const AlertRegion = styled.div`
  &:empty {
    display: none;
  }
`;

const ComparisonTable = styled(CompactTable)`
  margin: var(--base-size-8) 0;
  td {
    white-space: pre-line;
  }
`;
