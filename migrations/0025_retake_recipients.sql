ALTER TABLE `retake` ADD `recipient_kind` text;--> statement-breakpoint
ALTER TABLE `retake` ADD `recipient_address` text;--> statement-breakpoint
ALTER TABLE `retake` ADD `due_day` text;--> statement-breakpoint
ALTER TABLE `retake` ADD `drawing` text;--> statement-breakpoint
ALTER TABLE `retake` ADD `opened_at` text;--> statement-breakpoint
ALTER TABLE `retake` ADD `reminder` text;--> statement-breakpoint
CREATE INDEX `retake_due` ON `retake` (`customer_id`,`due_day`) WHERE outcome IS NULL AND due_day IS NOT NULL;
