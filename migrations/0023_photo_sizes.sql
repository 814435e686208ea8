ALTER TABLE `photo_variant` ADD `components` integer;--> statement-breakpoint
ALTER TABLE `export_document_configuration` ADD `photo_size` text DEFAULT 'NORMAL' NOT NULL;
