import styled from "styled-components";

/** Tools above the picture; on a phone below it, within reach of the thumb. */
export const Editor = styled.div`
  display: grid;
  flex: 1;
  grid-template: "tools acts ends" auto "words words words" auto "fault fault fault" auto "picture picture picture" 1fr / auto 1fr auto;
  align-items: center;
  min-height: 0;
  > :last-child {
    grid-area: picture;
    align-self: stretch;
  }
  &:focus {
    outline: none;
  }
  @media (max-width: 767px) {
    grid-template: "acts ends" auto "fault fault" auto "picture picture" 1fr "words words" auto "tools tools" auto / 1fr auto;
  }
`;

export const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  grid-area: tools;
  align-items: center;
  gap: var(--base-size-4) var(--base-size-12);
  padding: var(--base-size-8) var(--base-size-16);
  @media (max-width: 767px) {
    justify-content: center;
    padding: var(--base-size-8) var(--base-size-8) max(var(--base-size-8), env(safe-area-inset-bottom));
  }
`;

export const Group = styled.div`
  display: flex;
  gap: var(--base-size-4);
  @media (max-width: 767px) {
    justify-content: space-around;
    width: 100%;
    button {
      width: 44px;
      height: 44px;
    }
  }
`;

export const Colors = styled(Group)`
  gap: var(--base-size-8);
`;

export const Color = styled.button`
  width: 28px;
  height: 28px;
  border: 2px solid var(--borderColor-default);
  border-radius: 50%;
  cursor: pointer;
  &[aria-pressed="true"] {
    outline: 2px solid var(--fgColor-accent);
    outline-offset: 2px;
  }
`;

export const MarkupActions = styled.div`
  display: flex;
  grid-area: acts;
  gap: var(--base-size-4);
  padding: var(--base-size-8);
`;

export const EndButtons = styled.div`
  display: flex;
  grid-area: ends;
  gap: var(--base-size-8);
  padding: var(--base-size-8) var(--base-size-16);
`;

export const TextEntry = styled.div`
  grid-area: words;
  width: 100%;
  max-width: 480px;
  margin: 0 auto;
  padding: 0 var(--base-size-16) var(--base-size-8);
`;

export const SaveErrorArea = styled.div`
  grid-area: fault;
  padding: 0 var(--base-size-16) var(--base-size-8);
`;
