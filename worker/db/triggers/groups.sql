-- Maintains documentation_group, documentation_group_template and documentation_group_member (2§7). A group has the documentations of one
-- name and those with the name as a tag, without hidden and deleted ones. A documentation is a member under its name and under each of its
-- tags. The counts that lists show are updated with the members, because counting when reading would get slower as groups grow.

-- A new member is added to its group's counts; the first one creates the group. The id follows the customer's highest.
CREATE TRIGGER documentation_group_member_counted AFTER INSERT ON documentation_group_member BEGIN
  INSERT INTO documentation_group_template (customer_id, name, template_id, documentations, latest_created_at)
    VALUES (NEW.customer_id, NEW.name, NEW.template_id, 1, NEW.date_created)
    ON CONFLICT DO UPDATE SET documentations = documentations + 1, latest_created_at = max(latest_created_at, excluded.latest_created_at);
  UPDATE documentation_group SET documentations = documentations + 1, tagged = tagged + NEW.tagged, exported = exported + NEW.exported,
    latest_created_at = max(latest_created_at, NEW.date_created) WHERE customer_id = NEW.customer_id AND name = NEW.name;
  INSERT INTO documentation_group (id, customer_id, name, alias, documentations, tagged, exported, latest_created_at)
    SELECT coalesce((SELECT max(id) FROM documentation_group
        WHERE id BETWEEN (NEW.customer_id << 40) AND (NEW.customer_id << 40) + 1099511627775), NEW.customer_id << 40) + 1,
      NEW.customer_id, NEW.name,
      (SELECT alias FROM documentation_alias WHERE customer_id = NEW.customer_id AND name = NEW.name), 1, NEW.tagged, NEW.exported, NEW.date_created
    WHERE NOT EXISTS (SELECT 1 FROM documentation_group WHERE customer_id = NEW.customer_id AND name = NEW.name);
END;

-- A removed member is subtracted; the newest date is only looked up again if it was this member's. A group without members is deleted.
CREATE TRIGGER documentation_group_member_uncounted AFTER DELETE ON documentation_group_member BEGIN
  UPDATE documentation_group_template SET documentations = documentations - 1,
    latest_created_at = CASE WHEN latest_created_at > OLD.date_created THEN latest_created_at ELSE coalesce((SELECT max(m.date_created) FROM documentation_group_member m
      WHERE m.customer_id = OLD.customer_id AND m.name = OLD.name AND m.template_id = OLD.template_id), latest_created_at) END
    WHERE customer_id = OLD.customer_id AND name = OLD.name AND template_id = OLD.template_id;
  DELETE FROM documentation_group_template
    WHERE customer_id = OLD.customer_id AND name = OLD.name AND template_id = OLD.template_id AND documentations = 0;
  UPDATE documentation_group SET documentations = documentations - 1, tagged = tagged - OLD.tagged, exported = exported - OLD.exported,
    latest_created_at = CASE WHEN latest_created_at > OLD.date_created THEN latest_created_at ELSE coalesce((SELECT max(t.latest_created_at) FROM documentation_group_template t
      WHERE t.customer_id = OLD.customer_id AND t.name = OLD.name), latest_created_at) END
    WHERE customer_id = OLD.customer_id AND name = OLD.name;
  DELETE FROM documentation_group WHERE customer_id = OLD.customer_id AND name = OLD.name AND documentations = 0;
END;

CREATE TRIGGER documentation_group_member_exported AFTER UPDATE OF exported ON documentation_group_member
  WHEN OLD.exported <> NEW.exported
BEGIN
  UPDATE documentation_group SET exported = exported - OLD.exported + NEW.exported
    WHERE customer_id = NEW.customer_id AND name = NEW.name;
END;

-- A new documentation joins the group of its name and of each tag.
CREATE TRIGGER documentation_grouped AFTER INSERT ON documentation WHEN NEW.hidden = 0 AND NEW.status <> 'DELETED' BEGIN
  INSERT INTO documentation_group_member (customer_id, name, template_id, date_created, documentation_seq, tagged, exported)
    VALUES (NEW.customer_id, NEW.name, NEW.template_id, NEW.date_created, NEW.seq, 0, NEW.exported);
  -- Configurations may have tagged it already: triggers of one event come in no order to rely on.
  INSERT INTO documentation_group_member (customer_id, name, template_id, date_created, documentation_seq, tagged, exported)
    SELECT NEW.customer_id, t.tag, NEW.template_id, NEW.date_created, NEW.seq, 1, NEW.exported FROM documentation_tag t
      WHERE t.documentation_id = NEW.id AND t.tag <> NEW.name AND NOT EXISTS (SELECT 1 FROM documentation_group_member m
        WHERE m.customer_id = NEW.customer_id AND m.name = t.tag AND m.template_id = NEW.template_id
          AND m.date_created = NEW.date_created AND m.documentation_seq = NEW.seq);
END;

-- Removes the memberships before a change; the next trigger adds them after it. BEFORE, because a new name changes tags too, and the old
-- memberships must be found by the old tags.
CREATE TRIGGER documentation_ungrouped_by_change BEFORE UPDATE OF name, template_id, date_created, hidden, status ON documentation
  WHEN OLD.name IS NOT NEW.name OR OLD.template_id IS NOT NEW.template_id OR OLD.date_created IS NOT NEW.date_created
    OR OLD.hidden IS NOT NEW.hidden OR (OLD.status = 'DELETED') IS NOT (NEW.status = 'DELETED')
BEGIN
  DELETE FROM documentation_group_member
    WHERE customer_id = OLD.customer_id AND name IN (SELECT OLD.name UNION SELECT t.tag FROM documentation_tag t WHERE t.documentation_id = OLD.id)
      AND template_id = OLD.template_id AND date_created = OLD.date_created AND documentation_seq = OLD.seq;
END;

-- Adds the memberships of its name and tags after a change, if it is visible.
CREATE TRIGGER documentation_grouped_by_change AFTER UPDATE OF name, template_id, date_created, hidden, status ON documentation
  WHEN NEW.hidden = 0 AND NEW.status <> 'DELETED' AND (OLD.name IS NOT NEW.name OR OLD.template_id IS NOT NEW.template_id OR OLD.date_created IS NOT NEW.date_created
    OR OLD.hidden IS NOT NEW.hidden OR (OLD.status = 'DELETED') IS NOT (NEW.status = 'DELETED'))
BEGIN
  INSERT INTO documentation_group_member (customer_id, name, template_id, date_created, documentation_seq, tagged, exported)
    SELECT NEW.customer_id, g.name, NEW.template_id, NEW.date_created, NEW.seq, g.name <> NEW.name, NEW.exported
    FROM (SELECT NEW.name AS name UNION SELECT t.tag FROM documentation_tag t WHERE t.documentation_id = NEW.id) g
    WHERE NOT EXISTS (SELECT 1 FROM documentation_group_member m WHERE m.customer_id = NEW.customer_id AND m.name = g.name
      AND m.template_id = NEW.template_id AND m.date_created = NEW.date_created AND m.documentation_seq = NEW.seq);
END;

-- Copies documentation.exported to its memberships.
CREATE TRIGGER documentation_group_exported AFTER UPDATE OF exported ON documentation WHEN OLD.exported <> NEW.exported BEGIN
  UPDATE documentation_group_member SET exported = NEW.exported
    WHERE customer_id = NEW.customer_id
      AND name IN (SELECT NEW.name UNION SELECT t.tag FROM documentation_tag t WHERE t.documentation_id = NEW.id)
      AND template_id = NEW.template_id AND date_created = NEW.date_created AND documentation_seq = NEW.seq;
END;

-- BEFORE, because the tags that name the groups are deleted with the documentation.
CREATE TRIGGER documentation_ungrouped BEFORE DELETE ON documentation BEGIN
  DELETE FROM documentation_group_member
    WHERE customer_id = OLD.customer_id AND name IN (SELECT OLD.name UNION SELECT t.tag FROM documentation_tag t WHERE t.documentation_id = OLD.id)
      AND template_id = OLD.template_id AND date_created = OLD.date_created AND documentation_seq = OLD.seq;
END;

-- A new tag adds a membership, unless it equals the documentation's name.
CREATE TRIGGER documentation_tag_grouped AFTER INSERT ON documentation_tag BEGIN
  INSERT INTO documentation_group_member (customer_id, name, template_id, date_created, documentation_seq, tagged, exported)
    SELECT d.customer_id, NEW.tag, d.template_id, d.date_created, d.seq, 1, d.exported FROM documentation d
      WHERE d.customer_id = NEW.customer_id AND d.id = NEW.documentation_id AND d.name <> NEW.tag
        AND d.hidden = 0 AND d.status <> 'DELETED' AND NOT EXISTS (SELECT 1 FROM documentation_group_member m
          WHERE m.customer_id = d.customer_id AND m.name = NEW.tag AND m.template_id = d.template_id
            AND m.date_created = d.date_created AND m.documentation_seq = d.seq);
END;

-- A deleted tag removes its membership, unless it equals the documentation's name.
CREATE TRIGGER documentation_tag_ungrouped AFTER DELETE ON documentation_tag BEGIN
  DELETE FROM documentation_group_member WHERE customer_id = OLD.customer_id AND name = OLD.tag
    AND (template_id, date_created, documentation_seq) IN (SELECT d.template_id, d.date_created, d.seq FROM documentation d
      WHERE d.customer_id = OLD.customer_id AND d.id = OLD.documentation_id AND d.name <> OLD.tag);
END;

-- Copies a name's alias to the group of that name.
CREATE TRIGGER documentation_group_alias_inserted AFTER INSERT ON documentation_alias BEGIN
  UPDATE documentation_group SET alias = NEW.alias WHERE customer_id = NEW.customer_id AND name = NEW.name;
END;

CREATE TRIGGER documentation_group_alias_updated AFTER UPDATE OF name, alias ON documentation_alias BEGIN
  UPDATE documentation_group SET alias = NULL WHERE customer_id = OLD.customer_id AND name = OLD.name AND OLD.name <> NEW.name;
  UPDATE documentation_group SET alias = NEW.alias WHERE customer_id = NEW.customer_id AND name = NEW.name;
END;

CREATE TRIGGER documentation_group_alias_deleted AFTER DELETE ON documentation_alias BEGIN
  UPDATE documentation_group SET alias = NULL WHERE customer_id = OLD.customer_id AND name = OLD.name;
END;
