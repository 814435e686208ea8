import { Button } from "@primer/react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { ApiError } from "#api/apiError.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import { Banner } from "../feedback/Banner.tsx";
import { Buttons } from "../layout/boxes.ts";
import { CompactTable } from "../layout/CompactTable.tsx";

/** Why a save failed: the error and, after an edit conflict, the row as another user has saved it (null if deleted). */
export type SaveFailure<Row> = { failure: ApiError; serverRow?: Row | null };

/** The two values of a field as text; `localText` is null if the user did not change it. */
export interface Difference {
  label: string;
  serverText: string;
  localText: string | null;
}

interface SaveConflictProps<Row> {
  saveFailure: SaveFailure<Row> | null;
  /** The other user's changes beside the values to save. */
  differences: (serverRow: Row) => Difference[];
  isSaving: boolean;
  onUseServerRow: (serverRow: Row | null) => void;
  /** Absent if nothing remains to save after the other user's change. */
  onSaveLocal?: ((serverRow: Row) => void) | undefined;
}

/** Explains why a row was not saved. After an edit conflict, compares both versions and lets the user choose. */
export function SaveConflict<Row>(props: SaveConflictProps<Row>) {
  const { saveFailure, differences, isSaving, onUseServerRow, onSaveLocal } = props;
  const { t } = useTranslation();
  const containerRef = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (saveFailure) containerRef.current?.scrollIntoView({ block: "nearest" });
  }, [saveFailure]);
  if (!saveFailure) return <AlertRegion ref={containerRef} role="alert" />;
  const { failure, serverRow } = saveFailure;
  if (serverRow === undefined)
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
  if (serverRow === null)
    return (
      <AlertRegion ref={containerRef} role="alert">
        <Banner
          kind="warning"
          action={
            <Button type="button" size="small" onClick={() => onUseServerRow(null)}>
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
            {differences(serverRow).map(({ label, serverText: theirValue, localText }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{theirValue || t("state.emptyValue")}</td>
                <td>
                  {localText === null ? t("conflict.notChangedByYou") : localText || t("state.emptyValue")}
                </td>
              </tr>
            ))}
          </tbody>
        </ComparisonTable>
        <Buttons>
          <Button type="button" size="small" disabled={isSaving} onClick={() => onUseServerRow(serverRow)}>
            {t("conflict.keepTheirs")}
          </Button>
          {onSaveLocal && (
            <Button
              type="button"
              size="small"
              variant="primary"
              loading={isSaving}
              onClick={() => onSaveLocal(serverRow)}
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
