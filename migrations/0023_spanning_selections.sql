ALTER TABLE `photo_selection` ADD `spanning` integer DEFAULT false NOT NULL;
