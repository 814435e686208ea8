CREATE INDEX `documentation_hidden` ON `documentation` (`customer_id`) WHERE hidden = 1;
