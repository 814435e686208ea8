import { Checkbox, FormControl } from "@primer/react";
import { useTranslation } from "react-i18next";
import { fieldFaultText } from "#api/errorTexts.ts";
import { type Layout, useLayouts } from "#api/useLayouts.ts";
import { layoutTypes } from "#domain/layout/types.ts";
import type { TemplateContent } from "#domain/resources/template.ts";
import { FieldErrorText, Note } from "#ui/layout/typography.ts";
import { Grid } from "../templateStyles.ts";
import { Group } from "./DocumentTypes.tsx";
import { useEditor } from "./TemplateEditorContext.ts";

type Chosen = TemplateContent["exportDocumentConfigurations"][number];

/** The report layouts of the template: those its customer is granted, and those it has already. */
export function Layouts() {
  const { t } = useTranslation("template");
  const { t: documentation } = useTranslation("documentation");
  const { state, dispatch, faults: errors } = useEditor();
  const granted = useLayouts(state.customerId);
  const chosen = state.content.exportDocumentConfigurations;
  const has = (id: string) => chosen.some((one) => one.id === id);
  const offered: readonly (Chosen | Layout)[] = [
    ...granted,
    ...chosen.filter(({ id }) => !granted.some((one) => one.id === id)),
  ];
  const error = Object.entries(errors).find(([path]) => path.startsWith("exportDocumentConfigurations"))?.[1];
  const choose = (layout: Chosen | Layout, checked: boolean) =>
    dispatch({
      do: "edit",
      edit: {
        exportDocumentConfigurations: checked
          ? [...chosen, { id: layout.id, name: layout.name, type: layout.type }]
          : chosen.filter(({ id }) => id !== layout.id),
      },
    });
  return (
    <Group>
      <legend>{t("fields.exportDocumentConfigurations")}</legend>
      {offered.length === 0 && <Note>{t("layouts.empty")}</Note>}
      <Grid>
        {offered.map((layout) => {
          const type = layoutTypes.find((one) => one === layout.type);
          return (
            <FormControl key={layout.id}>
              <Checkbox checked={has(layout.id)} onChange={({ target }) => choose(layout, target.checked)} />
              <FormControl.Label>{layout.name ?? layout.id}</FormControl.Label>
              {type && <FormControl.Caption>{documentation(`layoutType.${type}`)}</FormControl.Caption>}
            </FormControl>
          );
        })}
      </Grid>
      {error && <FieldErrorText as="div">{fieldFaultText(error)}</FieldErrorText>}
    </Group>
  );
}
