import { ImageIcon } from "@primer/octicons-react";
import { ActionList } from "@primer/react";
import { type ComponentProps, useState } from "react";
import { useTranslation } from "react-i18next";
import { type PhotoSize, photoSizes } from "#domain/media/photoSize.ts";
import { formatRoughBytes } from "#ui/format/numbers.ts";

interface PhotoSizeItemsProps {
  /** Null leaves it to the layout. */
  size: PhotoSize | null;
  onChange: (size: PhotoSize | null) => void;
  /** The estimated bytes of a document in a size, if they are known. */
  estimateBytes?: (size: PhotoSize) => number;
}

type SelectHandler = NonNullable<ComponentProps<typeof ActionList.Item>["onSelect"]>;

/** The last items of a download menu, which set the size of photos in documents: the current size, or all sizes once it is opened. */
export function PhotoSizeItems({ size, onChange, estimateBytes }: PhotoSizeItemsProps) {
  const { t } = useTranslation("documentation");
  const sizeText = (option: PhotoSize | null) =>
    option && estimateBytes && t("photoSize.about", { size: formatRoughBytes(estimateBytes(option)) });
  const [isOpen, setOpen] = useState(false);
  const keepMenuOpen =
    (act: () => void): SelectHandler =>
    (event) => {
      // The user chooses the document next.
      event.preventDefault();
      act();
    };
  return (
    <>
      <ActionList.Divider />
      {isOpen ? (
        <ActionList.Group selectionVariant="single">
          <ActionList.GroupHeading>{t("photoSize.label")}</ActionList.GroupHeading>
          {[null, ...photoSizes].map((option) => (
            <ActionList.Item
              key={option}
              selected={option === size}
              onSelect={keepMenuOpen(() => {
                onChange(option);
                setOpen(false);
              })}
            >
              {t(`photoSize.${option ?? "DEFAULT"}`)}
              {sizeText(option) && <ActionList.Description>{sizeText(option)}</ActionList.Description>}
            </ActionList.Item>
          ))}
        </ActionList.Group>
      ) : (
        <ActionList.Group>
          <ActionList.Item onSelect={keepMenuOpen(() => setOpen(true))}>
            <ActionList.LeadingVisual>
              <ImageIcon />
            </ActionList.LeadingVisual>
            {t("photoSize.label")}
            <ActionList.Description>
              {[t(`photoSize.${size ?? "DEFAULT"}`), sizeText(size)].filter(Boolean).join(", ")}
            </ActionList.Description>
          </ActionList.Item>
        </ActionList.Group>
      )}
    </>
  );
}
