-- Changes rows of: photo, file
-- Nobody knows who holds a link: what came through one has no creator, neither its link's creator nor anyone else.
UPDATE `photo` SET `creator` = '' WHERE (`customer_id`, `id`, `creator`) IN (
  SELECT u.`customer_id`, u.`target_id`, l.`creator` FROM `upload` u JOIN `upload_token` l ON l.`customer_id` = u.`customer_id` AND l.`id` = u.`upload_token_id`
  WHERE u.`upload_token_id` IS NOT NULL AND u.`kind` = 'PHOTO' AND u.`state` = 'STORED'
);--> statement-breakpoint
UPDATE `file` SET `creator` = '' WHERE (`customer_id`, `id`, `creator`) IN (
  SELECT u.`customer_id`, u.`target_id`, l.`creator` FROM `upload` u JOIN `upload_token` l ON l.`customer_id` = u.`customer_id` AND l.`id` = u.`upload_token_id`
  WHERE u.`upload_token_id` IS NOT NULL AND u.`kind` = 'FILE' AND u.`state` = 'STORED'
);--> statement-breakpoint
UPDATE `file` SET `creator` = '' WHERE (`customer_id`, `id`, `creator`) IN (
  SELECT t.`customer_id`, t.`file_id`, t.`token_creator` FROM `temp_file` t WHERE t.`file_id` IS NOT NULL AND t.`token_creator` IS NOT NULL
);
