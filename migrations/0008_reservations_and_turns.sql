ALTER TABLE `file` ADD `revision` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `photo` ADD `revision` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `photo` ADD `shown_revision` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `photo` ADD `turned` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE `upload` ADD `imported` integer DEFAULT false NOT NULL;