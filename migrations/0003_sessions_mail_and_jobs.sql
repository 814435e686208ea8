ALTER TABLE `job` ADD `result` text;--> statement-breakpoint
ALTER TABLE `outbox_mail` ADD `expires` text;--> statement-breakpoint
ALTER TABLE `outbox_mail` ADD `leased_until` text;--> statement-breakpoint
ALTER TABLE `user` ADD `language` text DEFAULT 'en' NOT NULL;--> statement-breakpoint
CREATE INDEX `user_username` ON `user` (username COLLATE NOCASE);--> statement-breakpoint
CREATE INDEX `domain_change_user` ON `domain_change` (`user_id`,`date_created`);