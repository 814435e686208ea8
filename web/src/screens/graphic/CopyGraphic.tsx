import { Button, FormControl, TextInput } from "@primer/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { ApiError } from "#api/apiError.ts";
import { call } from "#api/client.ts";
import { problemText } from "#api/errorTexts.ts";
import { fetchList } from "#api/resource.ts";
import { useCustomerId } from "#api/session.ts";
import { maxNameLength } from "#domain/core/limits.ts";
import { copyGraphic } from "#domain/endpoints/configuration/images.ts";
import { graphic } from "#domain/resources/index.ts";
import { createCustomersFetcher } from "#features/customer/CustomerField.tsx";
import { StoredImage } from "#features/StoredImage.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { Stack } from "#ui/layout/boxes.ts";
import { Page } from "#ui/layout/Page.tsx";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { type Option, ServerSelect } from "#ui/select/ServerSelect.tsx";
import { Large } from "./GraphicPreview.tsx";

const fetchGraphicOptions = async (q: string, signal: AbortSignal): Promise<Option[]> =>
  (await fetchList(graphic, { q, max: 50 }, signal)).map(({ id, name, customerName }) => ({
    id,
    label: `${name} (${customerName})`,
  }));

const findCustomers = createCustomersFetcher("GRAPHIC");

/** /copyGraphic (3§2): copies a graphic to another customer under a new name. */
export default function CopyGraphic() {
  const { t } = useTranslation("image");
  const { t: tCommon } = useTranslation();
  const [selectedGraphic, setSelectedGraphic] = useState<Option | null>(null);
  const [customer, setCustomer] = useState<Option | null>(null);
  const [name, setName] = useState("");
  const [isSubmitted, setIsSubmitted] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const queryClient = useQueryClient();
  const customerId = useCustomerId();
  const copy = useMutation({
    mutationFn: (body: { graphic: string; customer: number; name: string }) => call(copyGraphic, { body }),
    meta: { handlesErrors: true },
    onSuccess: (newGraphic) => {
      showAlert("success", t("copy.success", { name: newGraphic.name, customer: newGraphic.customerName }));
      setName("");
      setIsSubmitted(false);
      return queryClient.invalidateQueries({ queryKey: [customerId, graphic.name] });
    },
  });
  const failure = copy.error instanceof ApiError ? copy.error : null;
  const isDuplicate = failure?.fields.name === "duplicate" || failure?.code === "duplicate";
  const requiredText = tCommon("field.required");
  const nameError =
    isSubmitted && name.trim() === ""
      ? t("copy.nameRequired")
      : isDuplicate
        ? t("copy.duplicate")
        : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    setIsSubmitted(true);
    if (selectedGraphic && customer && name.trim())
      copy.mutate({ graphic: selectedGraphic.id, customer: Number(customer.id), name: name.trim() });
    else {
      const missing = !selectedGraphic ? "graphic" : !customer ? "customer" : "name";
      form.current?.querySelector<HTMLInputElement>(`[name=${missing}]`)?.focus();
    }
  }
  return (
    <Page title={tCommon("routes.copyGraphic")} lead={t("copy.lead")} width="text">
      <Stack as="form" ref={form} onSubmit={submit} noValidate>
        <div role="alert">
          {failure && !isDuplicate && <Banner kind="danger">{problemText(failure)}</Banner>}
        </div>
        <ServerSelect
          name="graphic"
          label={t("copy.graphic")}
          placeholder={t("copy.graphicSearch")}
          required
          disabled={copy.isPending}
          message={isSubmitted && !selectedGraphic ? requiredText : undefined}
          value={selectedGraphic}
          queryKey="graphicOptions"
          find={fetchGraphicOptions}
          onChange={setSelectedGraphic}
        />
        {selectedGraphic && (
          <Frame>
            <Large>
              <StoredImage
                key={selectedGraphic.id}
                kind="graphic"
                row={selectedGraphic}
                alt={selectedGraphic.label}
              />
            </Large>
          </Frame>
        )}
        <ServerSelect
          name="customer"
          label={t("copy.customer")}
          caption={t("copy.customerHint")}
          placeholder={tCommon("form.chooseCustomer")}
          required
          disabled={copy.isPending}
          message={isSubmitted && !customer ? requiredText : undefined}
          value={customer}
          queryKey="customerOptions/GRAPHIC"
          find={findCustomers}
          onChange={(option) => {
            setCustomer(option);
            copy.reset();
          }}
        />
        <FormControl required disabled={copy.isPending}>
          <FormControl.Label>{tCommon("fields.name")}</FormControl.Label>
          <TextInput
            block
            name="name"
            autoComplete="off"
            maxLength={maxNameLength}
            value={name}
            onChange={(event) => {
              setName(event.target.value);
              copy.reset();
            }}
            {...(nameError && { validationStatus: "error" as const })}
          />
          {nameError && <FormControl.Validation variant="error">{nameError}</FormControl.Validation>}
        </FormControl>
        <div>
          <Button
            type="submit"
            variant="primary"
            loading={copy.isPending}
            loadingAnnouncement={tCommon("state.saving")}
          >
            {t("copy.copy")}
          </Button>
        </div>
      </Stack>
    </Page>
  );
}

const Frame = styled.div`
  padding: var(--base-size-12);
  border: 1px solid var(--borderColor-default);
  border-radius: var(--borderRadius-medium);
  background: var(--bgColor-inset);
`;
