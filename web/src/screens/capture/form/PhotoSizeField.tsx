import { Checkbox, FormControl } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { jpegQuality, maxSidePx } from "#features/captureForm/photo/preparePhoto.ts";
import { readStorage, writeStorage } from "#lib/storage.ts";

const originalSizeKey = "capturePhotosAsTheyAre";

/** Whether photos are resized when added: a setting of this browser, on by default. */
export function usePhotoSize(): [smaller: boolean, setSmaller: (reducePhotos: boolean) => void] {
  const [isSizeReduced, setIsSizeReduced] = useState(() => readStorage(originalSizeKey) === null);
  return [
    isSizeReduced,
    (next) => {
      setIsSizeReduced(next);
      writeStorage(originalSizeKey, next ? null : "true");
    },
  ];
}

interface PhotoSizeFieldProps {
  isSizeReduced: boolean;
  onChange: (reducePhotos: boolean) => void;
}

export function PhotoSizeField({ isSizeReduced, onChange }: PhotoSizeFieldProps) {
  const { t } = useTranslation("capture");
  return (
    <FormControl>
      <Checkbox checked={isSizeReduced} onChange={({ target }) => onChange(target.checked)} />
      <FormControl.Label>{t("form.reducePhotoSize")}</FormControl.Label>
      <FormControl.Caption>
        {t("form.reducePhotoSizeHint", { pixels: maxSidePx, quality: Math.round(jpegQuality * 100) })}
      </FormControl.Caption>
    </FormControl>
  );
}
