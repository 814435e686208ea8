DROP INDEX `domain_change_user`;
