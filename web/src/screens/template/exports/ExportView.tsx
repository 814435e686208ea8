import { ShareIcon } from "@primer/octicons-react";
import { Label } from "@primer/react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import type { TemplateContent } from "#domain/template/content.ts";
import { exportOnOf } from "#domain/template/exportRules.ts";
import type { ExportNode } from "#domain/template/exportTree.ts";
import { useTypeText } from "#features/typedConfiguration/typedTexts.ts";
import { Inline, Stack } from "#ui/layout/boxes.ts";
import { EmptyState } from "#ui/layout/EmptyState.tsx";
import { Note, PreWrap, SectionTitle } from "#ui/layout/typography.ts";
import { useNodeText } from "./nodeText.ts";
import { useTemplateOutputText } from "./useTemplateOutputs.ts";

interface ExportViewProps {
  /** The template, whose settings determine the files for a destination without a tree. */
  template: TemplateContent;
  /** The template's customer. */
  customerId: number;
}

/** The template's export destinations and what each is sent, read only. */
export function ExportView({ template, customerId }: ExportViewProps) {
  const configurations = template.templateExportConfigurations;
  const { t } = useTranslation("template");
  const { t: tDocumentation } = useTranslation("documentation");
  const typeText = useTypeText();
  const text = useNodeText(customerId);
  const templateOutputText = useTemplateOutputText(customerId);
  if (configurations.length === 0)
    return <EmptyState icon={ShareIcon} title={t("exports.empty")} text={t("exports.emptyText")} />;
  return (
    <Stack>
      {configurations.map(({ id, name, exportConfigurationType, params, nodes }) => (
        <Card key={id}>
          <Inline>
            <SectionTitle>{name}</SectionTitle>
            {exportConfigurationType && <Label>{typeText(exportConfigurationType)}</Label>}
          </Inline>
          <Note>
            {template.exportAutomatically || params.exportAutomatically === "true"
              ? t("exports.automaticOn", { status: tDocumentation(`status.${exportOnOf(params)}`) })
              : t("exports.manuallyOnly")}
          </Note>
          {params.threads === "true" && <Note>{t("exports.withThreads")}</Note>}
          {params.subject && (
            <Note>
              {t("exports.subject")}: {params.subject}
            </Note>
          )}
          {params.body && <PreWrap as="p">{params.body}</PreWrap>}
          {nodes.length === 0 ? (
            <Note as="p">{templateOutputText(template, name)}</Note>
          ) : (
            <Nodes nodes={nodes} text={text} />
          )}
        </Card>
      ))}
    </Stack>
  );
}

function Nodes({ nodes, text }: { nodes: readonly ExportNode[]; text: (node: ExportNode) => string }) {
  return (
    <Tree>
      {nodes.map((node) => (
        <li key={node.id}>
          {text(node)}
          {node.children.length > 0 && <Nodes nodes={node.children} text={text} />}
        </li>
      ))}
    </Tree>
  );
}

const Card = styled.section`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-8);
  padding: var(--base-size-16);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
`;

const Tree = styled.ul`
  margin: 0;
  padding-left: var(--base-size-20);
  overflow-wrap: anywhere;
`;
