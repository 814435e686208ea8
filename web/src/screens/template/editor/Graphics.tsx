import { useTranslation } from "react-i18next";
import { graphic } from "#domain/resources/index.ts";
import { References } from "./Reference.tsx";
import { useEditor } from "./TemplateEditorContext.ts";

/** The graphics that photos are placed on; only if graphics are enabled (3§2). */
export function Graphics() {
  const { t } = useTranslation("template");
  const { state, dispatch, errors } = useEditor();
  const { templateGraphics } = state.content;
  const error = Object.entries(errors).find(([path]) => path.startsWith("templateGraphics"))?.[1];
  return (
    <References
      resource={graphic}
      image="graphic"
      label={t("graphics.label")}
      caption={templateGraphics.length === 0 ? t("graphics.empty") : undefined}
      error={error}
      value={templateGraphics.map(({ graphic: id, name }) => ({ id, name: name ?? id }))}
      onSelect={(rows) =>
        dispatch({
          kind: "edit",
          edit: {
            templateGraphics: rows.map(
              ({ id, name }) =>
                templateGraphics.find((candidate) => candidate.graphic === id) ?? {
                  id: crypto.randomUUID(),
                  graphic: id,
                  name,
                },
            ),
          },
        })
      }
    />
  );
}
