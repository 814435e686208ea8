DROP TABLE `search_entry`;
