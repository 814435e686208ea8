ALTER TABLE `retake` ADD `bulk_job_id` text;
