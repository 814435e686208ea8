import { Checkbox, FormControl } from "@primer/react";
import { useTranslation } from "react-i18next";
import { fieldErrorText } from "#api/errorTexts.ts";
import { type Layout, useLayouts } from "#api/useLayouts.ts";
import { layoutTypes } from "#domain/layout/types.ts";
import type { TemplateContent } from "#domain/template/content.ts";
import { FieldErrorText, Note } from "#ui/layout/typography.ts";
import { Grid } from "../templateStyles.ts";
import { Group } from "./DocumentTypes.tsx";
import { useEditor } from "./TemplateEditorContext.ts";

type SelectedLayout = TemplateContent["exportDocumentConfigurations"][number];

/** The template's report layouts: offers those granted to its customer and those already selected. */
export function Layouts() {
  const { t } = useTranslation("template");
  const { t: tDocumentation } = useTranslation("documentation");
  const { state, dispatch, errors } = useEditor();
  const grantedLayouts = useLayouts(state.customerId);
  const selectedLayouts = state.content.exportDocumentConfigurations;
  const isSelected = (id: string) => selectedLayouts.some((layout) => layout.id === id);
  const offeredLayouts: readonly (SelectedLayout | Layout)[] = [
    ...grantedLayouts,
    ...selectedLayouts.filter(({ id }) => !grantedLayouts.some((layout) => layout.id === id)),
  ];
  const error = Object.entries(errors).find(([path]) => path.startsWith("exportDocumentConfigurations"))?.[1];
  const select = (layout: SelectedLayout | Layout, checked: boolean) =>
    dispatch({
      kind: "edit",
      edit: {
        exportDocumentConfigurations: checked
          ? [...selectedLayouts, { id: layout.id, name: layout.name, type: layout.type }]
          : selectedLayouts.filter(({ id }) => id !== layout.id),
      },
    });
  return (
    <Group>
      <legend>{t("fields.exportDocumentConfigurations")}</legend>
      {offeredLayouts.length === 0 && <Note>{t("layouts.empty")}</Note>}
      <Grid>
        {offeredLayouts.map((layout) => {
          const type = layoutTypes.find((layoutType) => layoutType === layout.type);
          return (
            <FormControl key={layout.id}>
              <Checkbox
                checked={isSelected(layout.id)}
                onChange={({ target }) => select(layout, target.checked)}
              />
              <FormControl.Label>{layout.name ?? layout.id}</FormControl.Label>
              {type && <FormControl.Caption>{tDocumentation(`layoutType.${type}`)}</FormControl.Caption>}
            </FormControl>
          );
        })}
      </Grid>
      {error && <FieldErrorText as="div">{fieldErrorText(error)}</FieldErrorText>}
    </Group>
  );
}
