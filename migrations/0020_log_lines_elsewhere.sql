ALTER TABLE `data_database` ADD `lines` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `replica` ADD `lines` integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
-- From worker/db/triggers, where each trigger is explained.
DROP TRIGGER domain_change_inserted_in_directory;
