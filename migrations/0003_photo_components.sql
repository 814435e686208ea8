ALTER TABLE `photo` ADD `components` integer DEFAULT 3 NOT NULL;--> statement-breakpoint
ALTER TABLE `photo` ADD `rendition_components` integer DEFAULT 3 NOT NULL;
