import { Button } from "@primer/react";
import styled from "styled-components";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import type { ViewerAction } from "./PhotoActions.ts";

/** Buttons for the decisions on a photo's documentation. Sending back is at the left end, away from approving. */
export function DecisionBar({ decisions, photo }: { decisions: readonly ViewerAction[]; photo: PhotoRow }) {
  return (
    <Bar>
      {decisions.map(({ key, icon, label, disabled = false, variant = "default", act }) => (
        <Button
          key={key}
          leadingVisual={icon}
          variant={variant}
          disabled={disabled}
          aria-keyshortcuts={key.toUpperCase()}
          title={`${label} (${key.toUpperCase()})`}
          data-variant={variant}
          onClick={() => act(photo)}
        >
          {label}
        </Button>
      ))}
    </Bar>
  );
}

const Bar = styled.div`
  display: flex;
  flex-flow: row-reverse wrap;
  gap: var(--base-size-8) var(--base-size-12);
  padding: 0 var(--base-size-8) max(var(--base-size-8), env(safe-area-inset-bottom));
  > [data-variant="danger"] {
    margin-right: auto;
  }
  /* On a phone, approving and sending back share the lowest row, within reach of the thumb. */
  @media (max-width: 479px) {
    flex-wrap: wrap-reverse;
    > * {
      flex: 1 1 0;
    }
    > [data-variant="danger"] {
      order: 1;
      margin: 0;
    }
    > [data-variant="default"] {
      flex-basis: 100%;
      order: 2;
    }
  }
`;
