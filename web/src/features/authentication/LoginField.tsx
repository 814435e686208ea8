import { AlertFillIcon, EyeClosedIcon, EyeIcon } from "@primer/octicons-react";
import { type ComponentProps, type Ref, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { Caption } from "#ui/layout/typography.ts";

interface LoginFieldProps extends ComponentProps<"input"> {
  ref?: Ref<HTMLInputElement>;
  label: string;
  caption?: string;
  message?: string | false;
  /** The id of another element that describes the field. */
  describedBy?: string;
  onTextChange: (text: string) => void;
}

/** A login field styled like Primer's. Primer's own form controls weigh 40 kB, too much before login. */
export function LoginField({
  label,
  caption,
  message,
  describedBy,
  onTextChange,
  type,
  ...input
}: LoginFieldProps) {
  const { t } = useTranslation("session");
  const id = useId();
  const [isRevealed, setIsRevealed] = useState(false);
  const isSecret = type === "password";
  const describedByIds = [message && `${id}-message`, caption && `${id}-caption`, describedBy]
    .filter(Boolean)
    .join(" ");
  return (
    <div>
      <Label htmlFor={id}>{label}</Label>
      <InputWrapper>
        <Input
          {...input}
          id={id}
          type={isSecret && isRevealed ? "text" : (type ?? "text")}
          required
          aria-invalid={message ? true : undefined}
          aria-describedby={describedByIds || undefined}
          onChange={(event) => onTextChange(event.target.value)}
          $secret={isSecret}
        />
        {isSecret && (
          <RevealButton
            type="button"
            disabled={input.disabled}
            aria-label={isRevealed ? t("login.hidePassword") : t("login.showPassword")}
            onClick={() => setIsRevealed(!isRevealed)}
          >
            {isRevealed ? <EyeClosedIcon /> : <EyeIcon />}
          </RevealButton>
        )}
      </InputWrapper>
      {message && (
        <Message id={`${id}-message`}>
          <AlertFillIcon size={12} /> {message}
        </Message>
      )}
      {caption && <Caption id={`${id}-caption`}>{caption}</Caption>}
    </div>
  );
}

const Label = styled.label`
  display: block;
  margin-bottom: var(--base-size-4);
  font-weight: var(--base-text-weight-semibold);
`;

const InputWrapper = styled.div`
  position: relative;
`;

const Input = styled.input<{ $secret: boolean }>`
  width: 100%;
  height: 40px;
  padding: 0 ${({ $secret }) => ($secret ? "44px" : "12px")} 0 12px;
  border: 1px solid var(--control-borderColor-rest);
  border-radius: var(--borderRadius-medium);
  background: var(--bgColor-default);
  box-shadow: var(--shadow-inset);
  color: var(--fgColor-default);
  font-size: var(--text-body-size-medium);
  &[aria-invalid="true"] {
    border-color: var(--control-borderColor-danger);
  }
  &:focus {
    border-color: var(--focus-outlineColor);
    outline: 2px solid var(--focus-outlineColor);
    outline-offset: -1px;
  }
  &:disabled {
    border-color: var(--control-borderColor-disabled);
    background: var(--control-bgColor-disabled);
    box-shadow: none;
    color: var(--control-fgColor-disabled);
    cursor: not-allowed;
  }
  @media (pointer: coarse) {
    font-size: 16px;
  }
  @media (max-width: 767px) {
    height: 44px;
  }
  /* Wide spacing: users compare the digits one by one with another screen. */
  &[autocomplete="one-time-code"] {
    font-family: var(--fontStack-monospace);
    font-size: 18px;
    letter-spacing: 0.25em;
  }
`;

const RevealButton = styled.button`
  position: absolute;
  inset: 4px 4px 4px auto;
  display: grid;
  place-items: center;
  width: 32px;
  border: 0;
  border-radius: var(--borderRadius-small);
  background: none;
  color: var(--fgColor-muted);
  cursor: pointer;
  &:hover:enabled {
    background: var(--control-transparent-bgColor-hover);
  }
  &:disabled {
    color: var(--control-fgColor-disabled);
    cursor: not-allowed;
  }
`;

const Message = styled.p`
  margin-top: var(--base-size-4);
  color: var(--fgColor-danger);
  font-size: var(--text-body-size-small);
  font-weight: var(--base-text-weight-semibold);
`;
