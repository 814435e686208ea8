import { Button, FormControl, Radio, RadioGroup } from "@primer/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { languages } from "#domain/core/language.ts";
import { chooseLanguage, getLanguage, languageNames } from "#i18n/language.ts";
import { Modal } from "#ui/dialog/Modal.tsx";

/** Stores the selected language in local storage and applies it by reloading the page (1§1). */
export default function LanguageDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [choice, setChoice] = useState(getLanguage);
  const apply = () => (choice === getLanguage() ? onClose() : chooseLanguage(choice));
  return (
    <Modal
      title={t("frame.language")}
      width="medium"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("actions.cancel")}</Button>
          <Button variant="primary" onClick={apply}>
            {t("actions.apply")}
          </Button>
        </>
      }
    >
      <RadioGroup name="language">
        <RadioGroup.Label visuallyHidden>{t("frame.language")}</RadioGroup.Label>
        <RadioGroup.Caption>{t("frame.languageHint")}</RadioGroup.Caption>
        {languages.map((option) => (
          <FormControl key={option}>
            <Radio value={option} checked={choice === option} onChange={() => setChoice(option)} />
            <FormControl.Label>
              <span lang={option}>{languageNames[option]}</span>
            </FormControl.Label>
          </FormControl>
        ))}
      </RadioGroup>
    </Modal>
  );
}
