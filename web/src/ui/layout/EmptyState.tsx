import type { Icon } from "@primer/octicons-react";
import type { ReactNode } from "react";
import styled from "styled-components";
import { CardTitle } from "./typography.ts";

interface EmptyStateProps {
  icon: Icon;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  /** Element of the title; within a page, a heading one level down. */
  as?: "h1" | "h2" | "h3" | "p";
}

/** An empty state: explains why the page is empty and suggests an action. */
export function EmptyState({ icon: StateIcon, title, text, action, as = "p" }: EmptyStateProps) {
  return (
    <Box $page={as === "h1"}>
      <IconWrapper>
        <StateIcon size={24} />
      </IconWrapper>
      <CardTitle as={as}>{title}</CardTitle>
      {text && <Text>{text}</Text>}
      {action && <Action>{action}</Action>}
    </Box>
  );
}

/** More space above if it is the whole page. */
const Box = styled.div<{ $page: boolean }>`
  display: flex;
  flex-direction: column;
  align-items: center;
  padding: ${({ $page }) => ($page ? "clamp(48px, 14vh, 128px)" : "var(--base-size-32)")} var(--base-size-16);
  text-align: center;
`;

const IconWrapper = styled.span`
  margin-bottom: var(--base-size-8);
  color: var(--fgColor-muted);
`;

const Text = styled.div`
  max-width: 56ch;
  margin-top: var(--base-size-4);
  color: var(--fgColor-muted);
  overflow-wrap: anywhere;
`;

const Action = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: var(--base-size-8);
  margin-top: var(--base-size-16);
`;
