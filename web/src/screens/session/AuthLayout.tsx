import { Button } from "@primer/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { languages } from "#domain/core/language.ts";
import { chooseLanguage, getLanguage, languageNames } from "#i18n/language.ts";
import { Logo } from "#ui/brand/Logo.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { AlertSlot, Stack } from "#ui/layout/boxes.ts";
import { usePageTitle } from "#ui/layout/Page.tsx";
import { Note } from "#ui/layout/typography.ts";

export interface AuthAlert {
  kind: "danger" | "warning" | "success";
  text: string;
  detail?: string;
  /** A link that helps the user solve the problem. */
  action?: ReactNode;
}

interface AuthLayoutProps {
  /** The window's title. */
  title: string;
  heading: string;
  lead?: string | undefined;
  alert?: AuthAlert | null;
  children: ReactNode;
  tagline?: string;
}

/** The layout of screens without a session: login, forgotten password, new password. */
export function AuthLayout({ title, heading, lead, alert, children, tagline }: AuthLayoutProps) {
  const titleRef = usePageTitle(title);
  return (
    <Centre>
      <Card>
        <Logo size={48} />
        <Title ref={titleRef} tabIndex={-1}>
          {heading}
        </Title>
        {lead && <Lead>{lead}</Lead>}
        <AlertSlot role="alert">
          {alert && (
            <Banner kind={alert.kind}>
              {alert.text}
              {alert.detail && <Note as="div">{alert.detail}</Note>}
              {alert.action}
            </Banner>
          )}
        </AlertSlot>
        {children}
      </Card>
      <Languages />
      {tagline && <Note as="p">{tagline}</Note>}
    </Centre>
  );
}

/** Buttons for the languages, each in its own language: there is no menu before login. */
function Languages() {
  const { t } = useTranslation();
  return (
    <Choices role="group" aria-label={t("frame.language")}>
      {languages.map((option) => (
        <Button
          key={option}
          variant="invisible"
          lang={option}
          aria-pressed={option === getLanguage()}
          onClick={() => option !== getLanguage() && chooseLanguage(option)}
        >
          {languageNames[option]}
        </Button>
      ))}
    </Choices>
  );
}

interface AuthFormProps {
  submitText: string;
  submittingText: string;
  busy: boolean;
  onSubmit: (form: HTMLFormElement) => void;
  children: ReactNode;
  /** Links below the button. */
  footer: ReactNode;
}

/** A form that reports missing values itself, in the selected language; native validation is off. */
export function AuthForm({ submitText, submittingText, busy, onSubmit, children, footer }: AuthFormProps) {
  return (
    <Stack
      as="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event.currentTarget);
      }}
    >
      {children}
      <Button
        type="submit"
        variant="primary"
        size="large"
        block
        loading={busy}
        loadingAnnouncement={submittingText}
      >
        {submitText}
      </Button>
      {footer}
    </Stack>
  );
}

const Centre = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  align-items: center;
  gap: var(--base-size-24);
  padding: clamp(32px, 12vh, 128px) var(--base-size-16) var(--base-size-24);
  background: var(--bgColor-muted);
`;

const Choices = styled.div`
  display: flex;
  gap: var(--base-size-4);
  button {
    min-height: 44px;
    color: var(--fgColor-muted);
    &[aria-pressed="true"] {
      color: var(--fgColor-default);
      font-weight: var(--base-text-weight-semibold);
    }
  }
`;

const Card = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-16);
  width: 100%;
  max-width: 360px;
  padding: var(--base-size-24);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-large);
  background: var(--bgColor-default);
  box-shadow: var(--shadow-resting-small);
  > svg {
    align-self: center;
  }
`;

const Title = styled.h1`
  font-size: var(--text-title-size-medium);
  font-weight: var(--base-text-weight-semibold);
  letter-spacing: -0.01em;
  text-align: center;
`;

const Lead = styled.p`
  color: var(--fgColor-muted);
  text-align: center;
`;
