import {
  BrowserIcon,
  ChecklistIcon,
  ClockIcon,
  FileIcon,
  type Icon,
  OrganizationIcon,
  PersonIcon,
  SearchIcon,
  ZapIcon,
} from "@primer/octicons-react";
import { Dialog, Spinner } from "@primer/react";
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import styled from "styled-components";
import { Note, VisuallyHidden } from "#ui/layout/typography.ts";
import { useRegisterModal } from "#ui/overlay/modalStack.ts";
import { useActiveOption } from "#ui/select/useActiveOption.ts";
import type { Choice, ChoiceGroup } from "./finderChoice.ts";
import { useGlobalSearch } from "./useGlobalSearch.ts";

const icons: Record<ChoiceGroup["kind"], Icon> = {
  RECENT: ClockIcon,
  ACTION: ZapIcon,
  SCREEN: BrowserIcon,
  DOCUMENTATION: FileIcon,
  TEMPLATE: ChecklistIcon,
  USER: PersonIcon,
  CUSTOMER: OrganizationIcon,
};

interface FinderProps {
  /** Text typed while the finder was loading. */
  bufferedText: RefObject<string>;
  onClose: () => void;
}

/** A single search box for documentations, templates, users, customers, screens and actions. Arrow keys select, Enter opens. */
export default function Finder({ bufferedText, onClose }: FinderProps) {
  const { t } = useTranslation("finder");
  const { t: tCommon } = useTranslation();
  const navigate = useNavigate();
  const idPrefix = useId();
  const [typedText, setTyped] = useState("");
  const dialog = useRef<HTMLDivElement>(null);
  useRegisterModal(dialog);
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const { groups, isSearching, failed } = useGlobalSearch(typedText);
  const choices = groups.flatMap((group) => group.choices);
  const [index, mark] = useActiveOption(
    choices.map(({ id }) => id),
    typedText,
  );
  const current = choices[index];
  const idOf = (choice: Choice) => `${idPrefix}-${choices.indexOf(choice)}`;
  const currentId = current && idOf(current);

  useEffect(() => {
    if (bufferedText.current) setTyped(bufferedText.current);
    bufferedText.current = "";
  }, [bufferedText]);

  useEffect(() => {
    if (currentId) document.getElementById(currentId)?.scrollIntoView?.({ block: "nearest" });
  }, [currentId]);

  const open = ({ target }: Choice) => {
    onClose();
    if (typeof target === "function") target();
    else void navigate(target.to, { state: target.state });
  };
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && choices.length > 0) {
      event.preventDefault();
      mark(choices[(index + step + choices.length) % choices.length]?.id ?? null);
    } else if (event.key === "Enter" && current) {
      event.preventDefault();
      open(current);
    }
  }
  const status = failed
    ? tCommon("state.loadFailed")
    : choices.length > 0 || isSearching
      ? ""
      : t("noMatches", { query: typedText.trim() });
  return (
    <Dialog
      ref={dialog}
      title={t("title")}
      onClose={onClose}
      width="large"
      position={{ narrow: "fullscreen", regular: "center" }}
      initialFocusRef={input}
      renderHeader={({ dialogLabelId, dialogDescriptionId }) => (
        <Header>
          <VisuallyHidden as="h2" id={dialogLabelId}>
            {t("title")}
          </VisuallyHidden>
          <SearchIcon />
          <Input
            ref={input}
            type="text"
            role="combobox"
            aria-label={t("label")}
            aria-expanded={choices.length > 0}
            aria-controls={`${idPrefix}-list`}
            aria-activedescendant={currentId}
            aria-autocomplete="list"
            aria-describedby={dialogDescriptionId}
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            placeholder={t("placeholder")}
            value={typedText}
            onChange={({ target }) => {
              setTyped(target.value);
              mark(null);
            }}
            onKeyDown={onKeyDown}
          />
          <span id={dialogDescriptionId} hidden>
            {t("hint")}
          </span>
          {isSearching && <Spinner size="small" srText={null} />}
          <Close type="button" onClick={onClose}>
            {tCommon("actions.close")}
          </Close>
        </Header>
      )}
      renderBody={() => (
        <Body>
          <div ref={list} role="listbox" id={`${idPrefix}-list`} aria-label={t("results")}>
            {groups.map(({ kind, choices: groupChoices }) => {
              const KindIcon = icons[kind];
              return (
                // biome-ignore lint/a11y/useSemanticElements: there is no element for a group of options
                <div key={kind} role="group" aria-labelledby={`${idPrefix}-${kind}`}>
                  <Title id={`${idPrefix}-${kind}`}>{t(`kinds.${kind}`)}</Title>
                  {groupChoices.map((choice) => (
                    <Option
                      key={choice.id}
                      id={idOf(choice)}
                      role="option"
                      aria-selected={choice === current}
                      onClick={() => open(choice)}
                      onMouseMove={() => mark(choice.id)}
                    >
                      <KindIcon />
                      <Name>{choice.name}</Name>
                      {choice.note && <OptionNote>{choice.note}</OptionNote>}
                    </Option>
                  ))}
                </div>
              );
            })}
          </div>
          <Status role="status">{status}</Status>
        </Body>
      )}
    >
      {null}
    </Dialog>
  );
}

const Header = styled.div`
  display: flex;
  align-items: center;
  gap: var(--base-size-12);
  padding: 0 var(--base-size-8) 0 var(--base-size-16);
  border-bottom: 1px solid var(--borderColor-muted);
  > svg {
    flex: none;
    color: var(--fgColor-muted);
  }
`;

const Input = styled.input`
  flex: 1;
  min-width: 0;
  height: 52px;
  padding: 0;
  border: 0;
  outline: 0;
  background: none;
  color: inherit;
  font: inherit;
  font-size: var(--text-body-size-large);
  &::placeholder {
    color: var(--fgColor-muted);
  }
`;

const Close = styled.button`
  min-height: 32px;
  padding: 0 var(--base-size-8);
  border: 0;
  border-radius: var(--borderRadius-medium);
  background: none;
  color: var(--fgColor-muted);
  font: inherit;
  font-size: var(--text-body-size-small);
  cursor: pointer;
  &:hover {
    background: var(--control-transparent-bgColor-hover);
    color: var(--fgColor-default);
  }
`;

const Body = styled.div`
  flex: 1;
  height: min(440px, 60vh);
  padding: var(--base-size-8);
  overflow-y: auto;
  overscroll-behavior: contain;
`;

const Title = styled.div`
  padding: var(--base-size-8) var(--base-size-8) var(--base-size-4);
  color: var(--fgColor-muted);
  font-size: var(--text-body-size-small);
  font-weight: var(--base-text-weight-semibold);
`;

const Option = styled.div`
  display: flex;
  align-items: center;
  gap: var(--base-size-12);
  min-height: 36px;
  padding: var(--base-size-6) var(--base-size-8);
  border-radius: var(--borderRadius-medium);
  cursor: pointer;
  > svg {
    flex: none;
    color: var(--fgColor-muted);
  }
  &[aria-selected="true"] {
    background: var(--control-transparent-bgColor-selected, var(--bgColor-muted));
    box-shadow: inset 2px 0 var(--borderColor-accent-emphasis);
  }
  @media (pointer: coarse) {
    min-height: 44px;
  }
`;

const Name = styled.span`
  flex: 0 1 auto;
  min-width: 0;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

const OptionNote = styled(Note)`
  flex: 1 1 0;
  min-width: 0;
  overflow: hidden;
  text-align: end;
  text-overflow: ellipsis;
  white-space: nowrap;
`;

const Status = styled.div`
  color: var(--fgColor-muted);
  text-align: center;
  &:not(:empty) {
    padding: var(--base-size-32) var(--base-size-16);
  }
`;
