-- Maintains the tags that tag configurations add to documentations of their name, existing and new (3§3). A configuration only removes tags
-- that it added (source CONFIGURATION); a tag that a device set too has source DEVICE and stays. WHERE NOT EXISTS instead of ON CONFLICT:
-- inside a trigger, the conflict clause of the firing statement applies instead.

-- A new configuration tags existing documentations of its name.
CREATE TRIGGER documentation_tag_configuration_inserted AFTER INSERT ON documentation_tag_configuration BEGIN
  INSERT INTO documentation_tag (id, customer_id, documentation_id, tag, source)
    SELECT unhex(hex(randomblob(6)) || '4' || substr(hex(randomblob(2)), 2) || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || hex(randomblob(6))), d.customer_id, d.id, NEW.tag, 'CONFIGURATION' FROM documentation d
      WHERE d.customer_id = NEW.customer_id AND d.name = NEW.name
        AND NOT EXISTS (SELECT 1 FROM documentation_tag t WHERE t.documentation_id = d.id AND t.tag = NEW.tag);
END;

-- Removes the old tag and adds the new one.
CREATE TRIGGER documentation_tag_configuration_updated AFTER UPDATE OF name, tag ON documentation_tag_configuration
  WHEN OLD.name <> NEW.name OR OLD.tag <> NEW.tag
BEGIN
  DELETE FROM documentation_tag WHERE source = 'CONFIGURATION' AND tag = OLD.tag AND documentation_id IN
    (SELECT d.id FROM documentation d WHERE d.customer_id = OLD.customer_id AND d.name = OLD.name);
  INSERT INTO documentation_tag (id, customer_id, documentation_id, tag, source)
    SELECT unhex(hex(randomblob(6)) || '4' || substr(hex(randomblob(2)), 2) || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || hex(randomblob(6))), d.customer_id, d.id, NEW.tag, 'CONFIGURATION' FROM documentation d
      WHERE d.customer_id = NEW.customer_id AND d.name = NEW.name
        AND NOT EXISTS (SELECT 1 FROM documentation_tag t WHERE t.documentation_id = d.id AND t.tag = NEW.tag);
END;

-- Removes the tags that the configuration added.
CREATE TRIGGER documentation_tag_configuration_deleted AFTER DELETE ON documentation_tag_configuration BEGIN
  DELETE FROM documentation_tag WHERE source = 'CONFIGURATION' AND tag = OLD.tag AND documentation_id IN
    (SELECT d.id FROM documentation d WHERE d.customer_id = OLD.customer_id AND d.name = OLD.name);
END;

-- A new documentation gets the tags configured for its name.
CREATE TRIGGER documentation_tagged AFTER INSERT ON documentation BEGIN
  INSERT INTO documentation_tag (id, customer_id, documentation_id, tag, source)
    SELECT unhex(hex(randomblob(6)) || '4' || substr(hex(randomblob(2)), 2) || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || hex(randomblob(6))), NEW.customer_id, NEW.id, c.tag, 'CONFIGURATION' FROM documentation_tag_configuration c
      WHERE c.customer_id = NEW.customer_id AND c.name = NEW.name;
END;

-- A renamed documentation swaps the tags configured for its old name for those of its new one.
CREATE TRIGGER documentation_retagged AFTER UPDATE OF name ON documentation WHEN OLD.name <> NEW.name BEGIN
  DELETE FROM documentation_tag WHERE documentation_id = NEW.id AND source = 'CONFIGURATION';
  INSERT INTO documentation_tag (id, customer_id, documentation_id, tag, source)
    SELECT unhex(hex(randomblob(6)) || '4' || substr(hex(randomblob(2)), 2) || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || hex(randomblob(6))), NEW.customer_id, NEW.id, c.tag, 'CONFIGURATION' FROM documentation_tag_configuration c
      WHERE c.customer_id = NEW.customer_id AND c.name = NEW.name
        AND NOT EXISTS (SELECT 1 FROM documentation_tag t WHERE t.documentation_id = NEW.id AND t.tag = c.tag);
END;
