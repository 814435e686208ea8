ALTER TABLE `export_document_configuration` ADD `customer_id` integer REFERENCES customer(id);--> statement-breakpoint
CREATE INDEX `export_document_configuration_customer` ON `export_document_configuration` (`customer_id`);
