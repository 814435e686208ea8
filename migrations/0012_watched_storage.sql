CREATE TABLE `alarm` (
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`since` text NOT NULL,
	`last` text NOT NULL,
	`count` integer DEFAULT 1 NOT NULL,
	`detail` text DEFAULT '' NOT NULL,
	`told` text,
	PRIMARY KEY(`kind`, `subject`)
);
--> statement-breakpoint
CREATE TABLE `media_fault` (
	`key` text PRIMARY KEY NOT NULL,
	`kind` text NOT NULL,
	`holder` text,
	`holder_id` text,
	`documentation_id` text,
	`customer_id` integer,
	`expected` text,
	`found` text,
	`first_seen` text NOT NULL,
	`last_seen` text NOT NULL,
	`told` text
);
--> statement-breakpoint
CREATE INDEX `media_fault_first_seen` ON `media_fault` (`first_seen`);--> statement-breakpoint
CREATE INDEX `media_fault_last_seen` ON `media_fault` (`last_seen`);--> statement-breakpoint
CREATE TABLE `stored_amount` (
	`day` text PRIMARY KEY NOT NULL,
	`database_bytes` integer NOT NULL,
	`objects` integer NOT NULL,
	`object_bytes` integer NOT NULL
);
