import { CopyIcon } from "@primer/octicons-react";
import { Button } from "@primer/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import styled from "styled-components";
import { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import { fetchList } from "#api/resource.ts";
import { useCustomerId } from "#api/session.ts";
import { copyTemplates } from "#domain/endpoints/configuration/templateCalls.ts";
import { template } from "#domain/resources/index.ts";
import { fetchCustomers } from "#features/customer/CustomerField.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { TextControl } from "#ui/input/labelledControls.tsx";
import { MessageSlot, Stack } from "#ui/layout/boxes.ts";
import { Page } from "#ui/layout/Page.tsx";
import { ServerMultiSelect } from "#ui/select/ServerMultiSelect.tsx";
import { type Option, ServerSelect } from "#ui/select/ServerSelect.tsx";
import { useDroppedReferencesText } from "./droppedReferencesText.ts";

const fetchTemplateOptions = async (q: string, signal: AbortSignal): Promise<Option[]> =>
  (await fetchList(template, { q, max: 50 }, signal)).map(({ id, name, customerName }) => ({
    id,
    label: `${name} (${customerName})`,
  }));

/** /copyTemplate [super admin] (3§2): copies several templates to one customer. */
export default function CopyTemplates() {
  const { t } = useTranslation("template");
  const { t: tCommon } = useTranslation();
  const queryClient = useQueryClient();
  const customerId = useCustomerId();
  const droppedReferencesText = useDroppedReferencesText();
  const [templates, setTemplates] = useState<Option[]>([]);
  const [customer, setCustomer] = useState<Option | null>(null);
  const [name, setName] = useState("");
  const [isSubmitted, setIsSubmitted] = useState(false);
  const copy = useMutation({
    mutationFn: () =>
      call(copyTemplates, {
        body: {
          name: name || null,
          customer: Number(customer?.id),
          templates: templates.map(({ id }) => id),
        },
      }),
    meta: { handlesErrors: true },
    onSuccess: () => {
      setTemplates([]);
      setIsSubmitted(false);
      void queryClient.invalidateQueries({ queryKey: [customerId, "template"] });
    },
  });
  const failure = copy.error instanceof ApiError ? copy.error : null;
  const isNameTaken = failure?.code === "duplicate";

  function submit(event: FormEvent) {
    event.preventDefault();
    setIsSubmitted(true);
    if (templates.length > 0 && customer && !copy.isPending) copy.mutate();
  }

  return (
    <Page title={tCommon("routes.copyTemplate")} lead={t("copy.lead")} width="text">
      <MessageSlot role="alert">
        {isNameTaken && <Banner kind="danger">{t("copy.duplicate")}</Banner>}
        {failure && !isNameTaken && (
          <Banner kind="danger">{alertText(failure) ?? problemText(failure)}</Banner>
        )}
      </MessageSlot>
      <form onSubmit={submit} noValidate>
        <Stack>
          <ServerMultiSelect
            name="templates"
            label={t("copy.templates")}
            placeholder={t("chooseSearch")}
            message={isSubmitted && templates.length === 0 ? t("copy.noTemplates") : undefined}
            value={templates}
            queryKey="templatesToCopy"
            find={fetchTemplateOptions}
            onChange={setTemplates}
          />
          <ServerSelect
            name="customer"
            label={t("copy.customer")}
            placeholder={tCommon("form.chooseCustomer")}
            required
            message={isSubmitted && !customer ? tCommon("field.required") : undefined}
            value={customer}
            queryKey="customerOptions"
            find={fetchCustomers}
            onChange={setCustomer}
          />
          <TextControl label={t("copy.name")} caption={t("copy.nameHint")} value={name} onChange={setName} />
          <div>
            <Button type="submit" variant="primary" leadingVisual={CopyIcon} loading={copy.isPending}>
              {t("copy.submit")}
            </Button>
          </div>
        </Stack>
      </form>
      <Result role="status">
        {copy.data && (
          <>
            <Banner kind="success">
              {t("copy.success", { count: copy.data.items.length })}
              <ul>
                {copy.data.items.map((item) => (
                  <li key={item.id}>
                    <Link to={`/template/details/${item.id}`}>{item.name}</Link>
                  </li>
                ))}
              </ul>
            </Banner>
            {copy.data.droppedReferences.length > 0 && (
              <Banner kind="warning">{droppedReferencesText(copy.data.droppedReferences)}</Banner>
            )}
          </>
        )}
      </Result>
    </Page>
  );
}

const Result = styled.div`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-8);
  margin-top: var(--base-size-16);
  ul {
    margin: var(--base-size-4) 0 0;
    padding-left: var(--base-size-20);
  }
`;
