CREATE TABLE `documentation_alias` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`name` text NOT NULL,
	`alias` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `documentation_alias_customerId_id_unique` ON `documentation_alias` (`customer_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `documentation_alias_name` ON `documentation_alias` (`customer_id`,`name`);--> statement-breakpoint
CREATE TABLE `documentation_tag_configuration` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`name` text NOT NULL,
	`tag` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `documentation_tag_configuration_customerId_id_unique` ON `documentation_tag_configuration` (`customer_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `documentation_tag_configuration_tag` ON `documentation_tag_configuration` (`customer_id`,`name`,`tag`);--> statement-breakpoint
CREATE TABLE `photo_alias` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`name` text NOT NULL,
	`alias` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `photo_alias_customerId_id_unique` ON `photo_alias` (`customer_id`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `photo_alias_name` ON `photo_alias` (`customer_id`,`name`);--> statement-breakpoint
CREATE TABLE `customer` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL,
	`demo` integer DEFAULT false NOT NULL,
	`shard` text DEFAULT 'DB' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`date_created` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `customer_name_unique` ON `customer` (`name`);--> statement-breakpoint
CREATE TABLE `customer_documentation_status` (
	`customer_id` integer NOT NULL,
	`status` text NOT NULL,
	PRIMARY KEY(`customer_id`, `status`),
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `customer_export_document_configuration` (
	`customer_id` integer NOT NULL,
	`export_document_configuration_id` text NOT NULL,
	PRIMARY KEY(`customer_id`, `export_document_configuration_id`),
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`export_document_configuration_id`) REFERENCES `export_document_configuration`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `customer_export_document_configuration_configuration` ON `customer_export_document_configuration` (`export_document_configuration_id`);--> statement-breakpoint
CREATE TABLE `customer_export_document_type` (
	`customer_id` integer NOT NULL,
	`type` text NOT NULL,
	PRIMARY KEY(`customer_id`, `type`),
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `customer_product` (
	`customer_id` integer NOT NULL,
	`product_id` integer NOT NULL,
	PRIMARY KEY(`customer_id`, `product_id`),
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`product_id`) REFERENCES `product`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `customer_product_product` ON `customer_product` (`product_id`);--> statement-breakpoint
CREATE TABLE `customer_total` (
	`customer_id` integer PRIMARY KEY NOT NULL,
	`documentations` integer DEFAULT 0 NOT NULL,
	`photos` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `product` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`name` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `product_name_unique` ON `product` (`name`);--> statement-breakpoint
CREATE TABLE `delivery` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`documentation_id` text NOT NULL,
	`template_export_configuration_id` text NOT NULL,
	`export_configuration_id` text NOT NULL,
	`export_configuration_name` text NOT NULL,
	`type` text NOT NULL,
	`state` text DEFAULT 'PENDING' NOT NULL,
	`is_automatic` integer DEFAULT false NOT NULL,
	`requester` text,
	`username` text DEFAULT '' NOT NULL,
	`request` text NOT NULL,
	`is_planned` integer DEFAULT false NOT NULL,
	`file_count` integer DEFAULT 0 NOT NULL,
	`files_done` integer DEFAULT 0 NOT NULL,
	`bytes` integer,
	`bytes_sent` integer DEFAULT 0 NOT NULL,
	`missing_items` text NOT NULL,
	`documentation_updated_at` text,
	`lane` text,
	`connections` integer DEFAULT 1 NOT NULL,
	`next_slice_at` text NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`next_try_at` text,
	`leased_until` text,
	`error_kind` text,
	`error_status_code` integer,
	`error_message` text,
	`notified_at` text,
	`resend_on_completion` integer DEFAULT false NOT NULL,
	`date_created` text NOT NULL,
	`started_at` text,
	`finished_at` text,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`documentation_id`) REFERENCES `documentation`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `delivery_documentation` ON `delivery` (`customer_id`,`documentation_id`,`date_created`);--> statement-breakpoint
CREATE INDEX `delivery_created` ON `delivery` (`customer_id`,`date_created`);--> statement-breakpoint
CREATE INDEX `delivery_all_created` ON `delivery` (`date_created`);--> statement-breakpoint
CREATE INDEX `delivery_destination` ON `delivery` (`customer_id`,`export_configuration_id`,`date_created`);--> statement-breakpoint
CREATE INDEX `delivery_destination_state` ON `delivery` (`customer_id`,`export_configuration_id`,`state`,`date_created`);--> statement-breakpoint
CREATE INDEX `delivery_customer_state` ON `delivery` (`customer_id`,`state`,`date_created`);--> statement-breakpoint
CREATE INDEX `delivery_state` ON `delivery` (`state`,`date_created`);--> statement-breakpoint
CREATE INDEX `delivery_next_slice` ON `delivery` (`lane`,`export_configuration_id`,`next_slice_at`) WHERE state IN ('PENDING', 'RUNNING', 'WAITING');--> statement-breakpoint
CREATE INDEX `delivery_lane` ON `delivery` (`lane`,`state`);--> statement-breakpoint
CREATE INDEX `delivery_external` ON `delivery` (`finished_at`) WHERE json_array_length(request, '$.externalFiles') > 0 AND request ->> '$.externalFilesPurged' IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `delivery_customerId_id_unique` ON `delivery` (`customer_id`,`id`);--> statement-breakpoint
CREATE TABLE `delivery_file` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`delivery_id` text NOT NULL,
	`position` integer NOT NULL,
	`path` text NOT NULL,
	`kind` text NOT NULL,
	`source_id` text NOT NULL,
	`content_type` text NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text,
	`etag` text NOT NULL,
	`object_key` text,
	`state` text DEFAULT 'PENDING' NOT NULL,
	`forced` integer DEFAULT false NOT NULL,
	`tries` integer DEFAULT 0 NOT NULL,
	`bytes_sent` integer DEFAULT 0 NOT NULL,
	`resume_token` text,
	`remote_id` text,
	`error_kind` text,
	`error_status_code` integer,
	`error_message` text,
	`finished_at` text,
	FOREIGN KEY (`customer_id`,`delivery_id`) REFERENCES `delivery`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `delivery_file_position` ON `delivery_file` (`customer_id`,`delivery_id`,`position`);--> statement-breakpoint
CREATE INDEX `delivery_file_path` ON `delivery_file` (`customer_id`,`path`,`finished_at`);--> statement-breakpoint
CREATE INDEX `delivery_file_stored` ON `delivery_file` (`delivery_id`) WHERE object_key IS NOT NULL;--> statement-breakpoint
CREATE INDEX `delivery_file_object` ON `delivery_file` (`object_key`) WHERE object_key IS NOT NULL;--> statement-breakpoint
CREATE TABLE `delivery_link` (
	`token_hash` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`delivery_id` text NOT NULL,
	`name` text DEFAULT '' NOT NULL,
	`expires_at` text NOT NULL,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`,`delivery_id`) REFERENCES `delivery`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `delivery_link_delivery` ON `delivery_link` (`customer_id`,`delivery_id`);--> statement-breakpoint
CREATE INDEX `delivery_link_expires` ON `delivery_link` (`expires_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `delivery_link_customerId_tokenHash_unique` ON `delivery_link` (`customer_id`,`token_hash`);--> statement-breakpoint
CREATE TABLE `delivery_link_file` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`token_hash` text NOT NULL,
	`position` integer NOT NULL,
	`path` text NOT NULL,
	`kind` text NOT NULL,
	`source_id` text NOT NULL,
	`bytes` integer NOT NULL,
	`sha256` text,
	`crc32` integer NOT NULL,
	`object_key` text NOT NULL,
	`etag` text NOT NULL,
	`is_delivery_object` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`customer_id`,`token_hash`) REFERENCES `delivery_link`(`customer_id`,`token_hash`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `delivery_link_file_position` ON `delivery_link_file` (`token_hash`,`position`);--> statement-breakpoint
CREATE INDEX `delivery_link_file_link` ON `delivery_link_file` (`customer_id`,`token_hash`);--> statement-breakpoint
CREATE INDEX `delivery_link_file_object` ON `delivery_link_file` (`object_key`);--> statement-breakpoint
CREATE TABLE `photo_variant` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`photo_id` text NOT NULL,
	`max_size` integer NOT NULL,
	`quality` integer NOT NULL,
	`source_etag` text NOT NULL,
	`rotation` integer NOT NULL,
	`object_key` text NOT NULL,
	`size` integer NOT NULL,
	`crc32` integer NOT NULL,
	`sha256` text NOT NULL,
	`etag` text NOT NULL,
	`width` integer NOT NULL,
	`height` integer NOT NULL,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`,`photo_id`) REFERENCES `photo`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `photo_variant_made` ON `photo_variant` (`photo_id`,`max_size`,`quality`,`source_etag`,`rotation`);--> statement-breakpoint
CREATE INDEX `photo_variant_photo` ON `photo_variant` (`customer_id`,`photo_id`);--> statement-breakpoint
CREATE TABLE `device` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`device_id` text NOT NULL,
	`username` text,
	`os_version` text,
	`phone_model` text,
	`app_version` text,
	`delete_photos_after_upload` integer DEFAULT false NOT NULL,
	`backup_to_library` integer DEFAULT false NOT NULL,
	`upload_on_wifi_only` integer DEFAULT false NOT NULL,
	`dark_mode` integer DEFAULT false NOT NULL,
	`available_storage_space` integer,
	`current_license_id` text,
	`date_created` text NOT NULL,
	`last_updated` text NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`,`current_license_id`) REFERENCES `license`(`customer_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `device_device_id` ON `device` (`customer_id`,`device_id`);--> statement-breakpoint
CREATE INDEX `device_license_current` ON `device` (`customer_id`,`current_license_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `device_customerId_id_unique` ON `device` (`customer_id`,`id`);--> statement-breakpoint
CREATE TABLE `device_license` (
	`customer_id` integer NOT NULL,
	`device_id` text NOT NULL,
	`license_id` text NOT NULL,
	PRIMARY KEY(`device_id`, `license_id`),
	FOREIGN KEY (`customer_id`,`device_id`) REFERENCES `device`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`license_id`) REFERENCES `license`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `device_license_device` ON `device_license` (`customer_id`,`device_id`);--> statement-breakpoint
CREATE INDEX `device_license_license` ON `device_license` (`customer_id`,`license_id`);--> statement-breakpoint
CREATE TABLE `directory_change` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`table_name` text NOT NULL,
	`key` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `directory_replica` (
	`id` integer PRIMARY KEY NOT NULL,
	`last_change_id` integer NOT NULL,
	`last_audit_id` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE `shard` (
	`name` text PRIMARY KEY NOT NULL,
	`last_change_id` integer DEFAULT 0 NOT NULL,
	`last_audit_id` integer DEFAULT 0 NOT NULL,
	`date_created` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `documentation` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`customer_id` integer NOT NULL,
	`template_id` text NOT NULL,
	`license_id` text,
	`name` text NOT NULL,
	`alias` text,
	`creator` text NOT NULL,
	`device_id` text DEFAULT 'N/A' NOT NULL,
	`app_version` text,
	`os_version` text,
	`phone_model` text,
	`status` text DEFAULT 'ONGOING' NOT NULL,
	`hidden` integer DEFAULT false NOT NULL,
	`lat` real DEFAULT 1000 NOT NULL,
	`lng` real DEFAULT 1000 NOT NULL,
	`accuracy` real,
	`email` text,
	`number_of_photos` integer DEFAULT 0 NOT NULL,
	`uploaded_photos` integer DEFAULT 0 NOT NULL,
	`number_of_tasks` integer DEFAULT 0 NOT NULL,
	`data_size` integer DEFAULT 0 NOT NULL,
	`delete_automatically` integer DEFAULT false NOT NULL,
	`delete_time_limit` text,
	`export_automatically` integer DEFAULT false NOT NULL,
	`template_last_updated` text,
	`date_created` text NOT NULL,
	`date_uploaded` text,
	`date_deleted` text,
	`last_updated` text NOT NULL,
	`completion_requested` text,
	`completed_by` text,
	`delete_after` text,
	`exported` integer DEFAULT false NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`,`template_id`) REFERENCES `template`(`customer_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`,`license_id`) REFERENCES `license`(`customer_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `documentation_id_unique` ON `documentation` (`id`);--> statement-breakpoint
CREATE INDEX `documentation_created` ON `documentation` (`customer_id`,`date_created`,`seq`,`status`,`hidden`,`template_id`,`creator`,`exported`,`date_uploaded`);--> statement-breakpoint
CREATE INDEX `documentation_uploaded` ON `documentation` (`customer_id`,`date_uploaded`,`seq`);--> statement-breakpoint
CREATE INDEX `documentation_name` ON `documentation` (`customer_id`,name COLLATE NOCASE,`seq`);--> statement-breakpoint
CREATE INDEX `documentation_exact_name` ON `documentation` (`customer_id`,`name`);--> statement-breakpoint
CREATE INDEX `documentation_creator` ON `documentation` (`customer_id`,`creator`,`date_created`,`seq`);--> statement-breakpoint
CREATE INDEX `documentation_status` ON `documentation` (`customer_id`,`status`,`date_created`,`seq`);--> statement-breakpoint
CREATE INDEX `documentation_exported` ON `documentation` (`customer_id`,`exported`,`date_created`,`seq`) WHERE exported = 1;--> statement-breakpoint
CREATE INDEX `documentation_template` ON `documentation` (`customer_id`,`template_id`,`date_created`,`seq`);--> statement-breakpoint
CREATE INDEX `documentation_license` ON `documentation` (`customer_id`,`license_id`,`status`);--> statement-breakpoint
CREATE INDEX `documentation_announced` ON `documentation` (`customer_id`,`completion_requested`) WHERE completion_requested IS NOT NULL AND status = 'ONGOING';--> statement-breakpoint
CREATE INDEX `documentation_hidden` ON `documentation` (`customer_id`) WHERE hidden = 1;--> statement-breakpoint
CREATE INDEX `documentation_delete_after` ON `documentation` (`delete_after`) WHERE delete_after IS NOT NULL;--> statement-breakpoint
CREATE INDEX `documentation_position` ON `documentation` (`customer_id`,`lat`,`lng`,`status`,`hidden`,`template_id`,`creator`,`exported`,`date_created`,`date_uploaded`) WHERE lat <= 90;--> statement-breakpoint
CREATE INDEX `documentation_all_position` ON `documentation` (`lat`,`lng`,`status`,`hidden`) WHERE lat <= 90;--> statement-breakpoint
CREATE INDEX `documentation_all_created` ON `documentation` (`date_created`,`seq`);--> statement-breakpoint
CREATE INDEX `documentation_all_uploaded` ON `documentation` (`date_uploaded`,`seq`);--> statement-breakpoint
CREATE INDEX `documentation_all_name` ON `documentation` (name COLLATE NOCASE,`seq`);--> statement-breakpoint
CREATE INDEX `documentation_all_creator` ON `documentation` (`creator`,`date_created`,`seq`);--> statement-breakpoint
CREATE INDEX `documentation_all_status` ON `documentation` (`status`,`date_created`,`seq`);--> statement-breakpoint
CREATE UNIQUE INDEX `documentation_customerId_id_unique` ON `documentation` (`customer_id`,`id`);--> statement-breakpoint
CREATE TABLE `documentation_event` (
	`id` text NOT NULL,
	`customer_id` integer NOT NULL,
	`documentation_id` text NOT NULL,
	`type` text NOT NULL,
	`event_date` text NOT NULL,
	`creator` text NOT NULL,
	`params` text DEFAULT '{}' NOT NULL,
	FOREIGN KEY (`customer_id`,`documentation_id`) REFERENCES `documentation`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `documentation_event_documentation` ON `documentation_event` (`customer_id`,`documentation_id`,`event_date`);--> statement-breakpoint
CREATE TABLE `documentation_fetch` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`documentation_id` text NOT NULL,
	`license_id` text,
	`user_id` integer,
	`device_id` text DEFAULT 'N/A' NOT NULL,
	`creator` text NOT NULL,
	`sequence` integer DEFAULT 1 NOT NULL,
	`photos` integer DEFAULT 0 NOT NULL,
	`date_created` text NOT NULL,
	`ended_at` text,
	FOREIGN KEY (`customer_id`,`documentation_id`) REFERENCES `documentation`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`license_id`) REFERENCES `license`(`customer_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `documentation_fetch_documentation` ON `documentation_fetch` (`customer_id`,`documentation_id`,`ended_at`);--> statement-breakpoint
CREATE INDEX `documentation_fetch_license` ON `documentation_fetch` (`customer_id`,`license_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `documentation_fetch_sequence` ON `documentation_fetch` (`documentation_id`,`sequence`);--> statement-breakpoint
CREATE TABLE `documentation_link` (
	`customer_id` integer NOT NULL,
	`documentation_id` text NOT NULL,
	`linked_id` text NOT NULL,
	PRIMARY KEY(`documentation_id`, `linked_id`),
	FOREIGN KEY (`customer_id`,`documentation_id`) REFERENCES `documentation`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`linked_id`) REFERENCES `documentation`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `documentation_link_documentation` ON `documentation_link` (`customer_id`,`documentation_id`);--> statement-breakpoint
CREATE INDEX `documentation_link_linked` ON `documentation_link` (`customer_id`,`linked_id`);--> statement-breakpoint
CREATE TABLE `documentation_statistics` (
	`customer_id` integer NOT NULL,
	`template_id` text NOT NULL,
	`month` text NOT NULL,
	`status` text NOT NULL,
	`hidden` integer NOT NULL,
	`exported` integer NOT NULL,
	`documentations` integer DEFAULT 0 NOT NULL,
	`photos` integer DEFAULT 0 NOT NULL,
	`bytes` integer DEFAULT 0 NOT NULL,
	PRIMARY KEY(`customer_id`, `template_id`, `month`, `status`, `hidden`, `exported`),
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `documentation_tag` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`documentation_id` text NOT NULL,
	`tag` text NOT NULL,
	`source` text DEFAULT 'DEVICE' NOT NULL,
	FOREIGN KEY (`customer_id`,`documentation_id`) REFERENCES `documentation`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `documentation_tag_customer_tag` ON `documentation_tag` (`customer_id`,`tag`);--> statement-breakpoint
CREATE UNIQUE INDEX `documentation_tag_tag` ON `documentation_tag` (`documentation_id`,`customer_id`,`tag`);--> statement-breakpoint
CREATE TABLE `documentation_tile` (
	`customer_id` integer NOT NULL,
	`y` integer NOT NULL,
	`x` integer NOT NULL,
	`status` text NOT NULL,
	`hidden` integer NOT NULL,
	`documentations` integer NOT NULL,
	`lat` integer NOT NULL,
	`lng` integer NOT NULL,
	`south` integer NOT NULL,
	`west` integer NOT NULL,
	`north` integer NOT NULL,
	`east` integer NOT NULL,
	PRIMARY KEY(`customer_id`, `y`, `x`, `status`, `hidden`),
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `documentation_tile_all` ON `documentation_tile` (`y`,`x`);--> statement-breakpoint
CREATE TABLE `export_event` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`documentation_id` text NOT NULL,
	`export_configuration_id` text,
	`export_configuration_name` text NOT NULL,
	`delivery_id` text,
	`type` text NOT NULL,
	`username` text NOT NULL,
	`success` integer,
	`error_status_code` integer,
	`error_message` text,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`,`documentation_id`) REFERENCES `documentation`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `export_event_documentation` ON `export_event` (`customer_id`,`documentation_id`,`date_created`);--> statement-breakpoint
CREATE INDEX `export_event_delivery` ON `export_event` (`delivery_id`) WHERE delivery_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `export_event_created` ON `export_event` (`customer_id`,`date_created`);--> statement-breakpoint
CREATE INDEX `export_event_all_created` ON `export_event` (`date_created`);--> statement-breakpoint
CREATE TABLE `documentation_group` (
	`id` integer PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`name` text NOT NULL,
	`alias` text,
	`documentations` integer NOT NULL,
	`tagged` integer NOT NULL,
	`exported` integer NOT NULL,
	`latest_created_at` text NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `documentation_group_name` ON `documentation_group` (`customer_id`,name COLLATE NOCASE,`id`);--> statement-breakpoint
CREATE INDEX `documentation_group_alias` ON `documentation_group` (`customer_id`,alias COLLATE NOCASE,`id`) WHERE alias IS NOT NULL;--> statement-breakpoint
CREATE INDEX `documentation_group_latest` ON `documentation_group` (`customer_id`,`latest_created_at`,`id`);--> statement-breakpoint
CREATE INDEX `documentation_group_exported` ON `documentation_group` (`customer_id`,((exported > 0) + (exported = documentations)),`latest_created_at`,`id`);--> statement-breakpoint
CREATE INDEX `documentation_group_all_name` ON `documentation_group` (name COLLATE NOCASE,`id`);--> statement-breakpoint
CREATE INDEX `documentation_group_all_alias` ON `documentation_group` (alias COLLATE NOCASE,`id`) WHERE alias IS NOT NULL;--> statement-breakpoint
CREATE INDEX `documentation_group_all_latest` ON `documentation_group` (`latest_created_at`,`id`);--> statement-breakpoint
CREATE INDEX `documentation_group_all_exported` ON `documentation_group` (((exported > 0) + (exported = documentations)),`latest_created_at`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `documentation_group_key` ON `documentation_group` (`customer_id`,`name`);--> statement-breakpoint
CREATE TABLE `documentation_group_member` (
	`customer_id` integer NOT NULL,
	`name` text NOT NULL,
	`template_id` text NOT NULL,
	`date_created` text NOT NULL,
	`documentation_seq` integer NOT NULL,
	`tagged` integer DEFAULT false NOT NULL,
	`exported` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`customer_id`, `name`, `template_id`, `date_created`, `documentation_seq`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `documentation_group_template` (
	`customer_id` integer NOT NULL,
	`name` text NOT NULL,
	`template_id` text NOT NULL,
	`documentations` integer NOT NULL,
	`latest_created_at` text NOT NULL,
	PRIMARY KEY(`customer_id`, `name`, `template_id`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE INDEX `documentation_group_template_latest` ON `documentation_group_template` (`template_id`,`latest_created_at`,`name`);--> statement-breakpoint
CREATE TABLE `selection` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`photos` text NOT NULL,
	`documentations` text,
	`spans_customers` integer DEFAULT false NOT NULL,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `photo_selection_customer` ON `selection` (`customer_id`);--> statement-breakpoint
CREATE INDEX `photo_selection_created` ON `selection` (`date_created`);--> statement-breakpoint
CREATE TABLE `documentation_precondition` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`task_id` text NOT NULL,
	`type` text NOT NULL,
	`params` text DEFAULT '{}' NOT NULL,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`,`task_id`) REFERENCES `documentation_task`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `documentation_precondition_task` ON `documentation_precondition` (`customer_id`,`task_id`);--> statement-breakpoint
CREATE TABLE `documentation_task` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`documentation_id` text NOT NULL,
	`parent_id` text,
	`template_task_id` text,
	`name` text NOT NULL,
	`key` text,
	`description` text,
	`type` text NOT NULL,
	`options` text,
	`answer` text,
	`required` text DEFAULT 'NO' NOT NULL,
	`enabled` integer DEFAULT true NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`level` integer DEFAULT 0 NOT NULL,
	`size` text DEFAULT 'normal' NOT NULL,
	`params` text DEFAULT '{}' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`,`documentation_id`) REFERENCES `documentation`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`parent_id`) REFERENCES `documentation_task`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `documentation_task_documentation` ON `documentation_task` (`customer_id`,`documentation_id`,`position`);--> statement-breakpoint
CREATE INDEX `documentation_task_parent` ON `documentation_task` (`customer_id`,`parent_id`) WHERE parent_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `documentation_task_customerId_id_unique` ON `documentation_task` (`customer_id`,`id`);--> statement-breakpoint
CREATE TABLE `documentation_task_reference_photo` (
	`customer_id` integer NOT NULL,
	`task_id` text NOT NULL,
	`reference_photo_id` text NOT NULL,
	PRIMARY KEY(`task_id`, `reference_photo_id`),
	FOREIGN KEY (`customer_id`,`task_id`) REFERENCES `documentation_task`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`reference_photo_id`) REFERENCES `reference_photo`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `documentation_task_reference_photo_task` ON `documentation_task_reference_photo` (`customer_id`,`task_id`);--> statement-breakpoint
CREATE INDEX `documentation_task_reference_photo_photo` ON `documentation_task_reference_photo` (`customer_id`,`reference_photo_id`);--> statement-breakpoint
CREATE TABLE `task_event` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`task_id` text NOT NULL,
	`type` text DEFAULT 'CREATED' NOT NULL,
	`creator` text NOT NULL,
	`date_created` text NOT NULL,
	`date_uploaded` text,
	FOREIGN KEY (`customer_id`,`task_id`) REFERENCES `documentation_task`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `task_event_task` ON `task_event` (`customer_id`,`task_id`,`date_created`);--> statement-breakpoint
CREATE TABLE `unexpected_answer_event` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`task_id` text NOT NULL,
	`expected_answer_list_name` text NOT NULL,
	`expected_answer` text NOT NULL,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`,`task_id`) REFERENCES `documentation_task`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `unexpected_answer_event_task` ON `unexpected_answer_event` (`customer_id`,`task_id`);--> statement-breakpoint
CREATE TABLE `documentation_task_filter` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`automatic` integer DEFAULT false NOT NULL,
	`params` text DEFAULT '{}' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `documentation_task_filter_position` ON `documentation_task_filter` (`customer_id`,`position`);--> statement-breakpoint
CREATE UNIQUE INDEX `documentation_task_filter_customerId_id_unique` ON `documentation_task_filter` (`customer_id`,`id`);--> statement-breakpoint
CREATE TABLE `expected_answer` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`expected_answer_list_id` text NOT NULL,
	`answer` text NOT NULL,
	`params` text DEFAULT '{}' NOT NULL,
	`imported` integer DEFAULT false NOT NULL,
	`import_configuration_id` text,
	`date_created` text NOT NULL,
	`last_updated` text NOT NULL,
	FOREIGN KEY (`customer_id`,`expected_answer_list_id`) REFERENCES `expected_answer_list`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `expected_answer_list_answer` ON `expected_answer` (`customer_id`,`expected_answer_list_id`,answer COLLATE NOCASE);--> statement-breakpoint
CREATE UNIQUE INDEX `expected_answer_answer` ON `expected_answer` (`expected_answer_list_id`,`answer`);--> statement-breakpoint
CREATE TABLE `expected_answer_import_configuration` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`name` text NOT NULL,
	`expected_answer_list_id` text NOT NULL,
	`type` text DEFAULT 'RAMSITE_3GIS' NOT NULL,
	`frequency` text NOT NULL,
	`disabled` integer DEFAULT false NOT NULL,
	`params` text DEFAULT '{}' NOT NULL,
	`secrets` text,
	`next_run_at` text,
	`version` integer DEFAULT 1 NOT NULL,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`,`expected_answer_list_id`) REFERENCES `expected_answer_list`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `expected_answer_import_configuration_list` ON `expected_answer_import_configuration` (`customer_id`,`expected_answer_list_id`);--> statement-breakpoint
CREATE INDEX `expected_answer_import_configuration_next` ON `expected_answer_import_configuration` (`next_run_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `expected_answer_import_configuration_customerId_id_unique` ON `expected_answer_import_configuration` (`customer_id`,`id`);--> statement-breakpoint
CREATE TABLE `expected_answer_import_event` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`expected_answer_import_configuration_id` text NOT NULL,
	`type` text NOT NULL,
	`success` integer,
	`count` integer DEFAULT 0 NOT NULL,
	`message` text,
	`added` integer DEFAULT 0 NOT NULL,
	`updated` integer DEFAULT 0 NOT NULL,
	`removed` integer DEFAULT 0 NOT NULL,
	`needs_confirmation` integer DEFAULT false NOT NULL,
	`confirmed` integer DEFAULT false NOT NULL,
	`requester` text,
	`job_id` text,
	`finished` text,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`,`expected_answer_import_configuration_id`) REFERENCES `expected_answer_import_configuration`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `expected_answer_import_event_configuration` ON `expected_answer_import_event` (`customer_id`,`expected_answer_import_configuration_id`,`date_created`);--> statement-breakpoint
CREATE INDEX `expected_answer_import_event_date` ON `expected_answer_import_event` (`date_created`);--> statement-breakpoint
CREATE UNIQUE INDEX `expected_answer_import_event_open` ON `expected_answer_import_event` (`expected_answer_import_configuration_id`) WHERE success IS NULL;--> statement-breakpoint
CREATE TABLE `expected_answer_list` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`version` integer DEFAULT 1 NOT NULL,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `expected_answer_list_name` ON `expected_answer_list` (`customer_id`,`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `expected_answer_list_customerId_id_unique` ON `expected_answer_list` (`customer_id`,`id`);--> statement-breakpoint
CREATE TABLE `export_configuration` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`name` text NOT NULL,
	`type` text DEFAULT 'SHAREPOINT' NOT NULL,
	`params` text DEFAULT '{}' NOT NULL,
	`secrets` text,
	`version` integer DEFAULT 1 NOT NULL,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `export_configuration_name` ON `export_configuration` (`customer_id`,`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `export_configuration_customerId_id_unique` ON `export_configuration` (`customer_id`,`id`);--> statement-breakpoint
CREATE TABLE `export_configuration_user_param` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`export_configuration_id` text NOT NULL,
	`name` text NOT NULL,
	`required` integer DEFAULT false NOT NULL,
	FOREIGN KEY (`customer_id`,`export_configuration_id`) REFERENCES `export_configuration`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `export_configuration_user_param_configuration` ON `export_configuration_user_param` (`customer_id`,`export_configuration_id`);--> statement-breakpoint
CREATE TABLE `export_document_configuration` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`type` text DEFAULT 'POWERPOINT' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`date_created` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `export_document_node` (
	`id` text PRIMARY KEY NOT NULL,
	`export_document_configuration_id` text NOT NULL,
	`parent_id` text,
	`name` text,
	`description` text,
	`type` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`params` text DEFAULT '{}' NOT NULL,
	FOREIGN KEY (`export_document_configuration_id`) REFERENCES `export_document_configuration`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`parent_id`) REFERENCES `export_document_node`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `export_document_node_configuration` ON `export_document_node` (`export_document_configuration_id`,`position`);--> statement-breakpoint
CREATE INDEX `export_document_node_parent` ON `export_document_node` (`parent_id`);--> statement-breakpoint
CREATE TABLE `file` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`documentation_id` text NOT NULL,
	`documentation_task_id` text,
	`name` text NOT NULL,
	`type` text,
	`creator` text NOT NULL,
	`imported` integer DEFAULT false NOT NULL,
	`date_created` text NOT NULL,
	`date_uploaded` text,
	`last_updated` text NOT NULL,
	`has_data` integer DEFAULT false NOT NULL,
	`data_size` integer DEFAULT 0 NOT NULL,
	`crc32` integer,
	`sha256` text,
	`etag` text,
	`revision` text DEFAULT '' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`customer_id`,`documentation_id`) REFERENCES `documentation`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`documentation_task_id`) REFERENCES `documentation_task`(`customer_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `file_documentation` ON `file` (`customer_id`,`documentation_id`,`date_created`);--> statement-breakpoint
CREATE INDEX `file_task` ON `file` (`customer_id`,`documentation_task_id`);--> statement-breakpoint
CREATE TABLE `graphic` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`data_size` integer DEFAULT 0 NOT NULL,
	`has_data` integer DEFAULT false NOT NULL,
	`revision` text DEFAULT '' NOT NULL,
	`etag` text,
	`crc32` integer,
	`sha256` text,
	`width` integer,
	`height` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `graphic_name` ON `graphic` (`customer_id`,`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `graphic_customerId_id_unique` ON `graphic` (`customer_id`,`id`);--> statement-breakpoint
CREATE TABLE `orphaned_object` (
	`key_or_prefix` text PRIMARY KEY NOT NULL,
	`date_created` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `unowned_object_created` ON `orphaned_object` (`date_created`);--> statement-breakpoint
CREATE TABLE `reference_photo` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`data_size` integer DEFAULT 0 NOT NULL,
	`has_data` integer DEFAULT false NOT NULL,
	`revision` text DEFAULT '' NOT NULL,
	`etag` text,
	`crc32` integer,
	`sha256` text,
	`width` integer,
	`height` integer,
	`version` integer DEFAULT 1 NOT NULL,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `reference_photo_name` ON `reference_photo` (`customer_id`,`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `reference_photo_customerId_id_unique` ON `reference_photo` (`customer_id`,`id`);--> statement-breakpoint
CREATE TABLE `bulk_change_row` (
	`job_id` text NOT NULL,
	`documentation_seq` integer NOT NULL,
	`previous_status` text NOT NULL,
	`new_version` integer NOT NULL,
	PRIMARY KEY(`job_id`, `documentation_seq`),
	FOREIGN KEY (`job_id`) REFERENCES `job`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`documentation_seq`) REFERENCES `documentation`(`seq`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `bulk_change_row_documentation` ON `bulk_change_row` (`documentation_seq`);--> statement-breakpoint
CREATE TABLE `export_document` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`documentation_id` text,
	`documentation_name` text NOT NULL,
	`file_name` text NOT NULL,
	`user_name` text NOT NULL,
	`state` text DEFAULT 'READY' NOT NULL,
	`reason` text,
	`job_id` text,
	`email` text,
	`token_hash` text,
	`size` integer DEFAULT 0 NOT NULL,
	`crc32` integer,
	`etag` text,
	`expire_date` text NOT NULL,
	`last_modified` text NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`documentation_id`) REFERENCES `documentation`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `export_document_tokenHash_unique` ON `export_document` (`token_hash`);--> statement-breakpoint
CREATE INDEX `export_document_expire` ON `export_document` (`expire_date`);--> statement-breakpoint
CREATE INDEX `export_document_documentation` ON `export_document` (`customer_id`,`documentation_id`);--> statement-breakpoint
CREATE INDEX `export_document_modified` ON `export_document` (`last_modified`);--> statement-breakpoint
CREATE INDEX `export_document_job` ON `export_document` (`job_id`);--> statement-breakpoint
CREATE INDEX `export_document_making` ON `export_document` (`customer_id`) WHERE state = 'MAKING';--> statement-breakpoint
CREATE TABLE `heartbeat` (
	`component` text PRIMARY KEY NOT NULL,
	`oldest_sent_at` text NOT NULL,
	`sent_at` text NOT NULL,
	`received_at` text
);
--> statement-breakpoint
CREATE TABLE `job` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer,
	`kind` text NOT NULL,
	`params` text NOT NULL,
	`state` text DEFAULT 'PENDING' NOT NULL,
	`progress` integer DEFAULT 0 NOT NULL,
	`total` integer DEFAULT 0 NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`leased_until` text,
	`last_error` text,
	`result` text,
	`requested_by` integer,
	`requester` text,
	`date_created` text NOT NULL,
	`finished_at` text,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `job_customer` ON `job` (`customer_id`);--> statement-breakpoint
CREATE INDEX `job_state` ON `job` (`state`,`date_created`);--> statement-breakpoint
CREATE TABLE `outbox_mail` (
	`id` text PRIMARY KEY NOT NULL,
	`recipients` text NOT NULL,
	`subject` text NOT NULL,
	`text` text NOT NULL,
	`html` text NOT NULL,
	`attachments` text DEFAULT '[]' NOT NULL,
	`delivery_id` text,
	`expires_at` text,
	`state` text DEFAULT 'PENDING' NOT NULL,
	`attempts` integer DEFAULT 0 NOT NULL,
	`leased_until` text,
	`last_error` text,
	`error_kind` text,
	`date_created` text NOT NULL,
	`sent_at` text
);
--> statement-breakpoint
CREATE INDEX `outbox_mail_state` ON `outbox_mail` (`state`,`date_created`);--> statement-breakpoint
CREATE INDEX `outbox_mail_delivery` ON `outbox_mail` (`delivery_id`);--> statement-breakpoint
CREATE TABLE `scheduled_job_fire` (
	`job_group` text NOT NULL,
	`job_name` text NOT NULL,
	`fired_at` text NOT NULL,
	`failure_count` integer DEFAULT 0 NOT NULL,
	`notified_at` text,
	PRIMARY KEY(`job_group`, `job_name`)
);
--> statement-breakpoint
CREATE TABLE `scheduled_job_run` (
	`id` text PRIMARY KEY NOT NULL,
	`job_group` text NOT NULL,
	`job_name` text NOT NULL,
	`started` text NOT NULL,
	`finished` text,
	`duration` integer,
	`success` integer,
	`message` text
);
--> statement-breakpoint
CREATE INDEX `scheduled_job_run_job` ON `scheduled_job_run` (`job_name`,`started`);--> statement-breakpoint
CREATE TABLE `license` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`name` text NOT NULL,
	`license_code` text NOT NULL,
	`logo` text,
	`reverse_documentation_creation` integer DEFAULT false NOT NULL,
	`pause_documentations` integer DEFAULT false NOT NULL,
	`temp_files` integer DEFAULT false NOT NULL,
	`use_saved_username` integer DEFAULT false NOT NULL,
	`use_saved_email` integer DEFAULT false NOT NULL,
	`demo` integer DEFAULT false NOT NULL,
	`delete_photos_after_upload` text DEFAULT 'UNFORCED' NOT NULL,
	`backup_photos_to_library` text DEFAULT 'UNFORCED' NOT NULL,
	`email_required` integer DEFAULT false NOT NULL,
	`expire_date` text,
	`params` text DEFAULT '{}' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `license_licenseCode_unique` ON `license` (`license_code`);--> statement-breakpoint
CREATE INDEX `license_name` ON `license` (`customer_id`,`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `license_customerId_id_unique` ON `license` (`customer_id`,`id`);--> statement-breakpoint
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
	`object_hash` integer NOT NULL,
	`pack_seq` integer NOT NULL,
	PRIMARY KEY(`object_hash`, `pack_seq`)
) WITHOUT ROWID;
--> statement-breakpoint
CREATE TABLE `audit_pack` (
	`seq` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`id` text NOT NULL,
	`customer_id` integer,
	`month` text NOT NULL,
	`object_key` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`entry_count` integer NOT NULL,
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
CREATE INDEX `audit_pack_ids` ON `audit_pack` (`lowest_id`,`highest_id`);--> statement-breakpoint
CREATE TABLE `change_log` (
	`id` text PRIMARY KEY NOT NULL,
	`version_code` integer NOT NULL,
	`description` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`date_created` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `change_log_versionCode_unique` ON `change_log` (`version_code`);--> statement-breakpoint
CREATE TABLE `domain_change` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`date_created` text NOT NULL,
	`user_id` integer NOT NULL,
	`real_user_id` integer,
	`customer_id` integer,
	`object_class` text NOT NULL,
	`object_id` text NOT NULL,
	`action` text NOT NULL,
	`params` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `domain_change_date` ON `domain_change` (`date_created`);--> statement-breakpoint
CREATE INDEX `domain_change_class` ON `domain_change` (`object_class`,`date_created`);--> statement-breakpoint
CREATE INDEX `domain_change_object` ON `domain_change` (`object_id`);--> statement-breakpoint
CREATE TABLE `captured_change` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`table_name` text NOT NULL,
	`key` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `incoming_customer` (
	`customer_id` integer PRIMARY KEY NOT NULL,
	`is_cutting_over` integer DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE `outgoing_customer` (
	`customer_id` integer PRIMARY KEY NOT NULL,
	`is_capturing` integer DEFAULT false NOT NULL,
	`fenced` integer DEFAULT false NOT NULL,
	`log_fenced` integer DEFAULT false NOT NULL,
	`cut_over_at` text
);
--> statement-breakpoint
CREATE TABLE `notice` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`kind` text NOT NULL,
	`documentation_id` text,
	`dedup_key` text NOT NULL,
	`params` text DEFAULT '{}' NOT NULL,
	`date_created` text NOT NULL,
	`read_at` text,
	`mailed_at` text,
	FOREIGN KEY (`customer_id`,`user_id`) REFERENCES `user`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`documentation_id`) REFERENCES `documentation`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `notice_user` ON `notice` (`customer_id`,`user_id`,`date_created`);--> statement-breakpoint
CREATE INDEX `notice_unread` ON `notice` (`user_id`,`date_created`) WHERE read_at IS NULL;--> statement-breakpoint
CREATE INDEX `notice_created` ON `notice` (`date_created`);--> statement-breakpoint
CREATE INDEX `notice_documentation` ON `notice` (`customer_id`,`documentation_id`);--> statement-breakpoint
CREATE INDEX `notice_mail` ON `notice` (`user_id`) WHERE read_at IS NULL AND mailed_at IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `notice_matter` ON `notice` (`user_id`,`kind`,`dedup_key`);--> statement-breakpoint
CREATE TABLE `photo` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`documentation_id` text NOT NULL,
	`documentation_task_id` text,
	`name` text NOT NULL,
	`alias` text,
	`comment` text,
	`rotation` integer DEFAULT 0 NOT NULL,
	`creator` text NOT NULL,
	`lat` real DEFAULT 1000 NOT NULL,
	`lng` real DEFAULT 1000 NOT NULL,
	`imported` integer DEFAULT false NOT NULL,
	`date_created` text NOT NULL,
	`date_from_device` integer DEFAULT true NOT NULL,
	`date_uploaded` text,
	`last_updated` text NOT NULL,
	`has_data` integer DEFAULT false NOT NULL,
	`has_original_data` integer DEFAULT false NOT NULL,
	`data_size` integer DEFAULT 0 NOT NULL,
	`crc32` integer,
	`sha256` text,
	`etag` text,
	`revision` text DEFAULT '' NOT NULL,
	`width` integer,
	`height` integer,
	`components` integer DEFAULT 3 NOT NULL,
	`orientation` integer DEFAULT 1 NOT NULL,
	`camera` text,
	`exif_time` text,
	`exif_lat` real DEFAULT 1000 NOT NULL,
	`exif_lng` real DEFAULT 1000 NOT NULL,
	`derivative_revision` text DEFAULT '' NOT NULL,
	`derivative_rotation` integer DEFAULT 0 NOT NULL,
	`thumbnail_size` integer,
	`thumbnail_etag` text,
	`rendition_size` integer,
	`rendition_crc32` integer,
	`rendition_etag` text,
	`rendition_width` integer,
	`rendition_height` integer,
	`rendition_components` integer DEFAULT 3 NOT NULL,
	`markup` text,
	`unmarked_revision` text,
	`unmarked_size` integer,
	`unmarked_crc32` integer,
	`unmarked_etag` text,
	`marked_rendition_sha256` text,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`customer_id`,`documentation_id`) REFERENCES `documentation`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`documentation_task_id`) REFERENCES `documentation_task`(`customer_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `photo_documentation` ON `photo` (`customer_id`,`documentation_id`,`date_created`,`has_data`);--> statement-breakpoint
CREATE INDEX `photo_task` ON `photo` (`customer_id`,`documentation_task_id`) WHERE documentation_task_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX `photo_created` ON `photo` (`customer_id`,`date_created`,`documentation_id`) WHERE has_data;--> statement-breakpoint
CREATE UNIQUE INDEX `photo_customerId_id_unique` ON `photo` (`customer_id`,`id`);--> statement-breakpoint
CREATE TABLE `predefined_configuration` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`name` text NOT NULL,
	`type` text NOT NULL,
	`params` text DEFAULT '{}' NOT NULL,
	`secrets` text,
	`version` integer DEFAULT 1 NOT NULL,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `predefined_configuration_name` ON `predefined_configuration` (`customer_id`,`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `predefined_configuration_customerId_id_unique` ON `predefined_configuration` (`customer_id`,`id`);--> statement-breakpoint
CREATE TABLE `earlier_photo` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`documentation_id` text NOT NULL,
	`photo_id` text NOT NULL,
	`retake_id` text,
	`name` text NOT NULL,
	`comment` text,
	`creator` text NOT NULL,
	`lat` real DEFAULT 1000 NOT NULL,
	`lng` real DEFAULT 1000 NOT NULL,
	`date_created` text NOT NULL,
	`date_uploaded` text,
	`data_size` integer NOT NULL,
	`crc32` integer,
	`sha256` text,
	`etag` text,
	`revision` text NOT NULL,
	`width` integer,
	`height` integer,
	`orientation` integer DEFAULT 1 NOT NULL,
	`derivative_revision` text NOT NULL,
	`thumbnail_size` integer,
	`thumbnail_etag` text,
	`rendition_size` integer,
	`rendition_etag` text,
	`rendition_crc32` integer,
	`markup` text,
	`marked_rendition_sha256` text,
	`replaced_at` text NOT NULL,
	`replaced_by` text NOT NULL,
	FOREIGN KEY (`customer_id`,`documentation_id`) REFERENCES `documentation`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`photo_id`) REFERENCES `photo`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`retake_id`) REFERENCES `retake`(`customer_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `earlier_photo_photo` ON `earlier_photo` (`customer_id`,`photo_id`,`replaced_at`);--> statement-breakpoint
CREATE INDEX `earlier_photo_documentation` ON `earlier_photo` (`customer_id`,`documentation_id`);--> statement-breakpoint
CREATE INDEX `earlier_photo_retake` ON `earlier_photo` (`customer_id`,`retake_id`);--> statement-breakpoint
CREATE TABLE `retake` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`documentation_id` text NOT NULL,
	`photo_id` text,
	`documentation_task_id` text,
	`reason` text NOT NULL,
	`creator` text NOT NULL,
	`requester` text,
	`upload_token_id` text,
	`date_created` text NOT NULL,
	`outcome` text,
	`ended_by` text,
	`ended_at` text,
	FOREIGN KEY (`customer_id`,`documentation_id`) REFERENCES `documentation`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`photo_id`) REFERENCES `photo`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`documentation_task_id`) REFERENCES `documentation_task`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`upload_token_id`) REFERENCES `upload_token`(`customer_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `retake_documentation` ON `retake` (`customer_id`,`documentation_id`,`date_created`);--> statement-breakpoint
CREATE INDEX `retake_photo` ON `retake` (`customer_id`,`photo_id`);--> statement-breakpoint
CREATE INDEX `retake_task` ON `retake` (`customer_id`,`documentation_task_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `retake_open_photo` ON `retake` (`photo_id`) WHERE outcome IS NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `retake_open_task` ON `retake` (`documentation_task_id`) WHERE outcome IS NULL;--> statement-breakpoint
CREATE INDEX `retake_token` ON `retake` (`customer_id`,`upload_token_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `retake_customerId_id_unique` ON `retake` (`customer_id`,`id`);--> statement-breakpoint
CREATE TABLE `review_claim` (
	`documentation_id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`creator` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`customer_id`,`documentation_id`) REFERENCES `documentation`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `review_claim_documentation` ON `review_claim` (`customer_id`,`documentation_id`);--> statement-breakpoint
CREATE INDEX `review_claim_expires` ON `review_claim` (`expires_at`);--> statement-breakpoint
CREATE TABLE `saved_view` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`name` text NOT NULL,
	`query` text NOT NULL,
	`shared` integer DEFAULT false NOT NULL,
	`date_created` text NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`customer_id`,`user_id`) REFERENCES `user`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `saved_view_shared` ON `saved_view` (`customer_id`,`shared`);--> statement-breakpoint
CREATE UNIQUE INDEX `saved_view_name` ON `saved_view` (`customer_id`,`user_id`,`name`);--> statement-breakpoint
CREATE TABLE `search_pending` (
	`id` integer PRIMARY KEY NOT NULL
);
--> statement-breakpoint
CREATE TABLE `authentication_success_event` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`remote_addr` text,
	`date_created` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `authentication_success_event_user` ON `authentication_success_event` (`user_id`,`date_created`);--> statement-breakpoint
CREATE TABLE `one_time_code` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`purpose` text NOT NULL,
	`code_hash` text NOT NULL,
	`expires_at` text NOT NULL,
	`used_at` text,
	`date_created` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `one_time_code_codeHash_unique` ON `one_time_code` (`code_hash`);--> statement-breakpoint
CREATE INDEX `one_time_code_user` ON `one_time_code` (`user_id`);--> statement-breakpoint
CREATE INDEX `one_time_code_expires` ON `one_time_code` (`expires_at`);--> statement-breakpoint
CREATE TABLE `rate_limit_counter` (
	`key` text PRIMARY KEY NOT NULL,
	`attempts` integer NOT NULL,
	`window_ends` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `attempt_counter_window` ON `rate_limit_counter` (`window_ends`);--> statement-breakpoint
CREATE TABLE `session` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` integer NOT NULL,
	`customer_id` integer NOT NULL,
	`real_user_id` integer,
	`refresh_hash` text NOT NULL,
	`date_created` text NOT NULL,
	`last_refreshed` text NOT NULL,
	`expires_at` text NOT NULL,
	`ended_at` text,
	`end_reason` text,
	`remote_addr` text,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`real_user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `session_user` ON `session` (`user_id`);--> statement-breakpoint
CREATE INDEX `session_customer` ON `session` (`customer_id`);--> statement-breakpoint
CREATE INDEX `session_real_user` ON `session` (`real_user_id`);--> statement-breakpoint
CREATE INDEX `session_expires` ON `session` (`expires_at`);--> statement-breakpoint
CREATE TABLE `import_staging_row` (
	`event_id` text NOT NULL,
	`text` text NOT NULL,
	`lat` real DEFAULT 1000 NOT NULL,
	`lng` real DEFAULT 1000 NOT NULL,
	`params` text DEFAULT '{}' NOT NULL,
	PRIMARY KEY(`event_id`, `text`)
);
--> statement-breakpoint
CREATE TABLE `suggestion` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`suggestion_list_id` text NOT NULL,
	`text` text NOT NULL,
	`imported` integer DEFAULT false NOT NULL,
	`import_configuration_id` text,
	`lat` real DEFAULT 1000 NOT NULL,
	`lng` real DEFAULT 1000 NOT NULL,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`,`suggestion_list_id`) REFERENCES `suggestion_list`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `suggestion_list_text` ON `suggestion` (`customer_id`,`suggestion_list_id`,text COLLATE NOCASE);--> statement-breakpoint
CREATE UNIQUE INDEX `suggestion_text` ON `suggestion` (`suggestion_list_id`,`text`);--> statement-breakpoint
CREATE TABLE `suggestion_import_configuration` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`name` text NOT NULL,
	`suggestion_list_id` text NOT NULL,
	`type` text NOT NULL,
	`frequency` text NOT NULL,
	`disabled` integer DEFAULT false NOT NULL,
	`params` text DEFAULT '{}' NOT NULL,
	`secrets` text,
	`next_run_at` text,
	`version` integer DEFAULT 1 NOT NULL,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`,`suggestion_list_id`) REFERENCES `suggestion_list`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `suggestion_import_configuration_list` ON `suggestion_import_configuration` (`customer_id`,`suggestion_list_id`);--> statement-breakpoint
CREATE INDEX `suggestion_import_configuration_next` ON `suggestion_import_configuration` (`next_run_at`);--> statement-breakpoint
CREATE UNIQUE INDEX `suggestion_import_configuration_customerId_id_unique` ON `suggestion_import_configuration` (`customer_id`,`id`);--> statement-breakpoint
CREATE TABLE `suggestion_import_event` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`suggestion_import_configuration_id` text NOT NULL,
	`type` text NOT NULL,
	`success` integer,
	`count` integer DEFAULT 0 NOT NULL,
	`message` text,
	`added` integer DEFAULT 0 NOT NULL,
	`updated` integer DEFAULT 0 NOT NULL,
	`removed` integer DEFAULT 0 NOT NULL,
	`needs_confirmation` integer DEFAULT false NOT NULL,
	`confirmed` integer DEFAULT false NOT NULL,
	`requester` text,
	`job_id` text,
	`finished` text,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`,`suggestion_import_configuration_id`) REFERENCES `suggestion_import_configuration`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `suggestion_import_event_configuration` ON `suggestion_import_event` (`customer_id`,`suggestion_import_configuration_id`,`date_created`);--> statement-breakpoint
CREATE INDEX `suggestion_import_event_date` ON `suggestion_import_event` (`date_created`);--> statement-breakpoint
CREATE UNIQUE INDEX `suggestion_import_event_open` ON `suggestion_import_event` (`suggestion_import_configuration_id`) WHERE success IS NULL;--> statement-breakpoint
CREATE TABLE `suggestion_list` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`type` text NOT NULL,
	`delete_suggestion_if_documentation_exists` integer DEFAULT false NOT NULL,
	`required_documentation_status` text,
	`params` text DEFAULT '{}' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `suggestion_list_name` ON `suggestion_list` (`customer_id`,`name`);--> statement-breakpoint
CREATE UNIQUE INDEX `suggestion_list_customerId_id_unique` ON `suggestion_list` (`customer_id`,`id`);--> statement-breakpoint
CREATE TABLE `suggestion_list_license` (
	`customer_id` integer NOT NULL,
	`suggestion_list_id` text NOT NULL,
	`license_id` text NOT NULL,
	PRIMARY KEY(`suggestion_list_id`, `license_id`),
	FOREIGN KEY (`customer_id`,`suggestion_list_id`) REFERENCES `suggestion_list`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`license_id`) REFERENCES `license`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `suggestion_list_license_list` ON `suggestion_list_license` (`customer_id`,`suggestion_list_id`);--> statement-breakpoint
CREATE INDEX `suggestion_list_license_license` ON `suggestion_list_license` (`customer_id`,`license_id`);--> statement-breakpoint
CREATE TABLE `temp_file` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`documentation_id` text,
	`license_id` text,
	`upload_token_id` text,
	`name` text NOT NULL,
	`original_name` text,
	`type` text,
	`has_data` integer DEFAULT false NOT NULL,
	`data_size` integer DEFAULT 0 NOT NULL,
	`crc32` integer,
	`sha256` text,
	`etag` text,
	`revision` text DEFAULT '' NOT NULL,
	`token_creator` text,
	`remote_addr` text,
	`decision` text,
	`decided_by` text,
	`decided` text,
	`file_id` text,
	`date_created` text NOT NULL,
	`date_uploaded` text,
	`last_updated` text,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`customer_id`,`documentation_id`) REFERENCES `documentation`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`license_id`) REFERENCES `license`(`customer_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`,`upload_token_id`) REFERENCES `upload_token`(`customer_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `temp_file_created` ON `temp_file` (`customer_id`,`date_created`);--> statement-breakpoint
CREATE INDEX `temp_file_documentation` ON `temp_file` (`customer_id`,`documentation_id`);--> statement-breakpoint
CREATE INDEX `temp_file_waiting` ON `temp_file` (`customer_id`,`documentation_id`) WHERE decision IS NULL AND has_data;--> statement-breakpoint
CREATE INDEX `temp_file_refused` ON `temp_file` (`decided`) WHERE decision = 'REFUSED';--> statement-breakpoint
CREATE INDEX `temp_file_license` ON `temp_file` (`customer_id`,`license_id`,`date_created`);--> statement-breakpoint
CREATE INDEX `temp_file_token` ON `temp_file` (`customer_id`,`upload_token_id`);--> statement-breakpoint
CREATE TABLE `upload_token` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`documentation_id` text NOT NULL,
	`license_id` text,
	`purpose` text NOT NULL,
	`token_hash` text NOT NULL,
	`creator` text NOT NULL,
	`user_id` integer,
	`requester` text,
	`notified_until` text,
	`expire_date` text NOT NULL,
	`revoked_at` text,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`,`documentation_id`) REFERENCES `documentation`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`license_id`) REFERENCES `license`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `upload_token_tokenHash_unique` ON `upload_token` (`token_hash`);--> statement-breakpoint
CREATE INDEX `upload_token_documentation` ON `upload_token` (`customer_id`,`documentation_id`);--> statement-breakpoint
CREATE INDEX `upload_token_license` ON `upload_token` (`customer_id`,`license_id`);--> statement-breakpoint
CREATE INDEX `upload_token_expire` ON `upload_token` (`expire_date`);--> statement-breakpoint
CREATE INDEX `upload_token_customer_expire` ON `upload_token` (`customer_id`,`expire_date`);--> statement-breakpoint
CREATE UNIQUE INDEX `upload_token_customerId_id_unique` ON `upload_token` (`customer_id`,`id`);--> statement-breakpoint
CREATE TABLE `export_node` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`template_export_configuration_id` text NOT NULL,
	`parent_id` text,
	`type` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`params` text DEFAULT '{}' NOT NULL,
	FOREIGN KEY (`customer_id`,`template_export_configuration_id`) REFERENCES `template_export_configuration`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`parent_id`) REFERENCES `export_node`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `export_node_configuration` ON `export_node` (`customer_id`,`template_export_configuration_id`,`position`);--> statement-breakpoint
CREATE INDEX `export_node_parent` ON `export_node` (`customer_id`,`parent_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `export_node_customerId_id_unique` ON `export_node` (`customer_id`,`id`);--> statement-breakpoint
CREATE TABLE `template` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`name` text NOT NULL,
	`description` text,
	`create_power_point` integer DEFAULT false NOT NULL,
	`create_word_document` integer DEFAULT false NOT NULL,
	`create_excel_workbook` integer DEFAULT false NOT NULL,
	`export_unzipped_photos` integer DEFAULT true NOT NULL,
	`create_zip_file` integer DEFAULT false NOT NULL,
	`zip_file_name` text,
	`export_document_types` text NOT NULL,
	`export_automatically` integer DEFAULT false NOT NULL,
	`location_enabled` integer DEFAULT false NOT NULL,
	`location_required` integer DEFAULT false NOT NULL,
	`graphic_enabled` integer DEFAULT false NOT NULL,
	`reference_photos_enabled` integer DEFAULT false NOT NULL,
	`delete_automatically` integer DEFAULT false NOT NULL,
	`delete_time_limit` text,
	`photo_comment_enabled` integer DEFAULT true NOT NULL,
	`photo_drawing_enabled` integer DEFAULT true NOT NULL,
	`photo_overview_enabled` integer DEFAULT false NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`level` integer DEFAULT 0 NOT NULL,
	`suggestion_list_id` text,
	`only_suggestions_allowed` integer DEFAULT false NOT NULL,
	`all_tasks_required` text DEFAULT 'NO' NOT NULL,
	`include_external_files` integer DEFAULT false NOT NULL,
	`hidden` integer DEFAULT false NOT NULL,
	`predefined_enabled` integer DEFAULT false NOT NULL,
	`predefined_configuration_id` text,
	`version` integer DEFAULT 1 NOT NULL,
	`date_created` text NOT NULL,
	`last_updated` text NOT NULL,
	`date_deleted` text,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`,`suggestion_list_id`) REFERENCES `suggestion_list`(`customer_id`,`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`,`predefined_configuration_id`) REFERENCES `predefined_configuration`(`customer_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `template_name` ON `template` (`name`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `template_customer_name` ON `template` (`customer_id`,`name`,`id`);--> statement-breakpoint
CREATE UNIQUE INDEX `template_living_name` ON `template` (`customer_id`,`name`) WHERE date_deleted IS NULL;--> statement-breakpoint
CREATE INDEX `template_suggestion_list` ON `template` (`customer_id`,`suggestion_list_id`);--> statement-breakpoint
CREATE INDEX `template_predefined_configuration` ON `template` (`customer_id`,`predefined_configuration_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `template_customerId_id_unique` ON `template` (`customer_id`,`id`);--> statement-breakpoint
CREATE TABLE `template_backup` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`template_id` text NOT NULL,
	`json` text NOT NULL,
	`user_id` integer,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`,`template_id`) REFERENCES `template`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `template_backup_template` ON `template_backup` (`customer_id`,`template_id`,`date_created`);--> statement-breakpoint
CREATE TABLE `template_export_configuration` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`template_id` text NOT NULL,
	`export_configuration_id` text NOT NULL,
	`name` text NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`params` text DEFAULT '{}' NOT NULL,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`,`template_id`) REFERENCES `template`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`export_configuration_id`) REFERENCES `export_configuration`(`customer_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `template_export_configuration_template` ON `template_export_configuration` (`customer_id`,`template_id`,`position`);--> statement-breakpoint
CREATE INDEX `template_export_configuration_configuration` ON `template_export_configuration` (`customer_id`,`export_configuration_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `template_export_configuration_customerId_id_unique` ON `template_export_configuration` (`customer_id`,`id`);--> statement-breakpoint
CREATE TABLE `template_export_document_configuration` (
	`customer_id` integer NOT NULL,
	`template_id` text NOT NULL,
	`export_document_configuration_id` text NOT NULL,
	PRIMARY KEY(`template_id`, `export_document_configuration_id`),
	FOREIGN KEY (`export_document_configuration_id`) REFERENCES `export_document_configuration`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`,`template_id`) REFERENCES `template`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `template_export_document_configuration_template` ON `template_export_document_configuration` (`customer_id`,`template_id`);--> statement-breakpoint
CREATE INDEX `template_export_document_configuration_configuration` ON `template_export_document_configuration` (`export_document_configuration_id`);--> statement-breakpoint
CREATE TABLE `template_graphic` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`template_id` text NOT NULL,
	`graphic_id` text NOT NULL,
	FOREIGN KEY (`customer_id`,`template_id`) REFERENCES `template`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`graphic_id`) REFERENCES `graphic`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `template_graphic_template` ON `template_graphic` (`customer_id`,`template_id`);--> statement-breakpoint
CREATE INDEX `template_graphic_graphic` ON `template_graphic` (`customer_id`,`graphic_id`);--> statement-breakpoint
CREATE TABLE `template_license` (
	`customer_id` integer NOT NULL,
	`template_id` text NOT NULL,
	`license_id` text NOT NULL,
	PRIMARY KEY(`template_id`, `license_id`),
	FOREIGN KEY (`customer_id`,`template_id`) REFERENCES `template`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`license_id`) REFERENCES `license`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `template_license_template` ON `template_license` (`customer_id`,`template_id`);--> statement-breakpoint
CREATE INDEX `template_license_license` ON `template_license` (`customer_id`,`license_id`);--> statement-breakpoint
CREATE TABLE `template_replacement_text` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`template_id` text NOT NULL,
	`code` text NOT NULL,
	`sv` text,
	`en` text,
	FOREIGN KEY (`customer_id`,`template_id`) REFERENCES `template`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `template_replacement_text_template` ON `template_replacement_text` (`customer_id`,`template_id`);--> statement-breakpoint
CREATE TABLE `template_task` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`template_id` text NOT NULL,
	`parent_id` text,
	`name` text NOT NULL,
	`key` text,
	`description` text,
	`type` text NOT NULL,
	`options` text,
	`required` text DEFAULT 'NO' NOT NULL,
	`position` integer DEFAULT 0 NOT NULL,
	`level` integer DEFAULT 0 NOT NULL,
	`show_options_in_task_list` integer DEFAULT false NOT NULL,
	`size` text DEFAULT 'normal' NOT NULL,
	`file_extensions` text,
	`suggestion_list_id` text,
	`params` text DEFAULT '{}' NOT NULL,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`,`template_id`) REFERENCES `template`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`parent_id`) REFERENCES `template_task`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`suggestion_list_id`) REFERENCES `suggestion_list`(`customer_id`,`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `template_task_template` ON `template_task` (`customer_id`,`template_id`,`position`);--> statement-breakpoint
CREATE INDEX `template_task_parent` ON `template_task` (`customer_id`,`parent_id`);--> statement-breakpoint
CREATE INDEX `template_task_suggestion_list` ON `template_task` (`customer_id`,`suggestion_list_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `template_task_customerId_id_unique` ON `template_task` (`customer_id`,`id`);--> statement-breakpoint
CREATE TABLE `template_task_precondition` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`task_id` text NOT NULL,
	`type` text NOT NULL,
	`params` text DEFAULT '{}' NOT NULL,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`customer_id`,`task_id`) REFERENCES `template_task`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `template_task_precondition_task` ON `template_task_precondition` (`customer_id`,`task_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `template_task_precondition_customerId_id_unique` ON `template_task_precondition` (`customer_id`,`id`);--> statement-breakpoint
CREATE TABLE `template_task_reference_photo` (
	`customer_id` integer NOT NULL,
	`template_task_id` text NOT NULL,
	`reference_photo_id` text NOT NULL,
	PRIMARY KEY(`template_task_id`, `reference_photo_id`),
	FOREIGN KEY (`customer_id`,`template_task_id`) REFERENCES `template_task`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`reference_photo_id`) REFERENCES `reference_photo`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `template_task_reference_photo_task` ON `template_task_reference_photo` (`customer_id`,`template_task_id`);--> statement-breakpoint
CREATE INDEX `template_task_reference_photo_photo` ON `template_task_reference_photo` (`customer_id`,`reference_photo_id`);--> statement-breakpoint
CREATE TABLE `deleted_media_tombstone` (
	`customer_id` integer NOT NULL,
	`documentation_id` text NOT NULL,
	`target_id` text NOT NULL,
	`kind` text NOT NULL,
	`size` integer NOT NULL,
	`is_import` integer DEFAULT false NOT NULL,
	PRIMARY KEY(`customer_id`, `documentation_id`, `target_id`),
	FOREIGN KEY (`customer_id`,`documentation_id`) REFERENCES `documentation`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `upload` (
	`id` text PRIMARY KEY NOT NULL,
	`customer_id` integer NOT NULL,
	`documentation_id` text NOT NULL,
	`kind` text NOT NULL,
	`target_id` text NOT NULL,
	`name` text NOT NULL,
	`object_key` text NOT NULL,
	`content_type` text NOT NULL,
	`size` integer NOT NULL,
	`md5` text NOT NULL,
	`upload_token_id` text,
	`license_id` text,
	`requester` text,
	`retake_id` text,
	`retake_params` text,
	`sha256` text,
	`multipart_id` text,
	`part_size` integer,
	`is_import` integer DEFAULT false NOT NULL,
	`state` text DEFAULT 'RESERVED' NOT NULL,
	`refusal_code` text,
	`refusal_detail` text,
	`attempts` integer DEFAULT 0 NOT NULL,
	`claimed_at` text,
	`expires_at` text NOT NULL,
	`settled_at` text,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`,`documentation_id`) REFERENCES `documentation`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `upload_documentation` ON `upload` (`customer_id`,`documentation_id`,`target_id`);--> statement-breakpoint
CREATE INDEX `upload_open` ON `upload` (`state`,`customer_id`,`documentation_id`) WHERE state = 'RESERVED' OR state = 'REPLACED' OR state = 'REFUSED';--> statement-breakpoint
CREATE INDEX `upload_link` ON `upload` (`upload_token_id`,`state`) WHERE upload_token_id IS NOT NULL;--> statement-breakpoint
CREATE TABLE `upload_part` (
	`upload_id` text NOT NULL,
	`part_number` integer NOT NULL,
	`etag` text NOT NULL,
	PRIMARY KEY(`upload_id`, `part_number`),
	FOREIGN KEY (`upload_id`) REFERENCES `upload`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `role` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`authority` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `role_authority_unique` ON `role` (`authority`);--> statement-breakpoint
CREATE TABLE `user` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`customer_id` integer NOT NULL,
	`parent_id` integer,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`password` text NOT NULL,
	`email` text,
	`full_name` text,
	`enabled` integer DEFAULT true NOT NULL,
	`account_expired` integer DEFAULT false NOT NULL,
	`account_locked` integer DEFAULT false NOT NULL,
	`password_expired` integer DEFAULT false NOT NULL,
	`language` text DEFAULT 'en' NOT NULL,
	`two_factor_authentication_type` text DEFAULT 'NONE' NOT NULL,
	`totp_secret` text,
	`totp_last_step` integer,
	`daily_mail` integer DEFAULT true NOT NULL,
	`params` text DEFAULT '{}' NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	`date_created` text NOT NULL,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`parent_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_usernameKey_unique` ON `user` (`username_key`);--> statement-breakpoint
CREATE INDEX `user_parent` ON `user` (`parent_id`);--> statement-breakpoint
CREATE INDEX `user_username` ON `user` (username COLLATE NOCASE);--> statement-breakpoint
CREATE UNIQUE INDEX `user_customerId_id_unique` ON `user` (`customer_id`,`id`);--> statement-breakpoint
CREATE TABLE `user_customer` (
	`user_id` integer NOT NULL,
	`customer_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `customer_id`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`) REFERENCES `customer`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `user_customer_customer` ON `user_customer` (`customer_id`);--> statement-breakpoint
CREATE TABLE `user_license` (
	`customer_id` integer NOT NULL,
	`user_id` integer NOT NULL,
	`license_id` text NOT NULL,
	PRIMARY KEY(`user_id`, `license_id`),
	FOREIGN KEY (`customer_id`,`user_id`) REFERENCES `user`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`customer_id`,`license_id`) REFERENCES `license`(`customer_id`,`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `user_license_user` ON `user_license` (`customer_id`,`user_id`);--> statement-breakpoint
CREATE INDEX `user_license_license` ON `user_license` (`customer_id`,`license_id`);--> statement-breakpoint
CREATE TABLE `user_role` (
	`user_id` integer NOT NULL,
	`role_id` integer NOT NULL,
	PRIMARY KEY(`user_id`, `role_id`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`role_id`) REFERENCES `role`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE INDEX `user_role_role` ON `user_role` (`role_id`);--> statement-breakpoint
CREATE TABLE `alarm` (
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`first_seen_at` text NOT NULL,
	`last_seen_at` text NOT NULL,
	`count` integer DEFAULT 1 NOT NULL,
	`detail` text DEFAULT '' NOT NULL,
	`notified_at` text,
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
	`first_seen_at` text NOT NULL,
	`last_seen_at` text NOT NULL,
	`notified_at` text
);
--> statement-breakpoint
CREATE INDEX `media_fault_first_seen` ON `media_fault` (`first_seen_at`);--> statement-breakpoint
CREATE INDEX `media_fault_last_seen` ON `media_fault` (`last_seen_at`);--> statement-breakpoint
CREATE TABLE `storage_usage` (
	`day` text PRIMARY KEY NOT NULL,
	`database_bytes` integer NOT NULL,
	`objects` integer NOT NULL,
	`object_bytes` integer NOT NULL
);
