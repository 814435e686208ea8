import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { ViewerAction } from "./PhotoActions.ts";

interface ViewerHelpProps {
  canRotate: boolean;
  shortcuts: readonly ViewerAction[];
}

type KeyLine = [keys: string[], description: string];

/** The list of keyboard shortcuts of the large view. */
export function ViewerHelp({ canRotate, shortcuts }: ViewerHelpProps) {
  const { t } = useTranslation("documentation");
  const keys: KeyLine[] = [
    [["←", "→"], t("gallery.keys.previousNext")],
    [["Home", "End"], t("gallery.keys.firstLast")],
    [["+", "-"], t("gallery.keys.zoom")],
    [["0"], t("gallery.keys.fit")],
    ...(canRotate ? [[["T", "⇧ T"], t("gallery.keys.rotate")] satisfies KeyLine] : []),
    ...shortcuts.map(({ key, label }): KeyLine => [[key.toUpperCase()], label]),
    [["I"], t("gallery.keys.info")],
    [["?"], t("gallery.keys.help")],
    [["Esc"], t("gallery.keys.close")],
  ];
  return (
    <Sheet aria-label={t("gallery.keys.title")}>
      <Title>{t("gallery.keys.title")}</Title>
      <Keys>
        {keys.map(([names, description]) => (
          <div key={description}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{description}</dd>
          </div>
        ))}
      </Keys>
    </Sheet>
  );
}

const Sheet = styled.section`
  position: absolute;
  z-index: 3;
  top: 56px;
  right: var(--base-size-16);
  padding: var(--base-size-16);
  border-radius: var(--borderRadius-large);
  background: var(--overlay-bgColor);
  box-shadow: var(--shadow-floating-large);
`;

const Title = styled.h2`
  margin-bottom: var(--base-size-8);
  font-size: var(--text-body-size-medium);
  font-weight: var(--base-text-weight-semibold);
`;

const Keys = styled.dl`
  display: grid;
  gap: var(--base-size-8);
  div {
    display: flex;
    gap: var(--base-size-16);
  }
  dt {
    display: flex;
    gap: var(--base-size-4);
    width: 96px;
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
