import { FileIcon } from "@primer/octicons-react";
import { ActionList, ActionMenu, Button } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useGrants } from "#api/session.ts";
import { type Layout, useAvailableLayouts } from "#api/useLayouts.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import type { PhotoSize } from "#domain/media/photoSize.ts";
import { readStorage, writeStorage } from "#lib/storage.ts";
import { PhotoSizeItems } from "./PhotoSizeItems.tsx";
import { ToggleItem } from "./ToggleItem.tsx";

const pdfStorageKey = "layouts.asPdf";

interface LayoutItemsProps {
  layouts: readonly Layout[];
  disabled?: boolean;
  /** Called with the layout as download query parameters. */
  onChoose: (layout: ChosenLayout) => void;
}

/** A layout as the query parameters of a download. */
export type ChosenLayout = { configuration: string; pdf?: boolean };
/** A layout, with `markup: "false"` to leave the markup off the photos, and their size unless the layout decides. */
type ChosenDocument = ChosenLayout & { markup?: "false"; photoSize?: PhotoSize };

/** Report layouts as items of a download menu, with a switch to convert Word layouts to PDF. */
export function LayoutItems({ layouts, disabled = false, onChoose }: LayoutItemsProps) {
  const { t } = useTranslation("documentation");
  const [isPdfSelected, setPdfSelected] = useState(() => readStorage(pdfStorageKey) === "true");
  const spansAll = spansCustomers(useGrants());
  if (layouts.length === 0) return null;
  return (
    <>
      {layouts.some(({ type }) => type === "WORD") && (
        <ActionList.Group selectionVariant="multiple">
          <ActionList.Item
            selected={isPdfSelected}
            onSelect={(event) => {
              // Keeps the menu open: the actual choice follows.
              event.preventDefault();
              setPdfSelected(!isPdfSelected);
              writeStorage(pdfStorageKey, String(!isPdfSelected));
            }}
          >
            {t("export.asPdf")}
          </ActionList.Item>
        </ActionList.Group>
      )}
      <ActionList.Group>
        <ActionList.GroupHeading>{t("export.layouts")}</ActionList.GroupHeading>
        {layouts.map(({ id, name, type, customerName }) => {
          const pdf = isPdfSelected && type === "WORD";
          return (
            <ActionList.Item
              key={id}
              disabled={disabled}
              onSelect={() => onChoose({ configuration: id, ...(pdf && { pdf: true }) })}
            >
              <ActionList.LeadingVisual>
                <FileIcon />
              </ActionList.LeadingVisual>
              {name}
              <ActionList.Description variant="block">
                {[
                  t(`layoutType.${pdf ? "PDF" : type}`),
                  ...(spansAll && customerName ? [customerName] : []),
                ].join(" · ")}
              </ActionList.Description>
            </ActionList.Item>
          );
        })}
      </ActionList.Group>
    </>
  );
}

interface LayoutMenuProps {
  loading: boolean;
  /** Whether any photo has markup. */
  hasMarkup: boolean;
  onChoose: (layout: ChosenDocument) => void;
}

/** A menu of report layouts only; renders nothing if there are none. */
export function LayoutMenu({ loading, hasMarkup, onChoose }: LayoutMenuProps) {
  const { t } = useTranslation("documentation");
  const layouts = useAvailableLayouts();
  const [omitsMarkup, setOmitsMarkup] = useState(false);
  const [photoSize, setPhotoSize] = useState<PhotoSize | null>(null);
  if (layouts.length === 0) return null;
  return (
    <ActionMenu>
      <ActionMenu.Anchor>
        <Button leadingVisual={FileIcon} loading={loading}>
          {t("export.layout")}
        </Button>
      </ActionMenu.Anchor>
      <ActionMenu.Overlay width="medium" align="end" maxHeight="xlarge" overflow="auto">
        <ActionList>
          {hasMarkup && (
            <ToggleItem isSelected={omitsMarkup} onChange={setOmitsMarkup}>
              {t("export.withoutMarkup")}
            </ToggleItem>
          )}
          <LayoutItems
            layouts={layouts}
            onChoose={(layout) =>
              onChoose({
                ...layout,
                ...(omitsMarkup && { markup: "false" }),
                ...(photoSize && { photoSize }),
              })
            }
          />
          <PhotoSizeItems size={photoSize} onChange={setPhotoSize} />
        </ActionList>
      </ActionMenu.Overlay>
    </ActionMenu>
  );
}
