import { Button } from "@primer/react";
import styled from "styled-components";
import type { PhotoRow } from "#domain/endpoints/documentation/details.ts";
import type { ViewerAction } from "./PhotoActions.ts";

/** The decisions on what a photo belongs to, labelled: sending back at the left end, apart from approving. */
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
          data-apart={variant === "danger"}
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
  > [data-apart="true"] {
    margin-right: auto;
  }
  @media (max-width: 767px) {
    > * {
      min-height: 44px;
    }
  }
`;
