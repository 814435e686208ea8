-- Changes rows of: role
INSERT INTO role (authority) VALUES ('ROLE_EXPORT_LAYOUTS');
