ALTER TABLE `customer` ADD `second_factor_required` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `session` ADD `user_agent` text;--> statement-breakpoint
ALTER TABLE `user` ADD `second_factor_by_owner` integer DEFAULT false NOT NULL;
