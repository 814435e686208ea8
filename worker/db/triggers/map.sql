-- Maintains the map's counts: documentation_tile has the documentations of each tile by status. Tiles are those of domain/map/tileGrid.ts at
-- `precomputedZoom`, 2048 across the world; a position beyond 90 or 180 degrees means none. The row of an empty tile stays; the next documentation
-- in it replaces the bounding box.

-- A new documentation is added to its tile,
CREATE TRIGGER documentation_stands AFTER INSERT ON documentation WHEN NEW.lat <= 90 AND NEW.lng <= 180 BEGIN
  INSERT INTO documentation_tile (customer_id, y, x, status, hidden, documentations, lat, lng, south, west, north, east)
    SELECT NEW.customer_id, min(max(CAST((1 - asinh(tan(radians(NEW.lat))) / pi()) * 1024 AS INTEGER), 0), 2047),
      min(max(CAST((NEW.lng + 180) * 2048 / 360 AS INTEGER), 0), 2047), NEW.status, NEW.hidden, 1, lat, lng, lat, lng, lat, lng
    FROM (SELECT CAST(round(NEW.lat * 1e6) AS INTEGER) AS lat, CAST(round(NEW.lng * 1e6) AS INTEGER) AS lng)
    WHERE NEW.lat <= 90 AND NEW.lng <= 180
    ON CONFLICT DO UPDATE SET documentations = documentations + 1, lat = lat + excluded.lat, lng = lng + excluded.lng,
      south = min(south, excluded.south), west = min(west, excluded.west),
      north = max(north, excluded.north), east = max(east, excluded.east);
END;

-- moved when its position or its status changes,
CREATE TRIGGER documentation_goes AFTER UPDATE OF lat, lng, status, hidden ON documentation
  WHEN (OLD.lat <= 90 AND OLD.lng <= 180 OR NEW.lat <= 90 AND NEW.lng <= 180)
    AND (OLD.lat <> NEW.lat OR OLD.lng <> NEW.lng OR OLD.status <> NEW.status OR OLD.hidden <> NEW.hidden)
BEGIN
  UPDATE documentation_tile SET documentations = documentations - 1,
      lat = lat - CAST(round(OLD.lat * 1e6) AS INTEGER), lng = lng - CAST(round(OLD.lng * 1e6) AS INTEGER),
      south = iif(documentations = 1, 999000000, south), west = iif(documentations = 1, 999000000, west),
      north = iif(documentations = 1, -999000000, north), east = iif(documentations = 1, -999000000, east)
    WHERE OLD.lat <= 90 AND OLD.lng <= 180 AND customer_id = OLD.customer_id
      AND y = min(max(CAST((1 - asinh(tan(radians(OLD.lat))) / pi()) * 1024 AS INTEGER), 0), 2047)
      AND x = min(max(CAST((OLD.lng + 180) * 2048 / 360 AS INTEGER), 0), 2047)
      AND status = OLD.status AND hidden = OLD.hidden;
  INSERT INTO documentation_tile (customer_id, y, x, status, hidden, documentations, lat, lng, south, west, north, east)
    SELECT NEW.customer_id, min(max(CAST((1 - asinh(tan(radians(NEW.lat))) / pi()) * 1024 AS INTEGER), 0), 2047),
      min(max(CAST((NEW.lng + 180) * 2048 / 360 AS INTEGER), 0), 2047), NEW.status, NEW.hidden, 1, lat, lng, lat, lng, lat, lng
    FROM (SELECT CAST(round(NEW.lat * 1e6) AS INTEGER) AS lat, CAST(round(NEW.lng * 1e6) AS INTEGER) AS lng)
    WHERE NEW.lat <= 90 AND NEW.lng <= 180
    ON CONFLICT DO UPDATE SET documentations = documentations + 1, lat = lat + excluded.lat, lng = lng + excluded.lng,
      south = min(south, excluded.south), west = min(west, excluded.west),
      north = max(north, excluded.north), east = max(east, excluded.east);
END;

-- and subtracted when it is deleted.
CREATE TRIGGER documentation_leaves AFTER DELETE ON documentation WHEN OLD.lat <= 90 AND OLD.lng <= 180 BEGIN
  UPDATE documentation_tile SET documentations = documentations - 1,
      lat = lat - CAST(round(OLD.lat * 1e6) AS INTEGER), lng = lng - CAST(round(OLD.lng * 1e6) AS INTEGER),
      south = iif(documentations = 1, 999000000, south), west = iif(documentations = 1, 999000000, west),
      north = iif(documentations = 1, -999000000, north), east = iif(documentations = 1, -999000000, east)
    WHERE OLD.lat <= 90 AND OLD.lng <= 180 AND customer_id = OLD.customer_id
      AND y = min(max(CAST((1 - asinh(tan(radians(OLD.lat))) / pi()) * 1024 AS INTEGER), 0), 2047)
      AND x = min(max(CAST((OLD.lng + 180) * 2048 / 360 AS INTEGER), 0), 2047)
      AND status = OLD.status AND hidden = OLD.hidden;
END;
