import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#api/session.ts";
import { validatePassword } from "#domain/access/password.ts";
import { recordOf } from "#domain/core/objects.ts";
import type { FieldErrors } from "#domain/core/validation.ts";
import { user } from "#domain/resources/index.ts";
import { twoFactorAuthenticationTypes } from "#domain/resources/user.ts";
import { CustomerField } from "#features/customer/CustomerField.tsx";
import { type FormValues, useResourceForm } from "#ui/form/FormContext.ts";
import { Pair, Section } from "#ui/form/FormSection.tsx";
import { createFields } from "#ui/form/fieldsOf.ts";
import { ResourceForm } from "#ui/form/ResourceForm.tsx";
import { Authenticator } from "./Authenticator.tsx";
import { LicensesField } from "./LicensesField.tsx";
import { ParentField } from "./ParentField.tsx";
import { PasswordField } from "./PasswordField.tsx";
import { RolesField } from "./RolesField.tsx";
import { SwitchCustomersField } from "./SwitchCustomersField.tsx";

const { Text, Flag, Choice, Params } = createFields(user);

export function UserForm({ id, onClose }: { id: number | null; onClose: () => void }) {
  const { t } = useTranslation("user");
  const session = useSession();
  return (
    <ResourceForm
      resource={user}
      id={id}
      // A new user starts with a default customer (1§5).
      {...(id === null && session && { initial: { customerId: session.customerId } })}
      title={t(id === null ? "add" : "edit")}
      rules={validateUser}
      onClose={onClose}
    >
      <Pair>
        <UserCustomer initialName={session?.customerName ?? ""} />
        <Text name="username" label={t("fields.username")} />
      </Pair>
      <Pair>
        <Text name="fullName" label={t("fields.fullName")} />
        <Email />
      </Pair>
      <PasswordField />
      <Pair>
        <Choice
          name="twoFactorAuthenticationType"
          label={t("fields.twoFactorAuthenticationType")}
          optionLabels={recordOf(twoFactorAuthenticationTypes, (type) => t(`twoFactorChoice.${type}`))}
        />
        <Authenticator id={id} />
      </Pair>
      <Section title={t("sections.account")}>
        <Pair>
          <Flag name="enabled" label={t("fields.enabled")} caption={t("captions.enabled")} />
          <Flag
            name="accountLocked"
            label={t("fields.accountLocked")}
            caption={t("captions.accountLocked")}
          />
          <Flag
            name="accountExpired"
            label={t("fields.accountExpired")}
            caption={t("captions.accountExpired")}
          />
          <Flag
            name="passwordExpired"
            label={t("fields.passwordExpired")}
            caption={t("captions.passwordExpired")}
          />
        </Pair>
      </Section>
      <RolesField />
      <SwitchCustomersField />
      <Section title={t("sections.licensesAndParent")}>
        <LicensesField />
        <ParentField id={id} />
      </Section>
      <Params name="params" label={t("fields.params")} />
    </ResourceForm>
  );
}

/** The cross-field rules of 1§5, as the Worker applies them. */
function validateUser(values: FormValues<typeof user>): FieldErrors {
  const errors: FieldErrors = {};
  const passwordError = values.password === undefined ? null : validatePassword(values.password);
  if (passwordError) errors.password = passwordError;
  if (values.twoFactorAuthenticationType !== "NONE" && !values.email) errors.email = "required";
  return errors;
}

/** Licences and parents belong to a customer: changing the customer clears them (1§5). */
function UserCustomer({ initialName }: { initialName: string }) {
  const { values, set } = useResourceForm(user);
  const licensesCustomerId = useRef(values.customerId);
  return (
    <CustomerField
      initialName={initialName}
      onChange={(customerId) => {
        // Typing alone must not clear them.
        if (customerId === undefined || customerId === licensesCustomerId.current) return;
        licensesCustomerId.current = customerId;
        set({ userLicenses: [], parent: null });
      }}
    />
  );
}

function Email() {
  const { t } = useTranslation("user");
  const { values } = useResourceForm(user);
  const isRequired = values.twoFactorAuthenticationType !== "NONE";
  return (
    <Text
      name="email"
      type="email"
      label={t("fields.email")}
      required={isRequired}
      caption={t(isRequired ? "captions.emailRequired" : "captions.email")}
      faultTexts={{ wrongType: t("emailInvalid"), invalid: t("emailInvalid") }}
    />
  );
}
