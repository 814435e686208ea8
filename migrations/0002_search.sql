-- The search indexes. Contentless: the texts live in their own tables, these hold postings only; worker/db/triggers/search.sql keeps them.
CREATE VIRTUAL TABLE search_text USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'trigram');
--> statement-breakpoint
CREATE VIRTUAL TABLE search_text_group USING fts5 (text, content = '', contentless_delete = 1, tokenize = 'trigram');
--> statement-breakpoint
-- Rows that belong to the schema: every authority and product the specifications name. domain/access/authorities.ts has the same lists and
-- a test compares them.
INSERT INTO role (authority) VALUES
  ('ROLE_SUPER_ADMIN'),
  ('ROLE_CHANGE_LOG_READ'),
  ('ROLE_CHANGE_LOG_WRITE'),
  ('ROLE_CREATE_DOCUMENTATION'),
  ('ROLE_DOCUMENTATION_READ'),
  ('ROLE_DOCUMENTATION_WRITE'),
  ('ROLE_EDIT_DOCUMENTATION'),
  ('ROLE_EXPECTED_ANSWER_LIST_WRITE'),
  ('ROLE_EXPORT_CONFIGURATION_READ'),
  ('ROLE_EXPORT_DOCUMENTATION'),
  ('ROLE_EXPORT_DOCUMENTATION_LIST'),
  ('ROLE_FILE_READ'),
  ('ROLE_FILE_WRITE'),
  ('ROLE_GRAPHIC_READ'),
  ('ROLE_GRAPHIC_WRITE'),
  ('ROLE_IMPORT_FILE'),
  ('ROLE_IMPORT_PHOTO'),
  ('ROLE_LICENSE_READ'),
  ('ROLE_PHOTO_WRITE'),
  ('ROLE_PREDEFINED_CONFIGURATION_READ'),
  ('ROLE_REFERENCE_PHOTO_READ'),
  ('ROLE_REFERENCE_PHOTO_WRITE'),
  ('ROLE_SUGGESTION_LIST_READ'),
  ('ROLE_SUGGESTION_LIST_WRITE'),
  ('ROLE_SWITCH_CUSTOMER'),
  ('ROLE_SWITCHED_USER'),
  ('ROLE_TEMPLATE_READ'),
  ('ROLE_TEMPLATE_WRITE');
--> statement-breakpoint
INSERT INTO product (name) VALUES
  ('FORM'),
  ('REFERENCE_PHOTO'),
  ('GRAPHIC'),
  ('DOCUMENTATION_GROUP'),
  ('DOCUMENTATION_COMPARISON'),
  ('MERGE_DOCUMENTATIONS'),
  ('FORM_MONTH'),
  ('MAP'),
  ('PREDEFINED'),
  ('ZEBRA_SCANNER');
