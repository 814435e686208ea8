import { CheckCircleFillIcon, CircleIcon } from "@primer/octicons-react";
import { useTranslation } from "react-i18next";
import styled from "styled-components";
import { minPasswordLength } from "#domain/access/password.ts";
import { keysOf } from "#domain/core/objects.ts";
import { Note } from "#ui/layout/typography.ts";
import { checkPasswordRules, type NewPasswordValues } from "./passwordRules.ts";

/** The password rules of 1§5, each checked off once it is met. */
export function PasswordRules({ id, values }: { id: string; values: NewPasswordValues }) {
  const { t } = useTranslation("session");
  const ruleResults = checkPasswordRules(values);
  return (
    <Note as="div" id={id}>
      <p>{t("newPassword.rules")}</p>
      <Rules>
        {keysOf(ruleResults).map((rule) => {
          const RuleIcon = ruleResults[rule] ? CheckCircleFillIcon : CircleIcon;
          return (
            <Rule key={rule} $isMet={ruleResults[rule]}>
              <RuleIcon aria-label={ruleResults[rule] ? t("newPassword.met") : t("newPassword.notMet")} />
              {t(`newPassword.${rule}`, { count: minPasswordLength })}
            </Rule>
          );
        })}
      </Rules>
    </Note>
  );
}

const Rules = styled.ul`
  display: flex;
  flex-direction: column;
  gap: var(--base-size-4);
  margin-top: var(--base-size-4);
`;

const Rule = styled.li<{ $isMet: boolean }>`
  display: flex;
  align-items: center;
  gap: var(--base-size-8);
  color: var(${({ $isMet }) => ($isMet ? "--fgColor-success" : "--fgColor-muted")});
`;
