ALTER TABLE `arriving` ADD `entering` integer DEFAULT false NOT NULL;
