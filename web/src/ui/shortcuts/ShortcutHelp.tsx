import { Fragment, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { Modal } from "../dialog/Modal.tsx";
import { handleShortcut, useShortcutGroups } from "./shortcutStore.ts";
import { useShortcuts } from "./useShortcuts.ts";

/** Handles the console's keyboard shortcuts, and lists them when `?` is pressed. */
export function Shortcuts() {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    document.addEventListener("keydown", handleShortcut);
    return () => document.removeEventListener("keydown", handleShortcut);
  }, []);
  useShortcuts(t("keys.everywhere"), [
    { key: "?", label: t("keys.help"), act: () => setIsOpen(true), isAction: true },
  ]);
  return isOpen && <ShortcutHelp onClose={() => setIsOpen(false)} />;
}

/** Symbols of named keys. */
const keyNames: Record<string, string> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Enter: "↵",
  Escape: "Esc",
};
export const keyName = (key: string): string =>
  keyNames[key] ?? (key === key.toLowerCase() ? key.toUpperCase() : `⇧ ${key}`);

function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const groups = useShortcutGroups()
    .map(({ title, shortcuts }) => ({ title, shortcuts: shortcuts.filter(({ key }) => key !== "") }))
    .filter(({ shortcuts }) => shortcuts.length > 0);
  const titles = [...new Set(groups.map(({ title }) => title))];
  return (
    <Modal title={t("keys.title")} width="medium" onClose={onClose}>
      {titles.map((title) => (
        <Group key={title}>
          <h3>{title}</h3>
          <dl>
            {groups
              .filter((group) => group.title === title)
              .flatMap(({ shortcuts }) => shortcuts)
              .map(({ key, label }) => (
                <div key={`${key} ${label}`}>
                  <dt>
                    {key.split(" ").map((part, index) => (
                      <Fragment key={part}>
                        {index > 0 && ` ${t("keys.sequence")} `}
                        <kbd>{keyName(part)}</kbd>
                      </Fragment>
                    ))}
                  </dt>
                  <dd>{label}</dd>
                </div>
              ))}
          </dl>
        </Group>
      ))}
    </Modal>
  );
}

const Group = styled.section`
  & + & {
    margin-top: var(--base-size-16);
  }
  h3 {
    margin-bottom: var(--base-size-8);
    font-size: var(--text-body-size-medium);
    font-weight: var(--base-text-weight-semibold);
  }
  dl {
    display: grid;
    gap: var(--base-size-8);
  }
  div {
    display: flex;
    gap: var(--base-size-16);
  }
  dt {
    flex: none;
    width: 72px;
  }
  dd {
    min-width: 0;
  }
  kbd {
    padding: 0 var(--base-size-6);
    border: 1px solid var(--borderColor-default);
    border-radius: var(--borderRadius-small);
    font-family: var(--fontStack-monospace);
    font-size: var(--text-body-size-small);
    line-height: 20px;
  }
`;
