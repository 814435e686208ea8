import { LocationIcon } from "@primer/octicons-react";
import { Button, Spinner } from "@primer/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { type Draft, withPosition } from "#domain/capture/draft.ts";
import { SmallMap } from "#features/map/SmallMap.tsx";
import { Position } from "#ui/format/Position.tsx";
import { Inline } from "#ui/layout/boxes.ts";
import { Danger, FieldErrorText, VisuallyHidden } from "#ui/layout/typography.ts";
import type { DraftController } from "./draft/useDraft.ts";
import { type LocateError, locate } from "./locateDevice.ts";

interface PositionFieldProps extends Pick<DraftController, "draftRef" | "change"> {
  draft: Draft;
  /** Whether the user tried to complete without a position. */
  isMissing: boolean;
}

/**
 * The position of the documentation (3§3 locationEnabled). The browser is asked once per draft, and again when the button is
 * pressed.
 */
export function PositionField({ draft, draftRef, change, isMissing }: PositionFieldProps) {
  const { t } = useTranslation("capture");
  const { t: tDocumentation } = useTranslation("documentation");
  const { position, template } = draft;
  const [isLocating, setLocating] = useState(false);
  const [locateError, setLocateError] = useState<LocateError | null>(null);

  const requestPosition = useCallback(async () => {
    setLocating(true);
    const result = await locate();
    setLocating(false);
    const hasFailed = typeof result === "string";
    setLocateError(hasFailed ? result : null);
    change((draft) => withPosition(draft, hasFailed ? null : result));
  }, [change]);

  const hasRequested = useRef(false);
  useEffect(() => {
    if (hasRequested.current || draftRef.current.position || draftRef.current.isPositionRequested) return;
    hasRequested.current = true;
    void requestPosition();
  }, [requestPosition, draftRef]);

  return (
    <Field role="group" aria-label={tDocumentation("details.position")} data-missing={isMissing}>
      <Name>
        {tDocumentation("details.position")}
        {template.locationRequired && (
          <Danger title={tDocumentation("required.YES")}>
            <span aria-hidden="true"> *</span>
            <VisuallyHidden> ({tDocumentation("tasks.required")})</VisuallyHidden>
          </Danger>
        )}
      </Name>
      <Inline>
        <Inline role="status">
          {isLocating ? (
            <>
              <Spinner size="small" srText={null} />
              {t("position.locating")}
            </>
          ) : position ? (
            <Position {...position} />
          ) : (
            tDocumentation("details.unknownPosition")
          )}
        </Inline>
        {!isLocating && (
          <Button leadingVisual={LocationIcon} size="small" onClick={() => void requestPosition()}>
            {t(position ? "position.update" : "position.find")}
          </Button>
        )}
      </Inline>
      {position && <SmallMap lat={position.lat} lng={position.lng} />}
      {locateError && !isLocating ? (
        <FieldErrorText role="alert">{t(`position.${locateError}`)}</FieldErrorText>
      ) : (
        isMissing && <FieldErrorText>{t("missing.position")}</FieldErrorText>
      )}
    </Field>
  );
}

const Field = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-8);
  &[data-missing="true"] {
    padding-left: var(--base-size-12);
    border-left: 3px solid var(--borderColor-danger-emphasis);
  }
`;

const Name = styled.span`
  font-weight: var(--base-text-weight-semibold);
`;
