-- Records changed rows of the directory for the replicas in other databases (worker/db/replica/). With only one database, the table shard
-- is empty and nothing is recorded.

CREATE TRIGGER product_inserted_in_directory AFTER INSERT ON product WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('product', json_array(NEW.id));
END;

CREATE TRIGGER product_updated_in_directory AFTER UPDATE ON product WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('product', json_array(NEW.id));
END;

CREATE TRIGGER product_deleted_in_directory AFTER DELETE ON product WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('product', json_array(OLD.id));
END;

CREATE TRIGGER role_inserted_in_directory AFTER INSERT ON role WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('role', json_array(NEW.id));
END;

CREATE TRIGGER role_updated_in_directory AFTER UPDATE ON role WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('role', json_array(NEW.id));
END;

CREATE TRIGGER role_deleted_in_directory AFTER DELETE ON role WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('role', json_array(OLD.id));
END;

CREATE TRIGGER export_document_configuration_inserted_in_directory AFTER INSERT ON export_document_configuration WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('export_document_configuration', json_array(json_array(lower(hex(NEW.id)))));
END;

CREATE TRIGGER export_document_configuration_updated_in_directory AFTER UPDATE ON export_document_configuration WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('export_document_configuration', json_array(json_array(lower(hex(NEW.id)))));
END;

CREATE TRIGGER export_document_configuration_deleted_in_directory AFTER DELETE ON export_document_configuration WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('export_document_configuration', json_array(json_array(lower(hex(OLD.id)))));
END;

CREATE TRIGGER export_document_node_inserted_in_directory AFTER INSERT ON export_document_node WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('export_document_node', json_array(json_array(lower(hex(NEW.id)))));
END;

CREATE TRIGGER export_document_node_updated_in_directory AFTER UPDATE ON export_document_node WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('export_document_node', json_array(json_array(lower(hex(NEW.id)))));
END;

CREATE TRIGGER export_document_node_deleted_in_directory AFTER DELETE ON export_document_node WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('export_document_node', json_array(json_array(lower(hex(OLD.id)))));
END;

CREATE TRIGGER customer_inserted_in_directory AFTER INSERT ON customer WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('customer', json_array(NEW.id));
END;

CREATE TRIGGER customer_updated_in_directory AFTER UPDATE ON customer WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('customer', json_array(NEW.id));
END;

CREATE TRIGGER customer_deleted_in_directory AFTER DELETE ON customer WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('customer', json_array(OLD.id));
END;

CREATE TRIGGER customer_product_inserted_in_directory AFTER INSERT ON customer_product WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('customer_product', json_array(NEW.customer_id, NEW.product_id));
END;

CREATE TRIGGER customer_product_updated_in_directory AFTER UPDATE ON customer_product WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('customer_product', json_array(NEW.customer_id, NEW.product_id));
END;

CREATE TRIGGER customer_product_deleted_in_directory AFTER DELETE ON customer_product WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('customer_product', json_array(OLD.customer_id, OLD.product_id));
END;

CREATE TRIGGER customer_export_document_type_inserted_in_directory AFTER INSERT ON customer_export_document_type WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('customer_export_document_type', json_array(NEW.customer_id, NEW.type));
END;

CREATE TRIGGER customer_export_document_type_updated_in_directory AFTER UPDATE ON customer_export_document_type WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('customer_export_document_type', json_array(NEW.customer_id, NEW.type));
END;

CREATE TRIGGER customer_export_document_type_deleted_in_directory AFTER DELETE ON customer_export_document_type WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('customer_export_document_type', json_array(OLD.customer_id, OLD.type));
END;

CREATE TRIGGER customer_documentation_status_inserted_in_directory AFTER INSERT ON customer_documentation_status WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('customer_documentation_status', json_array(NEW.customer_id, NEW.status));
END;

CREATE TRIGGER customer_documentation_status_updated_in_directory AFTER UPDATE ON customer_documentation_status WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('customer_documentation_status', json_array(NEW.customer_id, NEW.status));
END;

CREATE TRIGGER customer_documentation_status_deleted_in_directory AFTER DELETE ON customer_documentation_status WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('customer_documentation_status', json_array(OLD.customer_id, OLD.status));
END;

CREATE TRIGGER customer_export_document_configuration_inserted_in_directory AFTER INSERT ON customer_export_document_configuration WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('customer_export_document_configuration', json_array(NEW.customer_id, json_array(lower(hex(NEW.export_document_configuration_id)))));
END;

CREATE TRIGGER customer_export_document_configuration_updated_in_directory AFTER UPDATE ON customer_export_document_configuration WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('customer_export_document_configuration', json_array(NEW.customer_id, json_array(lower(hex(NEW.export_document_configuration_id)))));
END;

CREATE TRIGGER customer_export_document_configuration_deleted_in_directory AFTER DELETE ON customer_export_document_configuration WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('customer_export_document_configuration', json_array(OLD.customer_id, json_array(lower(hex(OLD.export_document_configuration_id)))));
END;

CREATE TRIGGER license_inserted_in_directory AFTER INSERT ON license WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('license', json_array(json_array(lower(hex(NEW.id)))));
END;

CREATE TRIGGER license_updated_in_directory AFTER UPDATE ON license WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('license', json_array(json_array(lower(hex(NEW.id)))));
END;

CREATE TRIGGER license_deleted_in_directory AFTER DELETE ON license WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('license', json_array(json_array(lower(hex(OLD.id)))));
END;

CREATE TRIGGER user_inserted_in_directory AFTER INSERT ON user WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('user', json_array(NEW.id));
END;

CREATE TRIGGER user_updated_in_directory AFTER UPDATE ON user WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('user', json_array(NEW.id));
END;

CREATE TRIGGER user_deleted_in_directory AFTER DELETE ON user WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('user', json_array(OLD.id));
END;

CREATE TRIGGER user_role_inserted_in_directory AFTER INSERT ON user_role WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('user_role', json_array(NEW.user_id, NEW.role_id));
END;

CREATE TRIGGER user_role_updated_in_directory AFTER UPDATE ON user_role WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('user_role', json_array(NEW.user_id, NEW.role_id));
END;

CREATE TRIGGER user_role_deleted_in_directory AFTER DELETE ON user_role WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('user_role', json_array(OLD.user_id, OLD.role_id));
END;

CREATE TRIGGER user_license_inserted_in_directory AFTER INSERT ON user_license WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('user_license', json_array(NEW.user_id, json_array(lower(hex(NEW.license_id)))));
END;

CREATE TRIGGER user_license_updated_in_directory AFTER UPDATE ON user_license WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('user_license', json_array(NEW.user_id, json_array(lower(hex(NEW.license_id)))));
END;

CREATE TRIGGER user_license_deleted_in_directory AFTER DELETE ON user_license WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('user_license', json_array(OLD.user_id, json_array(lower(hex(OLD.license_id)))));
END;

CREATE TRIGGER user_customer_inserted_in_directory AFTER INSERT ON user_customer WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('user_customer', json_array(NEW.user_id, NEW.customer_id));
END;

CREATE TRIGGER user_customer_updated_in_directory AFTER UPDATE ON user_customer WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('user_customer', json_array(NEW.user_id, NEW.customer_id));
END;

CREATE TRIGGER user_customer_deleted_in_directory AFTER DELETE ON user_customer WHEN EXISTS (SELECT 1 FROM shard) BEGIN
  INSERT INTO directory_change (table_name, key) VALUES ('user_customer', json_array(OLD.user_id, OLD.customer_id));
END;
