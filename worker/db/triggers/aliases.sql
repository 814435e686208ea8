-- Maintains documentation.alias: the customer's alias for documentations of that name (3§2). Lists sort and search by it, so it is stored
-- in the row instead of joined.

-- A new alias applies to existing documentations of its name; documentation_indexed (search.sql) sets it for new ones.
CREATE TRIGGER documentation_alias_inserted AFTER INSERT ON documentation_alias BEGIN
  UPDATE documentation SET alias = NEW.alias WHERE customer_id = NEW.customer_id AND name = NEW.name;
END;

-- A changed alias applies at once. If its name changed, documentations of the old name lose it.
CREATE TRIGGER documentation_alias_updated AFTER UPDATE OF name, alias ON documentation_alias BEGIN
  UPDATE documentation SET alias = NULL WHERE customer_id = OLD.customer_id AND name = OLD.name AND OLD.name <> NEW.name;
  UPDATE documentation SET alias = NEW.alias WHERE customer_id = NEW.customer_id AND name = NEW.name;
END;

-- A deleted alias is removed from its documentations.
CREATE TRIGGER documentation_alias_deleted AFTER DELETE ON documentation_alias BEGIN
  UPDATE documentation SET alias = NULL WHERE customer_id = OLD.customer_id AND name = OLD.name;
END;

-- A renamed documentation gets the alias of its new name, or none.
CREATE TRIGGER documentation_renamed AFTER UPDATE OF name ON documentation WHEN OLD.name <> NEW.name BEGIN
  UPDATE documentation SET alias = (SELECT alias FROM documentation_alias WHERE customer_id = NEW.customer_id AND name = NEW.name)
    WHERE seq = NEW.seq;
END;
