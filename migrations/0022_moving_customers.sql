CREATE TABLE `arriving` (
	`customer_id` integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `departing` (
	`customer_id` integer PRIMARY KEY NOT NULL,
	`noting` integer DEFAULT false NOT NULL,
	`fenced` integer DEFAULT false NOT NULL,
	`log_fenced` integer DEFAULT false NOT NULL,
	`left` text
);
--> statement-breakpoint
CREATE TABLE `departing_change` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`key` text NOT NULL
);
