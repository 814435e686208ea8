DROP INDEX `expected_answer_list_answer`;--> statement-breakpoint
CREATE INDEX `expected_answer_list_answer` ON `expected_answer` (`customer_id`,`expected_answer_list_id`,answer COLLATE NOCASE);--> statement-breakpoint
DROP INDEX `suggestion_list_text`;--> statement-breakpoint
CREATE INDEX `suggestion_list_text` ON `suggestion` (`customer_id`,`suggestion_list_id`,text COLLATE NOCASE);--> statement-breakpoint
CREATE INDEX `expected_answer_import_event_date` ON `expected_answer_import_event` (`date_created`);--> statement-breakpoint
CREATE INDEX `suggestion_import_event_date` ON `suggestion_import_event` (`date_created`);