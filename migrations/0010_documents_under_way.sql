CREATE INDEX `export_document_job` ON `export_document` (`job_id`);--> statement-breakpoint
CREATE INDEX `export_document_making` ON `export_document` (`customer_id`) WHERE state = 'MAKING';
