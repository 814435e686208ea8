import { FormControl, Radio, RadioGroup, TextInput } from "@primer/react";
import { useTranslation } from "react-i18next";
import { maxNameLength } from "#domain/core/limits.ts";
import { Stack } from "#ui/layout/boxes.ts";

/** A tag that a bulk change adds or removes. */
export interface BulkTagging {
  change: "TAG" | "UNTAG";
  tag: string;
}

interface BulkTagFieldsProps {
  value: BulkTagging;
  onChange: (tagging: BulkTagging) => void;
}

/** Chooses the tag, and whether the selected documentations get it or lose it. */
export function BulkTagFields({ value, onChange }: BulkTagFieldsProps) {
  const { t } = useTranslation("documentationList");
  return (
    <Stack>
      <RadioGroup
        name="tagging"
        onChange={(choice) => onChange({ ...value, change: choice === "UNTAG" ? "UNTAG" : "TAG" })}
      >
        <RadioGroup.Label>{t("bulk.tag.what")}</RadioGroup.Label>
        {(["TAG", "UNTAG"] as const).map((change) => (
          <FormControl key={change}>
            <Radio value={change} checked={value.change === change} />
            <FormControl.Label>{t(`bulk.${change}`)}</FormControl.Label>
          </FormControl>
        ))}
      </RadioGroup>
      <FormControl required>
        <FormControl.Label>{t("bulk.tag.name")}</FormControl.Label>
        <TextInput
          block
          autoComplete="off"
          maxLength={maxNameLength}
          value={value.tag}
          onChange={(event) => onChange({ ...value, tag: event.target.value })}
        />
        <FormControl.Caption>{t("bulk.tag.hint")}</FormControl.Caption>
      </FormControl>
    </Stack>
  );
}
