CREATE TABLE `audit_name` (
	`object_id` text NOT NULL,
	`object_class` text NOT NULL,
	`customer_id` integer,
	`name` text NOT NULL,
	`full_name` text,
	PRIMARY KEY(`object_id`, `object_class`)
);
--> statement-breakpoint
CREATE INDEX `audit_name_user` ON `audit_name` (`object_class`) WHERE object_class = 'siteproof.User';--> statement-breakpoint
CREATE TABLE `audit_object` (
	`hash` integer NOT NULL,
	`pack` integer NOT NULL,
	PRIMARY KEY(`hash`, `pack`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `audit_pack` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`customer_id` integer,
	`month` text NOT NULL,
	`key` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`lines` integer NOT NULL,
	`first_date` text NOT NULL,
	`first_id` integer NOT NULL,
	`last_date` text NOT NULL,
	`last_id` integer NOT NULL,
	`lowest_id` integer NOT NULL,
	`highest_id` integer NOT NULL,
	`counts` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `audit_pack_id_unique` ON `audit_pack` (`id`);--> statement-breakpoint
CREATE INDEX `audit_pack_last` ON `audit_pack` (`last_date`);--> statement-breakpoint
CREATE INDEX `audit_pack_ids` ON `audit_pack` (`lowest_id`,`highest_id`);
