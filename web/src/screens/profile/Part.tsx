import { type ReactNode, type Ref, useId } from "react";
import styled from "styled-components";
import { TitleRow } from "#ui/layout/boxes.ts";

interface PartProps {
  title: string;
  /** Shown beside the title, such as a state. */
  trailing?: ReactNode;
  heading?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** A section of the profile with a heading. */
export function ProfileSection({ title, trailing, heading, children }: PartProps) {
  const id = useId();
  return (
    <Box aria-labelledby={id}>
      <TitleRow>
        <Title id={id} ref={heading} tabIndex={-1}>
          {title}
        </Title>
        {trailing}
      </TitleRow>
      {children}
    </Box>
  );
}

const Box = styled.section`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-16);
  padding: var(--base-size-16) var(--base-size-24) var(--base-size-24);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-large);
  @media (max-width: 767px) {
    padding: var(--base-size-16);
  }
`;

const Title = styled.h2`
  font-size: var(--text-title-size-small);
  font-weight: var(--base-text-weight-semibold);
  &:focus {
    outline: none;
  }
`;

/** The lines of an item in a section's list, beside its button. */
export const ItemText = styled.div`
  flex: 1 1 240px;
  min-width: 0;
  overflow-wrap: anywhere;
`;
