import { Button, FormControl, TextInput } from "@primer/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "#api/client.ts";
import { alertText, problemText } from "#api/errorTexts.ts";
import { useCustomerId, useGrants } from "#api/session.ts";
import { spansCustomers } from "#domain/access/authorities.ts";
import { maxNameLength } from "#domain/core/limits.ts";
import { copySuggestionList } from "#domain/endpoints/configuration/suggestionListCalls.ts";
import { suggestionList } from "#domain/resources/index.ts";
import { findCustomers } from "#features/customer/CustomerField.tsx";
import { Modal } from "#ui/dialog/Modal.tsx";
import { Banner } from "#ui/feedback/Banner.tsx";
import { CollapsingStack } from "#ui/layout/boxes.ts";
import { showAlert } from "#ui/overlay/alertStore.ts";
import { type Option, ServerSelect } from "#ui/select/ServerSelect.tsx";

/** Copies a list with its rows; a super admin can copy it to another customer. */
export function CopyDialog({ list, onClose }: { list: { id: string; name: string }; onClose: () => void }) {
  const { t } = useTranslation("lists");
  const { t: common } = useTranslation();
  const formId = useId();
  const isMultiCustomer = spansCustomers(useGrants());
  const queries = useQueryClient();
  const customerId = useCustomerId();
  const [name, setName] = useState("");
  const [customer, setCustomer] = useState<Option | null>(null);
  const copy = useMutation({
    mutationFn: () =>
      call(copySuggestionList, {
        body: {
          suggestionList: list.id,
          ...(name.trim() && { name }),
          ...(customer && { customer: Number(customer.id) }),
        },
      }),
    meta: { ownErrors: true },
    onSuccess: async (newList) => {
      await queries.invalidateQueries({ queryKey: [customerId, suggestionList.name] });
      showAlert("success", t("copy.done", { name: newList.name }));
      onClose();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!copy.isPending && event.currentTarget.checkValidity()) copy.mutate();
  };
  return (
    <Modal
      title={t("copy.title", { name: list.name })}
      narrow="fullscreen"
      onClose={() => !copy.isPending && onClose()}
      footer={
        <>
          <Button onClick={onClose} disabled={copy.isPending}>
            {common("actions.cancel")}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            loading={copy.isPending}
            loadingAnnouncement={common("state.saving")}
          >
            {t("copy.confirm")}
          </Button>
        </>
      }
    >
      <CollapsingStack as="form" id={formId} onSubmit={submit} noValidate>
        <p>{t("copy.lead")}</p>
        <div role="alert">
          {copy.error && <Banner kind="danger">{alertText(copy.error) ?? problemText(copy.error)}</Banner>}
        </div>
        <FormControl disabled={copy.isPending}>
          <FormControl.Label>{t("fields.newName")}</FormControl.Label>
          <TextInput
            block
            autoComplete="off"
            maxLength={maxNameLength}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <FormControl.Caption>{t("captions.newName")}</FormControl.Caption>
        </FormControl>
        {isMultiCustomer && (
          <ServerSelect
            name="customer"
            label={t("fields.targetCustomer")}
            caption={t("captions.targetCustomer")}
            placeholder={common("form.chooseCustomer")}
            disabled={copy.isPending}
            value={customer}
            queryKey="customerOptions"
            find={findCustomers}
            onChange={setCustomer}
          />
        )}
      </CollapsingStack>
    </Modal>
  );
}
