ALTER TABLE `documentation_fetch` ADD `turn` integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE `documentation_fetch` ADD `photos` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `documentation_fetch_turn` ON `documentation_fetch` (`documentation_id`,`turn`);
