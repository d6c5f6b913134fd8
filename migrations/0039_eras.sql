-- In which timezones the times of an import, or of a device's records, were read, so that they keep their days when the
-- person moves: `[{ zone, until }]`, oldest first, with `until` in epoch milliseconds. Null where nothing asks for it.
ALTER TABLE imports ADD COLUMN eras json;
ALTER TABLE devices ADD COLUMN eras text;
UPDATE imports SET eras = json_build_array(json_build_object('zone', timezone, 'until', extract(epoch FROM started_at) * 1000))
FROM users WHERE users.user_id = imports.user_id AND source <> 'fettle'
  AND NOT EXISTS (SELECT 1 FROM devices WHERE devices.user_id = imports.user_id AND devices.import_id = imports.import_id);
UPDATE devices SET eras = json_build_array(json_build_object('zone', timezone, 'until', extract(epoch FROM arrived_at) * 1000))
FROM users WHERE users.user_id = devices.user_id AND arrived_at IS NOT NULL;
