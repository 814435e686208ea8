ALTER TABLE `customer` ADD `database` text DEFAULT 'DB' NOT NULL;
