DROP INDEX `documentation_created`;--> statement-breakpoint
DROP INDEX `documentation_creator`;--> statement-breakpoint
DROP INDEX `documentation_status`;--> statement-breakpoint
DROP INDEX `documentation_all_creator`;--> statement-breakpoint
DROP INDEX `documentation_all_status`;--> statement-breakpoint
CREATE INDEX `documentation_exported` ON `documentation` (`customer_id`,`exported`,`date_created`,`seq`) WHERE exported = 1;--> statement-breakpoint
CREATE INDEX `documentation_created` ON `documentation` (`customer_id`,`date_created`,`seq`,`status`,`hidden`,`template_id`,`creator`,`exported`,`date_uploaded`);--> statement-breakpoint
CREATE INDEX `documentation_creator` ON `documentation` (`customer_id`,`creator`,`date_created`,`seq`);--> statement-breakpoint
CREATE INDEX `documentation_status` ON `documentation` (`customer_id`,`status`,`date_created`,`seq`);--> statement-breakpoint
CREATE INDEX `documentation_all_creator` ON `documentation` (`creator`,`date_created`,`seq`);--> statement-breakpoint
CREATE INDEX `documentation_all_status` ON `documentation` (`status`,`date_created`,`seq`);