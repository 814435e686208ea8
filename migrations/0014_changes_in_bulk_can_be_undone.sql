CREATE TABLE `bulk_change_row` (
	`job_id` text NOT NULL,
	`documentation_seq` integer NOT NULL,
	`status` text NOT NULL,
	`version` integer NOT NULL,
	PRIMARY KEY(`job_id`, `documentation_seq`),
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`documentation_seq`) REFERENCES `documentation`(`seq`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `bulk_change_row_documentation` ON `bulk_change_row` (`documentation_seq`);