import { useTranslation } from "react-i18next";
import type { DocumentationGroupRow } from "#domain/endpoints/documentation/groups.ts";
import type { TemplateVisits } from "#features/documentationGroup/groupVisits.ts";
import { maxLargePhotos, PrintPhotos } from "#features/photo/PrintPhotos.tsx";
import { formatDateTime } from "#ui/format/dates.ts";

interface GroupSheetProps {
  group: DocumentationGroupRow;
  templates: readonly TemplateVisits[];
}

/** A group's gallery for printing, by template and visit. */
export function GroupSheet({ group, templates }: GroupSheetProps) {
  const { t } = useTranslation("group");
  const count = templates.reduce((sum, { photoCount }) => sum + photoCount, 0);
  return (
    <>
      <h1>{group.name}</h1>
      <p>{[group.alias, t("photos", { count })].filter(Boolean).join(" · ")}</p>
      {templates.map(({ id, name, visits }) => (
        <section key={id}>
          {visits.map(({ documentation, photos }, index) => (
            <section key={documentation.id}>
              <PrintPhotos
                photos={photos}
                isLarge={count <= maxLargePhotos}
                heading={
                  <>
                    {index === 0 && <h2>{name}</h2>}
                    <h3>
                      {formatDateTime(documentation.dateCreated)}
                      {documentation.name !== group.name && ` · ${documentation.name}`} ·{" "}
                      {documentation.creator}
                    </h3>
                  </>
                }
              />
            </section>
          ))}
        </section>
      ))}
    </>
  );
}
